import type { Random } from "../random.ts";
import type { NetworkKnobs } from "./knobs.ts";
import type { SimServer } from "./sim-server.ts";
import type { SyncPlugin } from "./sync-plugin.ts";
import type { Traveller } from "./traveller.ts";

/** What happens to servers: they are cut off from the database, die, or stop in order. */
export class Weather {
  readonly #knobs: NetworkKnobs;
  readonly #random: Random;
  readonly #servers: readonly SimServer[];
  readonly #travellers: readonly Traveller[];
  readonly #plugin: SyncPlugin;

  constructor(
    knobs: NetworkKnobs,
    random: Random,
    around: { readonly servers: readonly SimServer[]; readonly travellers: readonly Traveller[] },
    plugin: SyncPlugin,
  ) {
    this.#knobs = knobs;
    this.#random = random;
    this.#servers = around.servers;
    this.#travellers = around.travellers;
    this.#plugin = plugin;
  }

  async change(tick: number): Promise<void> {
    const { cutEveryTicks, maxCutTicks, crashEveryTicks, stopEveryTicks, maxDownTicks } = this.#knobs;
    const isDue = (every: number) => every > 0 && this.#random.chance(1 / every);
    const up = this.#servers.filter(({ isUp }) => isUp);
    if (isDue(cutEveryTicks))
      this.#random.pick(this.#servers).cutUntilTick = tick + this.#random.between(5, maxCutTicks);
    if (up.length < 2) return;
    if (isDue(crashEveryTicks)) this.kill(this.#random.pick(up));
    else if (isDue(stopEveryTicks)) {
      const server = this.#random.pick(up);
      for (const traveller of this.#travellers) if (traveller.at === server) this.#plugin.leave(traveller);
      await server.stopCleanly(this.#random.between(5, maxDownTicks));
    }
  }

  kill(server: SimServer): void {
    const { tornShare, maxDownTicks } = this.#knobs;
    const torn = this.#random.chance(tornShare) ? this.#random.pick(["players", "chunks"] as const) : undefined;
    server.die(torn, this.#random.between(5, maxDownTicks), () => {
      for (const traveller of this.#travellers) this.#plugin.lost(traveller, server);
    });
  }
}
