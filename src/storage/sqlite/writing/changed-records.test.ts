import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { batchOf, itemId, NOON, playerId, type Row } from "../../../testing/store-contract/rows.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { openEngine } from "../../../testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../../testing/unpublished/temporary-folder.ts";
import { erasePlayer } from "../../maintenance/erase-player.ts";
import { openReader } from "../../reader/open-reader.ts";

const RECORDS = 6;
const ROWS = 40;
const SMALL = { compactAtRows: 64 };
const LOST = /about \d+ of the newest rows.*are lost.*moved to .*damaged-records-.*goes on with everything else/;

describe("a record of the append area that the disk has changed", () => {
  it("is set aside whole, whatever was changed, and is never taken for what happened", async (context) => {
    const folder = temporaryFolder(context);
    const whole = join(folder, "whole.db");
    await fill(whole);
    const before = recordsIn(whole);
    let runs = 0;
    const property = fc.asyncProperty(fc.nat(RECORDS - 1), change, async (record, { column, to }) => {
      const file = join(folder, `${runs++}.db`);
      copyFileSync(whole, file);
      const old = before[record]?.[column] as SQLInputValue;
      set(file, record, column, to(old as never));
      const changed = recordsIn(file)[record];
      const log = new RecordingLog();
      const engine = await openEngine(file, SMALL, log);
      if (isDeepStrictEqual(changed?.[column], old)) {
        assert.deepEqual([log.lines, numbersIn(file).length], [[], RECORDS * ROWS]);
        return engine.close();
      }
      assert.equal(log.lines.length, 1);
      assert.match(log.lines[0] ?? "", LOST);
      const left = numbers().filter((n) => Math.floor(n / ROWS) !== record);
      assert.deepEqual(numbersIn(file), left);
      assert.equal((await engine.ask("counts")).transfers, left.length);
      const aside = readFileSync(asideOf(file));
      assert.ok(aside.includes(Buffer.from(changed?.rows as Uint8Array)));

      await engine.write([batchOf(...rowsFrom(RECORDS * ROWS))]);
      while (await engine.upkeepStep(true));
      await engine.open();
      assert.equal(log.lines.length, 1);
      assert.equal((await engine.ask("counts")).transfers, left.length + ROWS);
      await engine.close();
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it("is found by a single bit of the file, in the middle of a run, too", async (context) => {
    for (const steps of [0, 3]) {
      const file = join(temporaryFolder(context), "tracker.db");
      await fill(file, steps);
      const db = new DatabaseSync(file);
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
      // A digit of x becomes another one: still JSON.
      flipAll(file, `,${ROWS * 2 + 7},64,`, 2);
      const log = new RecordingLog();
      const engine = await openEngine(file, SMALL, log);
      assert.match(log.lines[0] ?? "", /about 40 of the newest rows \(written about 2026-01-15T12:00Z\) are lost/);
      while (await engine.upkeepStep(true));
      const found = numbersIn(file);
      assert.deepEqual(found, [...new Set(found)]);
      assert.deepEqual(
        numbers().filter((n) => Math.floor(n / ROWS) !== 2),
        found.filter((n) => Math.floor(n / ROWS) !== 2),
      );
      await engine.close();
    }
  });

  it("is found by its shape, where an older layout wrote it without a checksum", async (context) => {
    const folder = temporaryFolder(context);
    const shapes = [
      "[[1,0,1,1,1,2]]",
      '[[1,"0",1,1,1,2,3]]',
      "[[0,0,1,1,1,2,3]]",
      "[[1,0,1,1,1,2,3,4]]",
      "{}",
      "[[1,0",
    ];
    for (const [n, rows] of shapes.entries()) {
      const file = join(folder, `${n}.db`);
      await fill(file);
      const db = new DatabaseSync(file);
      db.exec("UPDATE recent_records SET crc = NULL");
      db.close();
      set(file, 1, "rows", rows);
      const log = new RecordingLog();
      const engine = await openEngine(file, SMALL, log);
      assert.match(log.lines[0] ?? "", LOST, rows);
      assert.equal((await engine.ask("counts")).transfers, (RECORDS - 1) * ROWS);
      await engine.close();
    }
  });

  it("is named by those who read the file from outside, with what to do", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    await fill(file);
    const running = await openEngine(file);
    set(file, 1, "rows", "[[1,0,");
    const reader = await openReader({ engine: "sqlite", file, serverName: "test" });
    const told = (message: RegExp) => ({ code: "DT_STORE_DAMAGED", message });
    await assert.rejects(reader.counts(), told(/has these rows in memory: ask in the game/));
    await running.close();
    await assert.rejects(reader.countTransfers({}), told(/Start the server once: it sets what was changed aside/));
    const broken: string[] = [];
    for await (const { rule, problems, examples } of reader.integrity()) {
      if (problems > 0) broken.push(`${rule}: ${examples}`);
    }
    assert.match(broken[0] ?? "", /every record of the append area as it was written: record 80/);
    assert.ok(broken.slice(1).every((line) => line.includes("cannot be checked")));
    await reader.close();
    await (await openEngine(file)).close();
    const again = await openReader({ engine: "sqlite", file, serverName: "test" });
    assert.equal(await again.countTransfers({}), (RECORDS - 1) * ROWS);
    await again.close();
  });

  it("is not one in which a player's id was replaced", async (context) => {
    const file = join(temporaryFolder(context), "tracker.db");
    await fill(file);
    const config = { engine: "sqlite", file, serverName: "test" } as const;
    await erasePlayer(config, dirname(file), { id: playerId(0), name: "Alex" });
    const log = new RecordingLog();
    const engine = await openEngine(file, SMALL, log);
    assert.deepEqual(log.lines, []);
    assert.equal((await engine.ask("counts")).transfers, RECORDS * ROWS);
    await engine.close();
  });
});

type Column = "rows" | "base" | "crc";

const change: fc.Arbitrary<{ column: Column; to: (old: never) => SQLInputValue }> = fc.oneof(
  fc.record({
    column: fc.constant("rows" as const),
    to: fc.oneof(
      fc.tuple(fc.nat(), fc.nat(7)).map(
        ([byte, bit]) =>
          (old: Uint8Array) =>
            flipped(old, byte % old.length, 1 << bit),
      ),
      fc.nat().map((length) => (old: Uint8Array) => Buffer.from(old).subarray(0, length % old.length)),
      fc.tuple(fc.nat(), fc.nat(100)).map(([from, length]) => (old: Uint8Array) => {
        return Buffer.from(old).fill(0, from % old.length, Math.min(old.length, (from % old.length) + length));
      }),
      fc.constant(() => new Uint8Array()),
    ),
  }),
  fc.record({
    column: fc.constantFrom("base" as const, "crc" as const),
    to: fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => () => value),
      fc.nat(40).map((bit) => (old: number) => BigInt(old) ^ (1n << BigInt(bit))),
    ),
  }),
) as never;

async function fill(file: string, steps = 0): Promise<void> {
  const engine = await openEngine(file, SMALL);
  for (let record = 0; record < RECORDS; record++) await engine.write([batchOf(...rowsFrom(record * ROWS))]);
  // Opened anew, it compacts one item in each step.
  await engine.open();
  for (let step = 0; step < steps; step++) await engine.upkeepStep(false);
  await engine.close();
}

/** The x coordinate counts up, and every fourth row is kept at a place that names a player. */
function rowsFrom(first: number): Row[] {
  return Array.from({ length: ROWS }, (_, row): Row[] => {
    const n = first + row;
    const [item, by, where] = [itemId(n % 7), playerId(n % 3), `world:${n},64,0`];
    const moved: Row = { moved: item, by, action: "DROP", to: where, at: NOON + n };
    return n % 4 === 0 ? [moved, { kept: item, by, place: `ender:${playerId(0)}`, where, at: NOON + n }] : [moved];
  }).flat();
}

function numbers(): number[] {
  return Array.from({ length: RECORDS * ROWS }, (_, n) => n);
}

function numbersIn(file: string): number[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db.prepare("SELECT location FROM tracker_item_transfers").all();
  db.close();
  return rows.map(({ location }) => Number(String(location).split(/[:,]/)[1])).sort((a, b) => a - b);
}

function recordsIn(file: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const select = db.prepare("SELECT seq, base, CAST(rows AS BLOB) AS rows, crc FROM recent_records ORDER BY seq");
  select.setReadBigInts(true);
  const records = select.all();
  db.close();
  return records.map((record) => ({ ...record, rows: Buffer.from(record.rows as Uint8Array) }));
}

/** `record` counts from 0. */
function set(file: string, record: number, column: Column, value: SQLInputValue): void {
  const db = new DatabaseSync(file);
  const to = column === "rows" ? "CAST(? AS TEXT)" : "?";
  db.prepare(
    `UPDATE recent_records SET ${column} = ${to} WHERE seq = (SELECT seq FROM recent_records ORDER BY seq LIMIT 1 OFFSET ?)`,
  ).run(value, record);
  db.close();
}

function flipped(old: Uint8Array, at: number, bits: number): Uint8Array {
  return Buffer.from(old).fill((old[at] as number) ^ bits, at, at + 1);
}

/** Changes a bit of the byte `after` bytes into this text, wherever the file has it: unused parts of pages hold older copies. */
function flipAll(file: string, text: string, after: number): void {
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at))
    bytes[at + after] = (bytes[at + after] as number) ^ 1;
  writeFileSync(file, bytes);
}

function asideOf(file: string): string {
  const name = readdirSync(dirname(file)).find((found) => found.startsWith(`${basename(file)}.damaged-records-`));
  return join(dirname(file), name ?? "");
}
