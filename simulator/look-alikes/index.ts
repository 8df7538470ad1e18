import type { ScenarioKind } from "../scenarios/script.ts";
import {
  announcedNeverDone,
  blockedPickUp,
  boxCarried,
  previews,
  repairing,
  unreliableEvents,
  withinOneTick,
} from "./in-the-hands.ts";
import { dying, handOverByDropping, hopperLine, sameChestInTurn, teleporting, walking } from "./on-the-move.ts";
import { bulkEdit, creativeClone, fromQuarantine, serverWantsIt, staffRestore, templates } from "./sanctioned.ts";
import {
  awayInADatabase,
  cleanSwitch,
  clockSteps,
  consistentCrash,
  enderChestAtTwoBlocks,
  longAbsence,
  menus,
} from "./stores-and-servers.ts";

/** Every kind of honest behaviour that looks like duplication to a careless rule, in the order of their numbers. */
export const LOOK_ALIKES: readonly ScenarioKind[] = [
  walking,
  teleporting,
  handOverByDropping,
  hopperLine,
  sameChestInTurn,
  dying,
  boxCarried,
  repairing,
  previews,
  menus,
  templates,
  creativeClone,
  staffRestore,
  fromQuarantine,
  bulkEdit,
  consistentCrash,
  longAbsence,
  blockedPickUp,
  announcedNeverDone,
  unreliableEvents,
  withinOneTick,
  cleanSwitch,
  clockSteps,
  enderChestAtTwoBlocks,
  serverWantsIt,
  awayInADatabase,
];
