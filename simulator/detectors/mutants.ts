import type { Knobs } from "../knobs.ts";
import type { PresetName } from "../presets.ts";
import type { Flaws } from "./flaws.ts";

interface Mutant {
  readonly flaws: Flaws;
  /** The preset in which it must lose points. */
  readonly preset: PresetName;
  readonly knobs?: Partial<Knobs>;
}

const REMOVING = { isRemoving: true };

/** Weights with which the scenarios in which the flaw can show are played more often. */
const often = (...ids: readonly string[]) => ({ scenarioWeights: Object.fromEntries(ids.map((id) => [id, 15])) });

/** The self-test of the bench: each mutant is the careful detector with one flaw. */
export const MUTANTS: Readonly<Record<string, Mutant>> = {
  "mutant-judge-mid-tick": { flaws: { judgesInMidTick: true }, preset: "anarchy", knobs: often("H21") },
  "mutant-ignore-cancelled": { flaws: { ignoresCancelled: true }, preset: "anarchy", knobs: often("D16") },
  "mutant-no-second-look": { flaws: { looksOnce: true }, preset: "museum" },
  "mutant-forget-at-ttl": { flaws: { forgetsAfterTicks: 40 }, preset: "anarchy", knobs: often("D02", "D15", "D18") },
  "mutant-no-cursor-or-armour": { flaws: { skipsCursorAndArmour: true }, preset: "anarchy", knobs: often("D08") },
  "mutant-count-previews": { flaws: { countsPreviews: true }, preset: "museum" },
  "mutant-entity-uuids-only": { flaws: { comparesEntitiesOnly: true }, preset: "anarchy" },
  "mutant-wall-clocks": { flaws: { trustsWallClock: true }, preset: "anarchy", knobs: { clockStepEveryTicks: 40 } },
  "mutant-remove-on-contested": { flaws: { removesOnContested: true }, preset: "anarchy", knobs: REMOVING },
  "mutant-remove-both": { flaws: { removesBoth: true }, preset: "anarchy", knobs: REMOVING },
  "mutant-ignore-inner-ids": { flaws: { ignoresInnerIds: true }, preset: "museum" },
  "mutant-menu-as-place": { flaws: { countsMenus: true }, preset: "museum" },
  "mutant-tag-templates": { flaws: { tagsTemplates: true }, preset: "museum" },
  "mutant-lose-claims-on-restart": {
    flaws: { losesClaimsOnRestart: true },
    preset: "anarchy",
    knobs: { cleanStopEveryTicks: 150 },
  },
  "mutant-no-last-look": { flaws: { skipsLastLook: true }, preset: "anarchy" },
};
