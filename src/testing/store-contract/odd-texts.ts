import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NIL_UUID, type Store } from "../../core/index.ts";
import { batchOf, copyOf, itemId, NOON, playerId, type Row } from "./rows.ts";
import type { OpenStore } from "./store-under-test.ts";

const ALEX = playerId(1);
const BEA = playerId(2);
const LONG = "x".repeat(3000);
/** As a game or a plugin may send it, and as a database keeps it. */
const TEXTS = [
  ["a\0b", "a\ufffdb"],
  ["\0", "\ufffd"],
  ["half \ud83d", "half \ufffd"],
  ["\udc00\ud800", "\ufffd\ufffd"],
  ["whole \u{1f600}", "whole \u{1f600}"],
  [`'"%_*@=\\\n`, `'"%_*@=\\\n`],
  [LONG, LONG],
] as const;
const LONGEST_NAME = 255;

/** Texts that a database cannot hold as they are. Both keep the same of them; a store in memory keeps them as they are. */
export function oddTextContract(name: string, open: OpenStore): void {
  describe(`store contract, odd texts: ${name}`, () => {
    it("keeps worlds, locations, actions and places, and finds them by the text that was sent", async (context) => {
      const { store, reopen } = await open(context);
      for (const [n, [text]] of TEXTS.entries()) await store.append(batchOf(...rowsWith(n, text)));
      const check = async (asked: Store) => {
        for (const [n, [text, kept]] of TEXTS.entries()) {
          const history = await asked.getItemTransferHistory(itemId(n), 10);
          assert.deepEqual(
            history.map(({ action, location }) => [action, location]),
            [
              ["DROP", kept],
              [kept, `${kept}:1,40000,3`],
              [kept, `${kept}:1,2,3`],
            ],
          );
          assert.equal((await asked.lastTransferAt(itemId(n), `${text}:1,2,3`, [kept]))?.location, `${kept}:1,2,3`);
          const there = await asked.transfersAt({ world: text, x: 1, y: 2, z: 3 }, { offset: 0, limit: 10 });
          assert.deepEqual(new Set(there.map(({ location }) => location)), new Set([`${kept}:1,2,3`]));
          const places = [`block:${text}:1,2,3`, text];
          for (const [at, place] of places.entries()) {
            const items = (await asked.custodyAt(place)).map(({ itemId }) => itemId);
            assert.ok(items.includes(itemId(n + (at + 1) * 100)), JSON.stringify(place.slice(0, 30)));
          }
          const [custody] = await asked.custodyOf([itemId(n + 100)]);
          assert.deepEqual([custody?.place, custody?.location], [`block:${kept}:1,2,3`, `${kept}:1,2,3`]);
        }
      };
      await check(store);
      if (reopen) await check(await reopen());
    });

    it("keeps names and materials, cut to what an index can hold, and finds them by what was sent", async (context) => {
      const { store, reopen } = await open(context);
      for (const [n, [text]] of TEXTS.entries()) {
        const player = playerId(10 + n);
        const seen: Row = { seen: itemId(n), by: player, material: text, at: NOON };
        await store.append(batchOf({ named: player, name: `N${n}${text}`, at: NOON }, seen));
      }
      const cutInTwo = `${"x".repeat(LONGEST_NAME - 1)}\u{1f600}`;
      await store.append(batchOf({ named: ALEX, name: cutInTwo, at: NOON }));
      const check = async (asked: Store) => {
        for (const [n, [text, kept]] of TEXTS.entries()) {
          const known = { id: playerId(10 + n), name: `N${n}${kept}`.slice(0, LONGEST_NAME) };
          assert.deepEqual(await asked.playerById(known.id), known);
          assert.deepEqual(await asked.playerByName(`n${n}${text}`), known);
          assert.deepEqual(await asked.playerNames(`n${n}${text}`, 10), [known.name]);
          assert.equal((await asked.firstSighting(itemId(n)))?.material, kept.slice(0, LONGEST_NAME));
        }
        assert.deepEqual(await asked.playerByName(cutInTwo), {
          id: ALEX,
          name: `${"x".repeat(LONGEST_NAME - 1)}\ufffd`,
        });
      };
      await check(store);
      if (reopen) await check(await reopen());
    });

    it("counts an actor whose id is no UUID as nobody", async (context) => {
      const { store } = await open(context);
      const moved: Row = { moved: itemId(1), by: "Al\0ex", action: "DROP", to: "world:1,2,3", at: NOON };
      await store.append(batchOf(moved, { seen: itemId(1), by: "somebody", material: "BOW", at: NOON }));
      assert.equal((await store.getItemTransferHistory(itemId(1), 1))[0]?.playerUUID, NIL_UUID);
      assert.equal((await store.firstSighting(itemId(1)))?.playerId, NIL_UUID);
      assert.equal((await store.counts()).players, 0);
    });

    it("keeps notes and claims", async (context) => {
      const { store, reopen } = await open(context);
      for (const [n, [text]] of TEXTS.entries()) {
        await store.writeNote(`n${n}${text.slice(0, 20)}`, text);
        const place = `block:${n}${text}:1,2,3`;
        await store.saveClaim({ itemId: itemId(n), place, kind: "dark", openedMs: NOON, copies: [copyOf(itemId(n))] });
      }
      const check = async (asked: Store) => {
        for (const [n, [text, kept]] of TEXTS.entries()) {
          assert.equal(await asked.readNote(`n${n}${text.slice(0, 20)}`), kept);
        }
        assert.equal((await asked.openClaims()).length, TEXTS.length);
      };
      await check(store);
      const again = reopen ? await reopen() : store;
      await check(again);
      for (const [n, [text]] of TEXTS.entries()) await again.closeClaim(itemId(n), `block:${n}${text}:1,2,3`);
      assert.deepEqual(await again.openClaims(), []);
    });
  });
}

function rowsWith(n: number, text: string): Row[] {
  const where = `${text}:1,2,3`;
  return [
    { moved: itemId(n), by: ALEX, action: text, to: where, at: NOON },
    { moved: itemId(n), by: ALEX, action: text, to: `${text}:1,40000,3`, at: NOON + 1 },
    { moved: itemId(n), by: ALEX, action: "DROP", to: text, at: NOON + 2 },
    { moved: itemId(n + 100), by: BEA, action: "DROP", to: where, at: NOON + 3 },
    { kept: itemId(n + 100), by: BEA, place: `block:${where}`, where, at: NOON + 3 },
    { kept: itemId(n + 200), by: BEA, place: text, where: "world:1,2,3", at: NOON + 4 },
  ];
}
