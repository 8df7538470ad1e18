import type { Random } from "../../random.ts";
import type { Session } from "../../world/account.ts";
import type { World } from "../../world/world.ts";
import { type Act, ACTS as ITEM_ACTS } from "../item-acts.ts";
import { breakBox, breakChest, emptyBox, fillBox, newBox } from "./boxes.ts";
import { put, putBox, take, takeBox, useEnder } from "./chests.ts";
import { drop, dropBox, groundChanges, mine, pickUp, throwAway } from "./ground.ts";
import { create, give, grant, joinTwice, leaveCreative } from "./lives.ts";
import { breakBlock, craft, eat, placeBlock, rearrange } from "./making.ts";

const { openContainer, placeBox, walk, travel, relog, die } = ITEM_ACTS;

/** Every legal act of free play with goods, and how often players do it, in parts of about a thousand. */
const ACTS = {
  mine: [mine, 120],
  pickUp: [pickUp, 190],
  drop: [drop, 60],
  dropBox: [dropBox, 3],
  groundChanges: [groundChanges, 90],
  throwAway: [throwAway, 60],
  openContainer: [openContainer, 80],
  put: [put, 110],
  take: [take, 70],
  putBox: [putBox, 5],
  takeBox: [takeBox, 5],
  useEnder: [useEnder, 20],
  craft: [craft, 90],
  rearrange: [rearrange, 60],
  placeBlock: [placeBlock, 30],
  breakBlock: [breakBlock, 30],
  eat: [eat, 20],
  newBox: [newBox, 6],
  fillBox: [fillBox, 20],
  emptyBox: [emptyBox, 15],
  placeBox: [placeBox, 6],
  breakBox: [breakBox, 6],
  breakChest: [breakChest, 3],
  walk: [walk, 60],
  travel: [travel, 6],
  relog: [relog, 5],
  die: [die, 3],
  give: [give, 2],
  grant: [grant, 2],
  create: [create, 2],
  leaveCreative: [leaveCreative, 6],
  joinTwice: [joinTwice, 1],
} as const satisfies Record<string, readonly [Act, number]>;

type ActName = keyof typeof ACTS;

const WEIGHTS = Object.fromEntries(Object.entries(ACTS).map(([name, [, weight]]) => [name, weight]));
const MAKING: ReadonlySet<ActName> = new Set(["craft", "eat", "placeBlock", "placeBox"]);

/** Chooses what a player does next; `undefined` right after a join, in a superseded session, and for cheats who must make nothing now. */
export function nextGoodsAct(world: World, { account, joinedTick, endsAt }: Session, random: Random): Act | undefined {
  if (joinedTick === world.tick || endsAt !== undefined) return undefined;
  const name = random.weighted(WEIGHTS) as ActName;
  return account.makesNothingUntil > world.tick && MAKING.has(name) ? undefined : ACTS[name][0];
}
