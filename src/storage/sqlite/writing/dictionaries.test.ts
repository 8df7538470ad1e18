import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { playerId } from "../../../testing/store-contract/rows.ts";
import { firstTables } from "../migrations/0001-first-tables.ts";
import { Dictionaries } from "./dictionaries.ts";

const MAX_CACHED = 10;
const [ALEX, STEVE] = [playerId(1), playerId(2)];

describe("Dictionaries", () => {
  it("hold no more than their limit in memory, and give the same references and texts all the same", (context) => {
    const dictionaries = open(context);
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    const refs = numbers.map((n) => [
      dictionaries.player(playerId(n)),
      dictionaries.material(`material ${n}`),
      dictionaries.context(`action ${n}`, `world ${n}`),
    ]);
    for (const [n, [player = 0, material = 0, context = 0]] of refs.entries()) {
      assert.equal(dictionaries.playerId(player), playerId(n));
      assert.deepEqual(dictionaries.contextTexts(context), {
        server: "test",
        action: `action ${n}`,
        world: `world ${n}`,
      });
      assert.equal(dictionaries.player(playerId(n)), player);
      assert.equal(dictionaries.material(`material ${n}`), material);
      assert.equal(dictionaries.context(`action ${n}`, `world ${n}`), context);
      assert.ok(dictionaries.cached <= 5 * MAX_CACHED, `${dictionaries.cached} entries`);
    }
  });

  it("tell action and world apart wherever a line breaks in them", (context) => {
    const dictionaries = open(context);
    const pairs = [
      ["A\nB", "C"],
      ["A", "B\nC"],
      ["1 A", "B"],
      ["", "1 AB"],
    ] as const;
    const contexts = pairs.map(([action, world]) => dictionaries.context(action, world));
    assert.deepEqual(
      contexts.map((context) => [dictionaries.contextTexts(context).action, dictionaries.contextTexts(context).world]),
      pairs,
    );
  });

  it("forget references that were given in a transaction that failed", (context) => {
    const db = database(context);
    const dictionaries = new Dictionaries(db, "test");
    db.exec("BEGIN");
    const lost = dictionaries.player(ALEX);
    assert.equal(dictionaries.playerId(lost), ALEX);
    db.exec("ROLLBACK");
    dictionaries.clear();
    const steve = dictionaries.player(STEVE);
    assert.equal(steve, lost, "the table gives the number again");
    assert.equal(dictionaries.playerId(steve), STEVE);
    assert.equal(dictionaries.findPlayer(ALEX), undefined);
  });
});

function open(context: TestContext): Dictionaries {
  return new Dictionaries(database(context), "test", MAX_CACHED);
}

function database(context: TestContext): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  context.after(() => db.close());
  db.exec(firstTables);
  return db;
}
