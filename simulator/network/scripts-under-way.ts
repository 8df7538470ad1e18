import type { NetworkKnobs } from "./knobs.ts";
import { NETWORK_SCENARIOS, type Stage } from "./scenarios.ts";
import type { Traveller } from "./traveller.ts";

interface RunningScript {
  readonly script: Generator<number>;
  /** When it goes on. */
  tick: number;
}

/** Scenarios and journeys that have begun: each says after every step how many ticks it waits. */
export class ScriptsUnderWay {
  /** How often each scenario was played. */
  readonly played = new Map<string, number>();
  readonly #stage: Stage;
  readonly #travellers: readonly Traveller[];
  readonly #knobs: NetworkKnobs;
  readonly #running = new Set<RunningScript>();

  constructor(stage: Stage, travellers: readonly Traveller[], knobs: NetworkKnobs) {
    this.#stage = stage;
    this.#travellers = travellers;
    this.#knobs = knobs;
  }

  add(script: Generator<number>, tick: number): void {
    this.#running.add({ script, tick });
  }

  tick(tick: number): void {
    for (const one of this.#running) {
      if (one.tick > tick) continue;
      const { value, done } = one.script.next();
      if (done) this.#running.delete(one);
      else one.tick = tick + Math.max(1, value);
    }
  }

  /** Now and then, a traveller who has nothing else to do plays a scenario. */
  beginScenario(tick: number): void {
    const { random, journeys } = this.#stage;
    if (!random.chance(1 / this.#knobs.exploitEveryTicks)) return;
    const free = this.#travellers.filter(({ isBusy, session, at }) => !isBusy && session !== undefined && at?.isUp);
    if (free.length === 0) return;
    const traveller = random.pick(free);
    const to = journeys.target(traveller);
    const scenario = random.pick(NETWORK_SCENARIOS);
    const isFaulty = !random.chance(this.#knobs.twinShare);
    if (to === undefined) return;
    // Set here and not when the scenario begins: a journey of the same tick must not take the traveller along.
    traveller.isBusy = true;
    const label = isFaulty ? scenario.id : `${scenario.id} twin`;
    this.played.set(label, (this.played.get(label) ?? 0) + 1);
    this.add(busy(traveller, scenario.play(this.#stage, traveller, traveller.at!, to, isFaulty)), tick);
  }
}

function* busy(traveller: Traveller, script: Generator<number>): Generator<number> {
  try {
    yield* script;
  } finally {
    traveller.isBusy = false;
  }
}
