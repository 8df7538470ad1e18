import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { PostgresConnection } from "../../src/storage/postgres/connection.ts";
import { connectionOptions } from "../../src/storage/postgres/connection-options.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { sessionQuestions } from "../../src/storage/postgres/network/sessions.ts";
import { batchOf, copyOf, itemId, NOON, playerId } from "../../src/testing/store-contract/rows.ts";
import { itemParts } from "../support/item-parts.ts";
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
    const engines = SERVERS.map(
      (serverName) => new PostgresEngine({ url, serverName, partitions: itemParts, instance: serverName }),
    );
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

  it("hands over what a player carries, whenever during the join the other server lets the player go", async (context) => {
    const url = await server.freshDatabase();
    const lobby = new PostgresEngine({ url, serverName: "lobby", instance: "lobby" });
    const survival = new PostgresEngine({ url, serverName: "survival", instance: "survival" });
    context.after(() => Promise.all([lobby, survival].map((engine) => engine.close())));
    await lobby.open();
    await survival.open();
    const connection = await PostgresConnection.connect(connectionOptions(url, "test"));
    context.after(() => connection.close());
    const [own] = await connection.query("SELECT ref, name FROM dt_servers WHERE name = 'survival'");
    let sequence = 0;
    let statements = 0;
    for (let leavesBefore = 0; leavesBefore <= statements; leavesBefore++) {
      const [player, item] = [playerId(leavesBefore), itemId(leavesBefore)];
      await lobby.ask("playerJoined", player, true);
      const carried = { by: player, place: `player:${player}`, where: "world:1,2,3", at: NOON };
      await lobby.write([batchOf({ kept: item, ...carried })], ++sequence);
      statements = 0;
      const interrupted: Pick<PostgresConnection, "query" | "retriedTransaction"> = {
        retriedTransaction: (work) => connection.retriedTransaction(work),
        query: async (text, values) => {
          if (statements++ === leavesBefore) await lobby.ask("playerLeft", player);
          return connection.query(text, values);
        },
      };
      const questions = sessionQuestions(interrupted, {
        ref: own?.ref as number,
        name: "survival",
        epoch: 1,
        game: "",
      });
      const { awaited } = await questions.playerJoined(player, true);
      const [custody] = await survival.ask("custodyOf", [item]);
      const isHandedOver = custody?.server === "survival";
      assert.ok(isHandedOver || awaited.includes("lobby"), `left before statement ${leavesBefore}: it is asked again`);
    }
    assert.ok(statements > 2);
  });

  it("waits for a server that runs and has not been heard of: whoever is there may not be on record", async (context) => {
    const url = await server.freshDatabase();
    const [a, b] = ["a", "b"].map((serverName) => new PostgresEngine({ url, serverName, instance: serverName }));
    context.after(() => Promise.all([a, b].map((engine) => engine!.close())));
    await a!.open();
    await b!.open();
    const awaited = async () => {
      const answer = await a!.ask("playerJoined", playerId(1), true);
      assert.deepEqual(answer.silent ?? [], answer.awaited);
      return answer.awaited;
    };
    const age = () =>
      server.query(
        url,
        "SET doubletake.protocol = 9; UPDATE dt_servers SET beat = clock_timestamp() - interval '7 s' WHERE name = 'b'",
      );
    assert.deepEqual(await awaited(), []);
    await age();
    assert.deepEqual(await awaited(), ["b"]);
    await b!.ask("heartbeat", { lagRows: 0, isStopping: false });
    assert.deepEqual(await awaited(), []);
    await age();
    await b!.close();
    assert.deepEqual(await awaited(), [], "it has died, and nobody is there");
  });

  it("takes no number for a player whom it knows, however often it asks: there are two thousand million of them", async (context) => {
    const url = await server.freshDatabase();
    const engine = new PostgresEngine({ url, serverName: "a", instance: "a" });
    context.after(() => engine.close());
    await engine.open();
    const ask = () => engine.ask("playerJoined", playerId(1), true);
    const lastNumber = () => server.query(url, "SELECT last_value FROM dt_players_ref_seq");
    await ask();
    const before = await lastNumber();
    for (let time = 0; time < 5; time++) await ask();
    assert.deepEqual(await lastNumber(), before);
  });

  it("does not wait for ever for a server that stopped in the middle of a transaction", async (context) => {
    const connection = await PostgresConnection.connect(connectionOptions(await server.freshDatabase(), "test"));
    context.after(() => connection.close());
    const [row] = await connection.query("SHOW idle_in_transaction_session_timeout");
    assert.notEqual(row?.idle_in_transaction_session_timeout, "0", "PostgreSQL ends such a session");
  });

  it("keeps two games apart: a name means the player of one's own, and what a player carries stays with the game", async (context) => {
    const url = await server.freshDatabase();
    const start = async (serverName: string, game: string) => {
      const engine = new PostgresEngine({ url, serverName, partitions: itemParts, instance: serverName, game });
      context.after(() => engine.close());
      await engine.open();
      return engine;
    };
    const [lobby, survival, java] = [
      await start("lobby", "bedrock"),
      await start("survival", "bedrock"),
      await start("java", "java"),
    ];
    const carried = (at: number) => ({ place: `player:${playerId(at)}`, where: "world:1,2,3", by: playerId(at) });
    await lobby.write(
      [batchOf({ named: playerId(1), name: "Alex", at: NOON }, { kept: itemId(1), at: NOON, ...carried(1) })],
      1,
    );
    await java.write(
      [batchOf({ named: playerId(2), name: "Alex", at: NOON }, { kept: itemId(2), at: NOON, ...carried(2) })],
      1,
    );
    assert.equal((await survival.ask("playerByName", "alex"))?.id, playerId(1));
    assert.equal((await java.ask("playerByName", "alex"))?.id, playerId(2));
    // Joins wait for servers that are silent, as these are by now on a machine that takes seconds to open them.
    for (const engine of [lobby, survival, java]) await engine.ask("heartbeat", { lagRows: 0, isStopping: false });
    // One account on both, as an offline server lets anybody be.
    assert.deepEqual(await lobby.ask("playerJoined", playerId(1), true), { awaited: [] });
    assert.deepEqual(await java.ask("playerJoined", playerId(1), true), { awaited: [] });
    await lobby.ask("playerLeft", playerId(1));
    await java.ask("playerJoined", playerId(1), true);
    assert.equal((await java.ask("custodyOf", [itemId(1)]))[0]?.server, "lobby");
    await survival.ask("playerJoined", playerId(1), true);
    assert.equal((await java.ask("custodyOf", [itemId(1)]))[0]?.server, "survival");
  });
});

function everyItem(): string[] {
  return Array.from({ length: ITEMS }, (_, n) => itemId(n));
}
