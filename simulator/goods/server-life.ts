import { quit } from "./acts/lives.ts";
import type { LedgerDetector } from "./detector.ts";
import type { Cheaters } from "./exploits/cheaters.ts";
import { unload } from "./loading.ts";
import type { GoodsPlatform } from "./platform.ts";
import { Saves } from "./saves.ts";
import type { GoodsWorld } from "./world.ts";

const REJOIN_TICKS = 60;

/** What happens to the server as a whole: saves, clean stops, and crashes that bring back what was saved. */
export class ServerLife {
  readonly #world: GoodsWorld;
  readonly #platform: GoodsPlatform;
  readonly #detector: LedgerDetector;
  readonly #cheaters: Cheaters;
  readonly #saves: Saves;

  constructor(world: GoodsWorld, platform: GoodsPlatform, detector: LedgerDetector, cheaters: Cheaters) {
    this.#world = world;
    this.#platform = platform;
    this.#detector = detector;
    this.#cheaters = cheaters;
    this.#saves = new Saves(world);
  }

  /** At the end of a tick. */
  async settle(): Promise<void> {
    const { tick, knobs } = this.#world;
    if (tick % knobs.saveEveryTicks === 0) this.#saves.save();
    if (tick % knobs.crashEveryTicks === 0) await this.#crash();
    else if (tick % knobs.stopEveryTicks === 0) await this.#stop();
  }

  async #stop(): Promise<void> {
    const world = this.#world;
    world.channel.isRough = false;
    for (const session of [...world.sessions]) quit(world, session);
    for (const chunk of world.chunks) if (chunk.isLit) unload(world, chunk);
    await this.#restart("clean");
    this.#saves.save();
  }

  /** The process is gone: nothing is reported, nothing can be looked at, and the world is what it was when it was saved. */
  async #crash(): Promise<void> {
    const world = this.#world;
    for (const session of [...world.sessions]) world.closeSession(session);
    for (const chunk of world.chunks) world.darken(chunk);
    this.#saves.restore();
    await this.#restart("crash");
  }

  async #restart(how: "clean" | "crash"): Promise<void> {
    const { truth, channel, accounts, random, tick } = this.#world;
    truth.breaks.push(tick);
    this.#cheaters.abandon();
    if (how === "crash") channel.forget();
    this.#platform.forgetTickers();
    await this.#detector.restart(how);
    channel.forget();
    for (const account of accounts.values()) {
      account.awayUntil = tick + random.between(1, REJOIN_TICKS);
      account.isCreative = false;
    }
  }
}
