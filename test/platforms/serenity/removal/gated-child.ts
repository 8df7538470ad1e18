import type { Serenity } from "@serenityjs/core";
import { doubletake } from "../../../../src/platforms/serenity/plugin.ts";
import { SerenityPlayer } from "../../../../src/platforms/serenity/serenity-player.ts";
import { prepare as guard, answers as guardedAnswers } from "../support/guarded-child.ts";
import type { DeadlyStep, GatedStep } from "./steps.ts";

// For Stage: a guarded server that can be held up at any step of what it does about one item, or killed there.

/** Closed gates. The key is the item's id and the step. */
const closed = new Set<string>();
/** What waits at a closed gate, and how to let it pass. */
const waiting = new Map<string, () => void>();
const deadly = new Set<string>();
const originalOf = new Map<string, string>();

export function prepare(serenity: Serenity): void {
  guard(serenity);
  const { platform, store } = doubletake(serenity).doubletake;
  const saveCase = store.saveCase.bind(store);
  store.saveCase = async (record) => {
    for (const itemId of record.itemIds) await pass(itemId, "before case");
    return saveCase(record);
  };
  const saveQuarantined = store.saveQuarantined.bind(store);
  store.saveQuarantined = async (item) => {
    originalOf.set(item.freshId, item.itemId);
    await pass(item.itemId, `before ${item.state}`);
    const number = await saveQuarantined(item);
    await pass(item.itemId, `after ${item.state}`);
    return number;
  };
  const changeQuarantined = store.changeQuarantined.bind(store);
  store.changeQuarantined = async (item, from) => {
    originalOf.set(item.freshId, item.itemId);
    await pass(item.itemId, `before ${item.state}`);
    const isChanged = await changeQuarantined(item, from);
    await pass(item.itemId, `after ${item.state}`);
    return isChanged;
  };
  const remove = platform.remove!.bind(platform);
  platform.remove = (place, slot, item, count) => {
    const itemId = item.readTag();
    const isRemoved = remove(place, slot, item, count);
    dieIfTold(itemId, "remove");
    return isRemoved;
  };
  const { give } = SerenityPlayer.prototype;
  SerenityPlayer.prototype.give = function (item) {
    const isGiven = give.call(this, item);
    dieIfTold(originalOf.get(item.readTag() ?? ""), "give");
    return isGiven;
  };
}

export const answers = {
  ...guardedAnswers,

  /** From now on nothing about the item passes this step. */
  closeGate(itemId: string, step: GatedStep): void {
    closed.add(`${itemId} ${step}`);
  },

  /** True if something waits at the gate. */
  isAtGate: (itemId: string, step: GatedStep): boolean => waiting.has(`${itemId} ${step}`),

  openGate(itemId: string, step: GatedStep): void {
    const gate = `${itemId} ${step}`;
    closed.delete(gate);
    waiting.get(gate)?.();
    waiting.delete(gate);
  },

  /** The process kills itself as soon as the item was removed or handed over. */
  dieIn(itemId: string, step: DeadlyStep): void {
    deadly.add(`${itemId} ${step}`);
  },
};

async function pass(itemId: string, step: GatedStep): Promise<void> {
  const gate = `${itemId} ${step}`;
  if (closed.has(gate)) await new Promise<void>((resolve) => waiting.set(gate, resolve));
}

function dieIfTold(itemId: string | undefined, step: DeadlyStep): void {
  if (deadly.has(`${itemId} ${step}`)) process.kill(process.pid, "SIGKILL");
}
