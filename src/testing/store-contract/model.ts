import assert from "node:assert/strict";
import { it } from "node:test";
import type fastCheck from "fast-check";
import type { AppendResult, Store } from "../../core/index.ts";
import { MemoryStore } from "../stores/memory-store.ts";
import { batchOf, itemId, NOON, playerId, type Row } from "./rows.ts";
import { CONTRACT_SERVER, type OpenStore, type StoreUnderTest } from "./store-under-test.ts";

const ITEMS = 6;
const PLAYERS = 4;
/** A failure is made so much smaller at most: every attempt opens a store, and nobody would wait for all of them to see the reason. */
const MAX_SHRINKS = 60;

interface Step {
  readonly rows: Row[];
  readonly reopens: boolean;
}

/** Any sequence of batches, with or without a restart between them, leaves what the plain model in memory holds. */
export function modelContract(open: OpenStore, numRuns: number): void {
  it("agrees with a plain model after any sequence of batches", async (context) => {
    // Only here: adapters that bring no store of their own need not install it.
    const { default: fc } = await import("fast-check");
    let shrinksLeft: number | undefined;
    const compareWithModel = async (steps: readonly Step[]) => {
      const opened = await open(context);
      let store = opened.store;
      const model = new MemoryStore({ serverName: CONTRACT_SERVER });
      for (const { rows, reopens } of steps) {
        const [answer, expected] = await Promise.all([store.append(batchOf(...rows)), model.append(batchOf(...rows))]);
        assertAnswer(answer, expected, opened);
        if (reopens && opened.reopen) store = await opened.reopen();
      }
      assert.deepEqual(await everythingIn(store), await everythingIn(model));
      await store.close();
    };
    const property = fc.asyncProperty(fc.array(anyStep(fc), { minLength: 1, maxLength: 12 }), async (steps) => {
      // After the first failure, fast-check looks for smaller ones until none of them fails.
      if (shrinksLeft !== undefined && shrinksLeft-- <= 0) return;
      await compareWithModel(steps).catch((error: unknown) => {
        shrinksLeft ??= MAX_SHRINKS;
        throw error;
      });
    });
    await fc.assert(property, { numRuns });
  });
}

/** Section 2.2: a store whose database does not answer in time treats ids as known, and warns. */
function assertAnswer(answer: AppendResult, expected: AppendResult, { hasWarnedOfUnknownIds }: StoreUnderTest): void {
  const isUnknown = hasWarnedOfUnknownIds?.() === true && !answer.newlySeen.includes(true);
  if (isUnknown) assert.equal(answer.newlySeen.length, expected.newlySeen.length);
  else assert.deepEqual(answer, expected);
}

async function everythingIn(store: Store) {
  const items = Array.from({ length: ITEMS }, (_, n) => itemId(n));
  const players = Array.from({ length: PLAYERS }, (_, n) => playerId(n));
  const sorted = <T extends { itemId: string }>(found: readonly T[]) =>
    found.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  const names = await store.playerNames("", 100);
  return {
    counts: await store.counts(),
    histories: await Promise.all(items.map((item) => store.getItemTransferHistory(item, 100))),
    shortHistories: await Promise.all(items.map((item) => store.getItemTransferHistory(item, 3))),
    earliest: await Promise.all(
      items.flatMap((item) => players.map((player) => store.getEarliestTransferTs(item, player))),
    ),
    sightings: await Promise.all(items.map((item) => store.firstSighting(item))),
    ids: await store.idsByPrefix("", 100),
    handled: await Promise.all(
      players.map(async (player) => sorted(await store.itemsOfPlayer(player, { offset: 0, limit: 100 }))),
    ),
    custody: sorted(await store.custodyOf(items)),
    inChest: sorted(await store.custodyAt("block:world:1,2,3")),
    names,
    named: await Promise.all(names.map((name) => store.playerByName(name))),
  };
}

/** Few values of each kind, so that rows meet: the same item, the same millisecond, the same name. */
function anyStep(fc: typeof fastCheck): fastCheck.Arbitrary<Step> {
  const at = fc.integer({ min: -3, max: 3 }).map((since) => NOON + since);
  const item = fc.nat(ITEMS - 1).map(itemId);
  const by = fc.nat(PLAYERS - 1).map(playerId);
  const where = fc.constantFrom("world:1,2,3", "world/nether:-1,-2,-3");
  const to = fc.oneof(where, fc.constantFrom("somewhere", "world:x,y,z"));
  const place = fc.constantFrom("block:world:1,2,3", `player:${playerId(0)}`);
  const material = fc.constantFrom("BOW", "SHIELD");
  const action = fc.constantFrom("PICKUP", "DROP", "DEATH");
  const name = fc.constantFrom("alex", "Alex", "bea");
  const row: fastCheck.Arbitrary<Row> = fc.oneof(
    fc.record({ seen: item, by, material, at }),
    fc.record({ seen: item, by, material, at, ask: fc.constant(true as const) }),
    { arbitrary: fc.record({ moved: item, by, action, to, at }), weight: 4 },
    // All at one time: on a network a custody that was confirmed earlier may lose against a later one.
    fc.record({ kept: item, by, place, where, at: fc.constant(NOON) }),
    fc.record({ named: by, name, at }),
  );
  return fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 12 }), reopens: fc.boolean() });
}
