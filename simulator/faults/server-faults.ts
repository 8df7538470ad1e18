import type { Announcement } from "../../src/core/index.ts";
import { unloadChunk } from "../acts/chunks.ts";
import { quit } from "../acts/sessions.ts";
import type { Restart } from "../detectors/detector.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { ScenarioRunner } from "../scenarios/scenario-runner.ts";
import type { Server } from "../scenarios/server.ts";
import type { VirtualClock } from "../virtual-clock.ts";
import type { World } from "../world/world.ts";

/** How long players take to come back after a restart. */
const REJOIN_TICKS = 60;

type GoingDown =
  | { readonly kind: "crash"; readonly torn: "players" | "chunks" | undefined; readonly by: Scenario | undefined }
  | { readonly kind: "stop"; readonly whileDown: () => void; readonly by: Scenario | undefined };

/** What happens to the server as a whole: crashes, stops, restarts of the detector, steps of the clock, empty nights. */
export class ServerFaults implements Server {
  readonly #world: World;
  readonly #clock: VirtualClock;
  readonly #announce: (announcement: Announcement) => void;
  readonly #restart: (how: Restart) => Promise<void>;
  scenarioRunner!: ScenarioRunner;
  #goingDown: GoingDown | undefined;

  constructor(
    world: World,
    clock: VirtualClock,
    announce: (announcement: Announcement) => void,
    restart: (how: Restart) => Promise<void>,
  ) {
    this.#world = world;
    this.#clock = clock;
    this.#announce = announce;
    this.#restart = restart;
  }

  get isGoingDown(): boolean {
    return this.#goingDown !== undefined;
  }

  announce(announcement: Announcement): void {
    this.#announce(announcement);
  }

  saveAll(): void {
    this.#world.saves?.saveAll();
  }

  crash(by?: Scenario, torn?: "players" | "chunks"): void {
    this.#goingDown ??= { kind: "crash", torn, by };
  }

  stop(by?: Scenario, whileDown: () => void = () => undefined): void {
    this.#goingDown ??= { kind: "stop", whileDown, by };
  }

  stepClock(byMs: number): void {
    if (byMs < 0) this.#world.truth.clockSetBackTick = this.#world.tick;
    this.#clock.step(byMs);
  }

  /** Begins what the knobs say is due, in the phase `acts`. */
  schedule(): void {
    const { knobs, tick, streams } = this.#world;
    const random = streams.crashes;
    const isDue = (every: number) => every > 0 && tick % every === every - 1 && !this.scenarioRunner.isClosing;
    if (isDue(knobs.saveEveryTicks)) this.saveAll();
    if (isDue(knobs.crashEveryTicks)) {
      if (knobs.goods !== undefined) this.crash();
      else if (random.chance(knobs.tornShare)) this.scenarioRunner.play("D19");
      else this.scenarioRunner.play("H16", false);
    } else if (isDue(knobs.cleanStopEveryTicks)) {
      if (knobs.goods !== undefined) this.stop();
      else this.scenarioRunner.play("D20", random.chance(0.7) && knobs.exploitsPerThousand > 0);
    }
    if (isDue(knobs.clockStepEveryTicks)) this.stepClock(random.pick([-3_600_000, -20_000, -400, 90_000, 7_200_000]));
    if (isDue(knobs.nightEveryTicks)) this.#night();
  }

  /** At the end of a tick: goes down and comes back if something asked for that. */
  async settle(): Promise<void> {
    const { knobs, tick } = this.#world;
    const down = this.#goingDown;
    if (down !== undefined) {
      await this.#goDown(down);
      this.#goingDown = undefined;
    } else if (knobs.detectorRestartEveryTicks > 0 && tick % knobs.detectorRestartEveryTicks === 0) {
      this.#world.truth.killedTick = tick;
      await this.#restart("killed");
    }
  }

  async #goDown(down: GoingDown): Promise<void> {
    const { truth } = this.#world;
    this.scenarioRunner.abandonAll(down.by);
    this.#world.dropTransients();
    if (down.kind === "crash") {
      truth.goods?.crashes.push(truth.tick);
      this.#world.channel.forget();
      goDark(this.#world);
      const restore = () => this.#world.saves!.restore(down.torn);
      if (down.torn === undefined) truth.rollback(restore);
      else truth.duplication("D19", `crash; ${down.torn} were written later than the rest`, restore);
      truth.crashed();
      await this.#restart("crash");
    } else {
      truth.goods?.stops.push(truth.tick);
      this.#world.channel.isCalm = truth.goods !== undefined;
      for (const session of [...this.#world.sessions]) quit(this.#world, session);
      for (const chunk of this.#world.chunks.values()) unloadChunk(this.#world, chunk);
      this.#world.channel.isCalm = false;
      down.whileDown();
      await this.#restart("clean");
    }
    for (const account of this.#world.accounts.values()) {
      account.awayUntil = this.#world.tick + this.#world.streams.crashes.between(1, REJOIN_TICKS);
    }
  }

  #night(): void {
    for (const session of [...this.#world.sessions]) {
      if (session.account.isInScenario) continue;
      session.account.awayUntil = this.#world.tick + this.#world.streams.crashes.between(1, REJOIN_TICKS);
      quit(this.#world, session);
    }
    this.#clock.step(this.#world.knobs.nightMs);
  }
}

/** The process is gone: nothing is reported, and nothing can be looked at. */
export function goDark(world: World): void {
  for (const session of [...world.sessions]) world.closeSession(session);
  for (const chunk of world.chunks.values()) {
    chunk.isLoaded = false;
    for (const slots of chunk.slots()) world.darken(slots);
  }
  for (const slots of [...world.lit.values()]) world.darken(slots);
}
