import assert from "node:assert/strict";
import type { Stage } from "../support/stage.ts";
import { patienceMs, until } from "../support/wait.ts";
import type { Sword } from "./armoury.ts";

/** Where the two items are that a copied sword became. */
export interface Balance {
  /** Items in the world with the sword's mark, under any id. */
  readonly inWorld: number;
  /** Items in the world with its id. */
  readonly underItsId: number;
  /** Items in quarantine with its mark, under any id. */
  readonly inQuarantine: number;
}

export const ONE_TAKEN: Balance = { inWorld: 1, underItsId: 1, inQuarantine: 1 };
export const GIVEN_BACK: Balance = { inWorld: 2, underItsId: 1, inQuarantine: 0 };

const KEPT = ["taking", "held", "returning"];

export async function balanceOf(stage: Stage, { mark, id }: Sword): Promise<Balance> {
  const copies = await stage.server.call("copies", mark);
  const counts = copies.map((line) => Number(/ x(\d+)$/.exec(line)?.[1] ?? 1));
  const entries = await stage.ask("quarantined");
  return {
    inWorld: counts.reduce((sum, count) => sum + count, 0),
    underItsId: (await stage.ask("dataOf", [id])).length,
    inQuarantine: entries.filter(({ data, state }) => KEPT.includes(state) && Buffer.from(data).includes(mark)).length,
  };
}

/** Swords by the names that failures call them, and where their copies must be. */
export type Wanted = ReadonlyMap<string, readonly [Sword, Balance]>;

/** Waits until the balances are as wanted. */
export async function untilBalances(stage: Stage, wanted: Wanted): Promise<void> {
  const expected = JSON.stringify(expectedOf(wanted));
  const isAsWanted = async () => JSON.stringify(await actualOf(stage, wanted)) === expected;
  // The comparison below says better what is wrong.
  await until("the right balances", isAsWanted, patienceMs).catch(() => undefined);
  assert.deepEqual(await actualOf(stage, wanted), expectedOf(wanted));
}

/** Waits until the balances are as wanted, and checks that they stay so. */
export async function assertBalances(stage: Stage, wanted: Wanted): Promise<void> {
  await untilBalances(stage, wanted);
  await stage.server.call("ticks", 30);
  assert.deepEqual(await actualOf(stage, wanted), expectedOf(wanted));
}

function expectedOf(wanted: Wanted): Record<string, Balance> {
  return Object.fromEntries([...wanted].map(([name, [, balance]]) => [name, balance]));
}

async function actualOf(stage: Stage, wanted: Wanted): Promise<Record<string, Balance>> {
  const found = [...wanted].map(async ([name, [sword]]) => [name, await balanceOf(stage, sword)] as const);
  return Object.fromEntries(await Promise.all(found));
}
