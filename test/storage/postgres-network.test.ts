import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { batchOf, copyOf, itemId, NOON, playerId } from "../../src/testing/store-contract/rows.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";
import { seededRandom } from "../support/seed.ts";

const SERVERS = ["a", "b", "c", "d"];
const ITEMS = 24;
const PLAYERS = 4;
const STEPS = 150;

describe("PostgreSQL, several servers at once", () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });
  after(() => server.remove());

  it("lets them write, take over players and dispute the same items: nobody fails, and custody goes one way", async (context) => {
    const url = await server.freshDatabase();
    const engines = SERVERS.map((serverName) => new PostgresEngine({ url, serverName, instance: serverName }));
    context.after(() => Promise.all(engines.map((engine) => engine.close())));
    for (const engine of engines) await engine.open();
    await Promise.all(engines.map((engine, at) => play(engine, SERVERS[at]!, at)));
    const all = await engines[0]!.ask("custodyOf", everyItem());
    assert.equal(all.length, ITEMS);

    async function play(engine: PostgresEngine, name: string, seed: number): Promise<void> {
      const versions = new Map<string, number>();
      const random = seededRandom(seed + 1);
      const below = (most: number) => Math.floor(random() * most);
      for (let step = 1; step <= STEPS; step++) {
        const player = playerId(below(PLAYERS));
        // In no order, as a game has them.
        const moved = Array.from({ length: 20 }, () => below(ITEMS)).map((n) => ({
          kept: itemId(n),
          by: player,
          place: `player:${player}`,
          where: "world:1,2,3",
          at: NOON + step,
        }));
        await engine.write([batchOf(...moved)], step);
        await engine.ask("playerJoined", player, true);
        const [custody] = await engine.ask("custodyOf", [itemId(below(ITEMS))]);
        if (custody && custody.server !== name) {
          assert.ok(custody.version >= (versions.get(custody.itemId) ?? 0), "versions only rise");
          versions.set(custody.itemId, custody.version);
          const { itemId: id, server: holder, version: custodyVersion } = custody;
          const found = { itemId: id, material: "BOW", custodyVersion, seen: copyOf(id), token: "t", holder };
          await engine.ask("openDispute", found);
        }
        for (const { number, version, holder } of await engine.ask("openDisputes")) {
          const change = holder.server === name ? { step: "gone", moveCustody: true } : { step: "withdrawn" };
          await engine.ask("changeDispute", number, version, change as never);
        }
        await engine.ask("playerLeft", player);
      }
    }
  });
});

function everyItem(): string[] {
  return Array.from({ length: ITEMS }, (_, n) => itemId(n));
}
