import type { ScenarioKind } from "../scenarios/script.ts";
import { accountTwice, olderSnapshot } from "./accounts.ts";
import { blockDuper, boxBrokenTwice, dropMultiplier, groundStacker } from "./blocks-and-drops.ts";
import {
  chunkNeverWritten,
  cleanStopRace,
  crashBetweenSaves,
  quitInTheTick,
  undoWithTheGoodsOut,
} from "./persistence.ts";
import { bagAndWindow, menuTheft, tradeRace, twoHandsOnOneStore } from "./plugin-windows.ts";
import { clientAuthored, givesWithoutTaking, shadowItem, stackArithmetic } from "./stacks-and-clients.ts";
import {
  cancelledHalfUndone,
  deathRacesHandler,
  twoTakers,
  windowOutlivesContainer,
  windowOutlivesMount,
} from "./windows-and-takers.ts";

/** Every family of exploits, in the order of their numbers. */
export const FAMILIES: readonly ScenarioKind[] = [
  windowOutlivesContainer,
  windowOutlivesMount,
  twoTakers,
  deathRacesHandler,
  shadowItem,
  stackArithmetic,
  clientAuthored,
  givesWithoutTaking,
  blockDuper,
  boxBrokenTwice,
  dropMultiplier,
  menuTheft,
  tradeRace,
  bagAndWindow,
  twoHandsOnOneStore,
  cancelledHalfUndone,
  groundStacker,
  chunkNeverWritten,
  crashBetweenSaves,
  cleanStopRace,
  quitInTheTick,
  undoWithTheGoodsOut,
  olderSnapshot,
  accountTwice,
];
