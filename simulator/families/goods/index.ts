import type { ScenarioKind } from "../../scenarios/script.ts";
import {
  growInChest,
  growInFedChest,
  hiddenAmongMoves,
  intoChestAtOnce,
  passOnAtOnce,
  transferKeepsSource,
  windowOutlivesBlock,
} from "./at-chests.ts";
import {
  craftWithoutIngredients,
  dropKeepsSource,
  growInBox,
  manySmallSteps,
  mergeForeignItem,
  relogWithMore,
} from "./in-the-hands.ts";

/** Every way in which goods grow. */
export const GOODS_FAMILIES: readonly ScenarioKind[] = [
  craftWithoutIngredients,
  mergeForeignItem,
  growInBox,
  relogWithMore,
  manySmallSteps,
  dropKeepsSource,
  transferKeepsSource,
  growInChest,
  growInFedChest,
  intoChestAtOnce,
  windowOutlivesBlock,
  passOnAtOnce,
  hiddenAmongMoves,
];
