import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { PostgresConnection } from "../../src/storage/postgres/connection.ts";
import { connectionOptions } from "../../src/storage/postgres/connection-options.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

const numbersTo = (last: number) => `COPY (SELECT n FROM generate_series(1, ${last}) AS n) TO STDOUT (FORMAT binary)`;
/** A row is the number of its values, and each comes after its length. */
const read = (bytes: Buffer): number => bytes.readInt32BE(6);

describe("rows that PostgreSQL copies to us", () => {
  it("come all, in their order, however many, and the session goes on", async (context) => {
    const connection = await connect(context);
    for (const last of [0, 1, 4096, 100_000]) {
      const found: number[] = [];
      for await (const rows of connection.copyOut(numbersTo(last), read)) found.push(...rows);
      assert.deepEqual(
        found,
        Array.from({ length: last }, (_, at) => at + 1),
      );
    }
    assert.deepEqual(await connection.query("SELECT 1 AS one"), [{ one: 1 }]);
  });

  it("wait for whoever takes them", async (context) => {
    const connection = await connect(context);
    let count = 0;
    const rows = connection.copyOut(numbersTo(5_000_000), () => ++count);
    await rows.next();
    const first = count;
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(count < first + 20_000, `${count} after ${first}`);
    await rows.return(undefined);
    assert.equal(connection.isOpen, false);
  });

  it("end with the error, if the statement fails midway or at once", async (context) => {
    const connection = await connect(context);
    for (const failsAt of [5000, 1]) {
      const failing = `COPY (SELECT 1 / (${failsAt} - n) FROM generate_series(1, 20000) AS n) TO STDOUT (FORMAT binary)`;
      await assert.rejects(async () => {
        for await (const _ of connection.copyOut(failing, read));
      }, /division by zero/);
    }
    assert.deepEqual(await connection.query("SELECT 1 AS one"), [{ one: 1 }]);
  });

  it("end with an error if the session ends", async (context) => {
    const connection = await connect(context);
    const rows = connection.copyOut(numbersTo(5_000_000), read);
    await rows.next();
    connection.destroy();
    await assert.rejects(async () => {
      for await (const _ of rows);
    });
  });
});

async function connect(context: TestContext): Promise<PostgresConnection> {
  const connection = await PostgresConnection.connect(connectionOptions(server.url, "copy out"));
  context.after(() => connection.close());
  return connection;
}
