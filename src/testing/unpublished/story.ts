import type { Action, Item, PlaceKey, Player } from "../../core/index.ts";
import { FakeItem, type FakeStack } from "../fake-item.ts";
import type { FakePlayer } from "../fake-player.ts";
import type { FakeService } from "./fake-service.ts";
import { settle } from "./settle.ts";

/** Ticks that the grace of 750 ms takes. */
export const GRACE_TICKS = 15;

/** Plays ticks: 50 ms each unless the game is slow, with time for the store to answer in between. */
export async function play({ platform, clock }: FakeService, ticks = 1, tickMs = 50): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) {
    clock.pass(tickMs);
    platform.tick();
    await settle();
  }
}

export function join(
  game: FakeService,
  name: string,
  options: Parameters<FakeService["platform"]["join"]>[1] = {},
): FakePlayer {
  const player = game.platform.join(name, options);
  game.doubletake.report({ kind: "sighting", place: player.place, action: "JOIN", player });
  return player;
}

export function quit(game: FakeService, player: FakePlayer): void {
  game.doubletake.report({ kind: "going-dark", place: player.place, action: "QUIT", player });
  game.platform.leave(player);
}

/** The player does something with an item, which may concern other places too. */
export function act(
  game: FakeService,
  player: Player,
  item: Item,
  touched: readonly PlaceKey[] = [],
  action: Action = "CONTAINER_TRANSFER",
): void {
  game.doubletake.report({ kind: "interaction", player, item, action, touched });
}

/** The player puts the item from the first slot into the first slot of a chest, and that is reported. Returns the chest's slots. */
export function putAway(game: FakeService, player: FakePlayer, place: PlaceKey): (FakeStack | undefined)[] {
  const chest = game.platform.chest(place);
  [chest[0], player.slots[0]] = [player.slots[0], undefined];
  act(game, player, new FakeItem(chest[0]!), [place]);
  return chest;
}

/** The player opens a container, and the game goes on for a tick: from then on it is looked at all the time. */
export async function open(game: FakeService, player: Player, place: PlaceKey): Promise<void> {
  game.doubletake.report({ kind: "sighting", place, action: "CONTAINER_OPEN", player });
  await play(game, 1);
}

/** Alex sells an item to Bo: it goes from Alex's hands into Bo's, and Bo's pickup is reported. */
export async function sold(game: FakeService, stack: FakeStack): Promise<{ alex: FakePlayer; bo: FakePlayer }> {
  const alex = join(game, "Alex", { slots: [stack] });
  const bo = join(game, "Bo");
  await play(game, 25);
  [bo.slots[0], alex.slots[0]] = [alex.slots[0], undefined];
  act(game, bo, new FakeItem(stack), [alex.place], "PICKUP");
  await play(game, 25);
  return { alex, bo };
}
