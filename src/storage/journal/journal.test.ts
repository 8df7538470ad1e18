import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import type { Clock, Log } from "../../core/storage-face.ts";
import { JournalFull } from "../batch-refused.ts";
import { FailureLog } from "../failure-log.ts";
import { Journal, type NewRecord } from "./journal.ts";
import { RECORD_HEADER_BYTES, RECORD_KINDS } from "./journal-record.ts";
import { SEGMENT_HEADER_BYTES } from "./segment.ts";

const ALL = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

describe("the journal", () => {
  it("gives records back in order until they are delivered, also to the next run", (context) => {
    const journalFolder = new JournalFolder(context);
    let journal = journalFolder.open();
    assert.deepEqual(journal.next(...ALL), []);
    const last = journal.append(["a", "b"].map(record));
    journal.append([record("c")]);
    assert.equal(journal.rowCount, 3);
    assert.deepEqual(texts(journal), ["a", "b", "c"]);
    assert.deepEqual(texts(journal, 2), ["a", "b"]);
    journal.delivered(last);
    assert.deepEqual(texts(journal), ["c"]);
    journal.close();

    journal = journalFolder.open();
    assert.deepEqual(texts(journal), ["a", "b", "c"], "the database knows what it has; the file does not");
    const sequences = journal.next(...ALL).map(({ sequence }) => sequence);
    assert.deepEqual(
      sequences.map((sequence) => sequence - (sequences[0] ?? 0)),
      [0, 1, 2],
    );
    journal.delivered(last);
    journal.append([record("d")]);
    assert.deepEqual(texts(journal), ["c", "d"]);
    journal.delivered(journal.lastSequence);
    assert.deepEqual([journal.rowCount, journal.bytes, texts(journal)], [0, 0, []]);
    journal.close();
    assert.deepEqual(journalFolder.lines, []);
  });

  it("whose files are deleted or replaced while it runs writes them again, and says so: the next run has everything", (context) => {
    const harms: Readonly<Record<string, (folder: string, file: string) => void>> = {
      deleted: (_, file) => rmSync(file),
      replaced: (_, file) => {
        rmSync(file);
        writeFileSync(file, "something else");
      },
      "deleted with its folder": (folder) => rmSync(folder, { recursive: true }),
    };
    for (const [what, harm] of Object.entries(harms)) {
      const journalFolder = new JournalFolder(context);
      const journal = journalFolder.open();
      journal.append(["a", "b"].map(record));
      journal.check();
      assert.deepEqual(journalFolder.lines, []);
      harm(journalFolder.path, join(journalFolder.path, readdirSync(journalFolder.path)[0]!));
      journal.append([record("c")]);
      journal.check();
      assert.equal(journalFolder.lines.length, 1, what);
      assert.match(
        journalFolder.lines[0]!,
        /^error The journal \S+ was deleted or replaced while the server runs. It was written again/,
      );
      journal.append([record("d")]);
      journal.check();
      assert.deepEqual(texts(journal), ["a", "b", "c", "d"]);
      // The process is killed: nothing is closed.
      assert.deepEqual(texts(journalFolder.open()), ["a", "b", "c", "d"], what);
      assert.equal(journalFolder.lines.length, 1);
    }
  });

  it("never gives a sequence twice: not after a restart, a clock set back, or a deleted folder", (context) => {
    const journalFolder = new JournalFolder(context);
    let journal = journalFolder.open();
    const first = journal.append([record("a")]);
    journal.delivered(first);
    journal.close();
    journalFolder.nowMs -= 3_600_000;
    journal = journalFolder.open();
    const second = journal.append([record("b")]);
    assert.ok(second > first);
    journal.skipTo(second + 5_000);
    assert.equal(journal.append([record("c")]), second + 5_001);
    journal.close();
    rmSync(journalFolder.path, { recursive: true });
    journalFolder.nowMs += 3_600_001;
    assert.ok(journalFolder.open().append([record("d")]) > second);
  });

  it("spreads over files, and deletes each when all of it is delivered", (context) => {
    const journalFolder = new JournalFolder(context);
    const journal = journalFolder.open();
    const big = "x".repeat(10 << 20);
    const sequences = Array.from({ length: 7 }, () => journal.append([record(big)]));
    assert.equal(journalFolder.files().length, 3);
    assert.deepEqual(
      journal.next(...ALL).map(({ sequence }) => sequence),
      sequences,
    );
    journal.delivered(sequences[3] as number);
    assert.equal(journalFolder.files().length, 2);
    journal.delivered(sequences[6] as number);
    assert.equal(journalFolder.files().length, 1);
    assert.ok(
      statSync(join(journalFolder.path, journalFolder.files()[0] as string)).size < 100,
      "a worn file is given up",
    );
    assert.equal(journal.bytes, 0);
    journal.append([record("more")]);
    assert.deepEqual(texts(journal), ["more"]);
  });

  it("drops a record that was cut in the middle, says so once, and keeps the rest", (context) => {
    const journalFolder = new JournalFolder(context);
    journalFolder.fill("first", "second", "third");
    const file = journalFolder.file();
    const whole = statSync(file).size;
    for (const cut of [1, "third".length, "third".length + 3, "third".length + RECORD_HEADER_BYTES - 1]) {
      const copy = new JournalFolder(context);
      copy.put(journalFolder.files()[0] as string, readFileSync(file).subarray(0, whole - cut));
      const journal = copy.open();
      assert.deepEqual(texts(journal), ["first", "second"], `cut by ${cut}`);
      journal.append([record("fourth")]);
      journal.close();
      assert.match(
        copy.lines.join("\n"),
        /^error The journal \S+ ends in the middle of a record at offset \d+: the last \d+ bytes/,
      );
      assert.equal(copy.lines.length, 1);
      assert.deepEqual(texts(copy.open()), ["first", "second", "fourth"]);
      assert.equal(copy.lines.length, 1, "said once, not at every start");
    }
  });

  it("passes over damage in the middle, and names file and offset", (context) => {
    const journalFolder = new JournalFolder(context);
    journalFolder.fill("first", "second", "third");
    const file = journalFolder.file();
    const bytes = readFileSync(file);
    const second = SEGMENT_HEADER_BYTES + RECORD_HEADER_BYTES + "first".length;
    for (const [at, what] of [
      [0, "its mark"],
      [5, "its length"],
      [8, "its checksum"],
      [24, "its sequence"],
      [RECORD_HEADER_BYTES, "its body"],
    ] as const) {
      const copy = new JournalFolder(context);
      const spoiled = Buffer.from(bytes);
      spoiled[second + at] = (spoiled[second + at] as number) ^ 0x55;
      copy.put(journalFolder.files()[0] as string, spoiled);
      const journal = copy.open();
      assert.deepEqual(texts(journal), ["first", "third"], what);
      assert.equal(journal.rowCount, 2);
      assert.equal(copy.lines.length, 1);
      assert.match(
        copy.lines[0] ?? "",
        new RegExp(`damaged at offset ${second}: \\d+ bytes are lost, the rest is used`),
      );
      assert.ok(copy.lines[0]?.includes(copy.path));
      journal.delivered(journal.lastSequence);
      assert.equal(journal.rowCount, 0);
    }
  });

  it("survives a file that holds nothing but noise, an empty one, and one that is none of its own", (context) => {
    const journalFolder = new JournalFolder(context);
    journalFolder.put("00000000000000000001.journal", Buffer.alloc(0));
    journalFolder.put("00000000000000000002.journal", Buffer.from("noise that is longer than a header, DTJR and all"));
    journalFolder.put("readme.txt", Buffer.from("not ours"));
    const journal = journalFolder.open();
    journal.append([record("a")]);
    assert.deepEqual(texts(journal), ["a"]);
    assert.ok(journalFolder.allFiles().includes("readme.txt"));
  });

  it("takes nothing beyond its limit, all or nothing, and goes on when there is room again", (context) => {
    const journalFolder = new JournalFolder(context, 10_000);
    const journal = journalFolder.open();
    const last = journal.append([record("x".repeat(4_000)), record("y".repeat(4_000))]);
    const { rowCount, bytes } = journal;
    assert.throws(() => journal.append([record("z".repeat(1_000)), record("z".repeat(2_000))]), JournalFull);
    assert.throws(() => journal.append([record("z".repeat(3_000))]), {
      code: "DT_STORE_FULL",
      message: /journal-limit-mb/,
    });
    assert.deepEqual([journal.rowCount, journal.bytes, journal.lastSequence], [rowCount, bytes, last]);
    journal.append([record("fits")]);
    assert.equal(texts(journal).at(-1), "fits");
  });

  it("never reaches its limit as long as records are delivered, however many pass through", (context) => {
    const journal = new JournalFolder(context, 1 << 20).open();
    for (let n = 0; n < 2_000; n++) {
      journal.append([record("x".repeat(5_000))]);
      if (n % 20 === 19) journal.delivered(journal.lastSequence - (n % 40 === 39 ? 0 : 5));
    }
    assert.equal(journal.rowCount, 0);
  });

  it("says which folder cannot be used", (context) => {
    const journalFolder = new JournalFolder(context);
    writeFileSync(join(journalFolder.path, "a-file"), "");
    const folder = join(journalFolder.path, "a-file", "journal");
    const open = () => Journal.open({ folder, limitBytes: 1 << 20, log: journalFolder.log });
    assert.throws(open, { code: "DT_FOLDER_DENIED", message: /a-file.*ENOTDIR/ });
  });

  it("is readable by its owner only", (context) => {
    const journalFolder = new JournalFolder(context);
    journalFolder.fill("a");
    assert.equal(statSync(journalFolder.file()).mode & 0o077, 0);
  });
});

