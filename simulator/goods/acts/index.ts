import type { Act } from "./act.ts";
import { breakBox, breakChest, emptyBox, fillBox, newBoxInHand, placeBox } from "./boxes.ts";
import { openChest, put, putBox, take, takeBox, useEnder } from "./chests.ts";
import { drop, dropBox, groundChanges, mine, pickUp, throwAway } from "./ground.ts";
import { create, die, give, grant, joinTwice, leaveCreative, relog, travel, walk } from "./lives.ts";
import { breakBlock, craft, eat, placeBlock, rearrange } from "./making.ts";

export const ACTS = {
  mine,
  pickUp,
  drop,
  dropBox,
  groundChanges,
  throwAway,
  openChest,
  put,
  take,
  putBox,
  takeBox,
  useEnder,
  craft,
  rearrange,
  placeBlock,
  breakBlock,
  eat,
  newBoxInHand,
  fillBox,
  emptyBox,
  placeBox,
  breakBox,
  breakChest,
  walk,
  travel,
  relog,
  die,
  give,
  grant,
  create,
  leaveCreative,
  joinTwice,
} as const satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;

/** How often players do what, in parts of about a thousand. */
export const ACT_WEIGHTS: Readonly<Record<ActName, number>> = {
  mine: 120,
  pickUp: 190,
  drop: 60,
  dropBox: 3,
  groundChanges: 90,
  throwAway: 60,
  openChest: 80,
  put: 110,
  take: 70,
  putBox: 5,
  takeBox: 5,
  useEnder: 20,
  craft: 90,
  rearrange: 60,
  placeBlock: 30,
  breakBlock: 30,
  eat: 20,
  newBoxInHand: 6,
  fillBox: 20,
  emptyBox: 15,
  placeBox: 6,
  breakBox: 6,
  breakChest: 3,
  walk: 60,
  travel: 6,
  relog: 5,
  die: 3,
  give: 2,
  grant: 2,
  create: 2,
  leaveCreative: 6,
  joinTwice: 1,
};
