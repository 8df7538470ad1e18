import { type Caller, PERMISSIONS, withoutColours } from "../../core/index.ts";
import { fakeStack } from "../fake-item.ts";
import type { FakePlayer } from "../fake-player.ts";
import { type FakeService, type FakeServiceOptions, startedService } from "./fake-service.ts";
import { settle } from "./settle.ts";
import { GRACE_TICKS, join, play } from "./story.ts";

/** The console of the fake game: it may do everything, and keeps what it was told. */
interface FakeConsole extends Caller {
  readonly heard: string[];
}

/** A service, a member of staff who may do everything, and a console. */
export interface TestStaff {
  readonly game: FakeService;
  readonly staff: FakePlayer;
  readonly console: FakeConsole;
  /** Types a line, as staff by default, and resolves with the answer without colours. */
  say(line: string, caller?: FakePlayer | FakeConsole): Promise<string[]>;
  complete(line: string, caller?: Caller): Promise<string[]>;
}

export async function testStaff(options: FakeServiceOptions = {}): Promise<TestStaff> {
  const game = await startedService(options);
  const staff = game.platform.join("Staff", { permissions: PERMISSIONS });
  const console: FakeConsole = {
    name: "Console",
    heard: [],
    hasPermission: () => true,
    send: (text) => console.heard.push(text),
  };
  return {
    game,
    staff,
    console,
    async say(line, caller = staff) {
      const before = caller.heard.length;
      game.platform.command(caller, line);
      await settle();
      return caller.heard.slice(before).map(withoutColours);
    },
    complete: (line, caller = staff) => game.platform.complete(caller, line),
  };
}

/** Alex has a sword; Bo turns up with the same one, and the copies are proven: case 1. */
export async function duplicatedSword(
  game: FakeService,
): Promise<{ readonly alex: FakePlayer; readonly bo: FakePlayer; readonly itemId: string }> {
  const sword = fakeStack("diamond_sword");
  const alex = join(game, "Alex", { slots: [sword], at: { world: "world", x: 10, y: 64, z: 10 } });
  await play(game, 40);
  const bo = join(game, "Bo", { slots: [{ ...sword }], at: { world: "world", x: -20, y: 70, z: 3 } });
  await play(game, GRACE_TICKS + 6);
  return { alex, bo, itemId: sword.tag! };
}
