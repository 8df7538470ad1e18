import type { StoryKind } from "../../stories/script.ts";
import {
  growInChest,
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
export const GOODS_FAMILIES: readonly StoryKind[] = [
  craftWithoutIngredients,
  mergeForeignItem,
  growInBox,
  relogWithMore,
  manySmallSteps,
  dropKeepsSource,
  transferKeepsSource,
  growInChest,
  intoChestAtOnce,
  windowOutlivesBlock,
  passOnAtOnce,
  hiddenAmongMoves,
];
