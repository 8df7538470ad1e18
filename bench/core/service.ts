import { randomUUID } from "node:crypto";
import { defaultConfig } from "../../src/core/config/read-config.ts";
import { Doubletake, type Player } from "../../src/core/index.ts";
import { lookAt } from "../../src/core/looking/look.ts";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { FakePlatform } from "../../src/testing/fake-platform.ts";
import { englishMessages } from "../../src/testing/unpublished/english-messages.ts";
import { ForgetfulStore } from "./forgetful-store.ts";

export type { Doubletake } from "../../src/core/index.ts";

/** Set by hand, so that the clock's own cost is not in the figures. */
export const benchClock = { ms: 1_700_000_000_000, now: () => benchClock.ms };

/** A running service on the fake platform, with a store that keeps nothing. */
export function benchService(notesEvents = true): { platform: FakePlatform; doubletake: Doubletake } {
  const platform = new FakePlatform();
  const doubletake = new Doubletake({
    platform,
    config: defaultConfig(),
    messages: englishMessages(),
    log: SILENT_LOG,
    outside: { isHeard: () => false, send() {}, sendDuplicateAlert() {} },
    clock: benchClock,
    notesEvents,
  });
  doubletake.connect(new ForgetfulStore({ clock: benchClock }));
  return { platform, doubletake };
}

export function lookAtForBench(platform: FakePlatform): (player: Player) => void {
  return (player) => {
    lookAt(platform, player.place, randomUUID);
  };
}
