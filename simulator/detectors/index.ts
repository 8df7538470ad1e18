import type { Clock } from "../../src/core/index.ts";
import type { Knobs } from "../knobs.ts";
import type { Truth } from "../truth/truth.ts";
import type { VirtualClock } from "../virtual-clock.ts";
import { SimItem } from "../world/sim-item.ts";
import type { SimPlatform } from "../world/sim-platform.ts";
import type { World } from "../world/world.ts";
import { CarefulDetector } from "./careful.ts";
import type { Detector, DetectorFactory, DetectorHost } from "./detector.ts";
import { DoubletakeDetector } from "./doubletake.ts";
import { LEDGER_MUTANTS } from "./ledger-mutants.ts";
import { LookerDetector } from "./looker.ts";
import { MUTANTS } from "./mutants.ts";
import { OracleDetector } from "./oracle.ts";
import { RuleDetector } from "./rule.ts";

/** Everything that can be measured, by name. */
export const DETECTORS: Readonly<Record<string, DetectorFactory>> = {
  rule: (host) => new RuleDetector(host, true),
  "holder-rule": (host) => new RuleDetector(host, false),
  looker: (host) => new LookerDetector(host),
  careful: (host) => new CarefulDetector(host),
  oracle: (host) => new OracleDetector(host),
  doubletake: (host) => new DoubletakeDetector(host),
  "doubletake-rule": (host) => new DoubletakeDetector(host, "rule"),
  ...Object.fromEntries(
    Object.entries(MUTANTS).map(([name, { flaws }]) => [
      name,
      (host: DetectorHost) => new CarefulDetector(host, flaws),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(LEDGER_MUTANTS).map(([name, makers]) => [
      name,
      (host: DetectorHost) => new DoubletakeDetector(host, "evidence", undefined, makers),
    ]),
  ),
};

/** The detectors that are compared by default. */
export const DEFAULT_DETECTORS = ["rule", "holder-rule", "looker", "doubletake"] as const;

interface Parts {
  readonly platform: SimPlatform;
  readonly clock: VirtualClock;
  readonly knobs: Knobs;
  readonly world: World;
  readonly truth: Truth;
}

export function makeDetector(which: string | DetectorFactory, parts: Parts): Detector {
  const factory = typeof which === "string" ? DETECTORS[which] : which;
  if (factory === undefined) throw new RangeError(`There is no detector "${which}".`);
  return factory(hostOf(parts));
}

const HIDDEN: ReadonlySet<string> = new Set(["store", "inside", "display"]);

function hostOf({ platform, clock, knobs, world, truth }: Parts): DetectorHost {
  let ids = 0;
  return {
    platform,
    clock: clock as Clock,
    knobs,
    truth,
    newId: () => `dddddddd-0000-4000-8000-${(++ids).toString(16).padStart(12, "0")}`,
    tick: () => truth.tick,
    tickAt: (timeMs) => clock.tickAt(timeMs, truth.tick),
    *displays() {
      for (const { place, slots } of world.displays) {
        yield { place, items: slots.flatMap((stack) => (stack ? [new SimItem(world, stack)] : [])) };
      }
    },
    *changedPlaces() {
      for (const { place, kind } of world.changes.slots) if (HIDDEN.has(kind) === false) yield place;
    },
  };
}