/** A journal's folder, a clock to hold, and the lines that were said. */
class JournalFolder {
  readonly path = mkdtempSync(join(tmpdir(), "doubletake-journal-"));
  readonly lines: string[] = [];
  readonly #limitBytes: number;
  nowMs = Date.UTC(2026, 0, 15);

  constructor(context: TestContext, limitBytes = 1 << 30) {
    this.#limitBytes = limitBytes;
    chmodSync(this.path, 0o700);
    context.after(() => rmSync(this.path, { recursive: true, force: true }));
  }

  get log(): FailureLog {
    const say = (level: string) => (text: string) => this.lines.push(`${level} ${text}`);
    const log: Log = { info: say("info"), warn: say("warn"), error: say("error") };
    return new FailureLog(log);
  }

  open(): Journal {
    const clock: Clock = { now: () => this.nowMs };
    return Journal.open({ folder: this.path, limitBytes: this.#limitBytes, log: this.log, clock });
  }

  fill(...values: readonly string[]): void {
    const journal = this.open();
    for (const value of values) journal.append([record(value)]);
    journal.close();
  }

  put(name: string, bytes: Buffer): void {
    writeFileSync(join(this.path, name), bytes);
  }

  files(): string[] {
    return this.allFiles().filter((name) => name.endsWith(".journal"));
  }

  allFiles(): string[] {
    return readdirSync(this.path).sort();
  }

  file(): string {
    return join(this.path, this.files()[0] as string);
  }
}

function record(text: string): NewRecord {
  return { kind: RECORD_KINDS.operation, rowCount: 1, body: Buffer.from(text) };
}

function texts(journal: Journal, mostRows: number = Number.POSITIVE_INFINITY): string[] {
  return journal.next(mostRows, Number.POSITIVE_INFINITY).map(({ body }) => body.toString());
}
