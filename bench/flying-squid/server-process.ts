// One flying-squid, measured from within. Without Doubletake it is unmodified except for the clock around its tick.
import { createRequire } from "node:module";
import type { SquidPlayer, SquidServer, SquidStack } from "../../src/platforms/flying-squid/squid-server.ts";
import { SquidHarness } from "../../test/platforms/flying-squid/support/squid-harness.ts";
import { until } from "../../test/platforms/serenity/support/wait.ts";
import { answer, options } from "../server/answers.ts";
import { importBuilt } from "../server/built-package.ts";
import type { ServerOptions } from "../server/compare-runs.ts";
import { Guard } from "../server/guard.ts";
import { GIFTS, measuredBy, pluginFolder } from "../server/server-answers.ts";
import { ServerMeter } from "../server/server-meter.ts";
import { installTimed } from "./timed-install.ts";
import { VERSION } from "./version.ts";

/** The first slot of the hotbar, where the gifts begin. */
const HOTBAR = 36;

type StackClass = new (type: number, count: number) => SquidStack;
const stackClassOf = createRequire(createRequire(import.meta.url).resolve("flying-squid/package.json"))(
  "prismarine-item",
) as (registry: unknown) => StackClass;

const { dir, isGuarded, build } = options<ServerOptions>();
const meter = new ServerMeter();
let guard: Guard | undefined;
// Loaded only if needed, so that a server without Doubletake has none of it in memory.
const plugin = isGuarded
  ? await importBuilt<typeof import("../../src/platforms/flying-squid/plugin.ts")>(
      build,
      "platforms/flying-squid/plugin.js",
    )
  : undefined;
const harness = await SquidHarness.start({
  version: VERSION,
  dir,
  prepare: (serv) => {
    if (plugin)
      guard = installTimed(serv, meter, () => new Guard(plugin.doubletake(serv, { folder: pluginFolder(dir) })));
    meterTicks(serv);
  },
});
await guard?.ready;

answer({
  port: () => harness.serv.listeningPort,
  async equip(names: readonly string[]) {
    for (const name of names) {
      const player = await until(`${name} logged in`, () => loggedIn(name));
      giveAll(player);
    }
  },
  ...measuredBy(meter),
  kept: () => guard?.kept(),
  stop: () => harness.stop(),
});

function meterTicks(serv: SquidServer): void {
  const emit = serv.emit.bind(serv);
  serv.emit = (event, ...args) => {
    if (event !== "tick") return emit(event, ...args);
    meter.ticks.tick(() => emit(event, ...args));
    return true;
  };
}

/** `sendingChunks` is set right before the last step of a login, which puts the player back to where it began. */
function loggedIn(name: string): SquidPlayer | undefined {
  const player = harness.serv.players.find(({ username }) => username === name);
  return (player as { sendingChunks?: boolean } | undefined)?.sendingChunks === undefined ? undefined : player;
}

function giveAll({ inventory }: SquidPlayer): void {
  const { registry } = harness.serv;
  const Stack = stackClassOf(registry);
  for (const [at, name] of GIFTS.entries()) {
    inventory.updateSlot(HOTBAR + at, new Stack(registry.itemsByName[name]!.id, 1));
  }
}
