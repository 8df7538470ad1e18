// One Serenity, measured from within. Without Doubletake it is unmodified except for the clock around its tick.
import type { Serenity } from "@serenityjs/core";
import { ServerHarness } from "../../test/platforms/serenity/support/server-harness.ts";
import { until } from "../../test/platforms/serenity/support/wait.ts";
import { answer, options } from "../server/answers.ts";
import { importBuilt } from "../server/built-package.ts";
import type { ServerOptions } from "../server/compare-runs.ts";
import { Guard } from "../server/guard.ts";
import { GIFTS, measuredBy, pluginFolder } from "../server/server-answers.ts";
import { ServerMeter } from "../server/server-meter.ts";
import { chestsFor } from "./chests.ts";
import { installTimed } from "./timed-install.ts";

const { dir, isGuarded, build } = options<ServerOptions>();
const meter = new ServerMeter();
let guard: Guard | undefined;
const harness = await ServerHarness.start({
  dir,
  prepare: async (serenity: Serenity) => {
    if (!isGuarded) return;
    // Loaded here, so that a server without Doubletake has none of it in memory.
    const { doubletake } = await importBuilt<typeof import("../../src/platforms/serenity/plugin.ts")>(
      build,
      "platforms/serenity/plugin.js",
    );
    guard = installTimed(serenity, meter, () => new Guard(doubletake(serenity, { folder: pluginFolder(dir) })));
  },
});
const { world } = harness;
const hostWorld = harness.serenity.getWorld();
const onTick = hostWorld.onTick.bind(hostWorld);
hostWorld.onTick = (deltaTick) => meter.ticks.tick(() => onTick(deltaTick));
await guard?.ready;

answer({
  port: () => harness.port,
  async equip(names: readonly string[]) {
    for (const chest of chestsFor(names.length)) await world.setBlock(chest, "chest");
    for (const name of names) {
      await until(`${name} in the world`, () => world.isAlive(name));
      for (const gift of GIFTS) world.give(name, gift);
    }
  },
  ...measuredBy(meter),
  kept: () => guard?.kept(),
  stop: () => harness.stop(),
});
