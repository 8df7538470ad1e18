/** PostgreSQL: our rate against a bare COPY and against one INSERT per event, bytes per row, and questions by size. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../test/support/postgres-server.ts";
import { measureQuestions, type QuestionTimes } from "./store-postgres/questions.ts";
import { copyRate, insertRate, ourRate } from "./store-postgres/rates.ts";
import { bytesOfTables } from "./store-postgres/table-bytes.ts";

interface PostgresFigures {
  readonly transfers: number;
  readonly rowsPerS: number;
  readonly copyRowsPerS: number;
  /** Target 0.5; the median of the rounds. */
  readonly ratioToCopy: number;
  /** Of all rounds: the same COPY takes half as long again if the disk is busy. */
  readonly ratiosToCopy: readonly number[];
  readonly insertRowsPerS: number;
  /** Target 5. */
  readonly timesOneInsertPerEvent: number;
  /** Target 110. */
  readonly bytesPerRow: number;
  /** Target: p99 grows by less than 2. */
  readonly questions: QuestionTimes;
}

const TRANSFERS = 1_000_000;
const ROUNDS = 5;
const SIZE = { items: 50_000, players: 500 };

export async function run(): Promise<{ readonly postgres: PostgresFigures }> {
  return { postgres: await postgresFigures() };
}

export async function postgresFigures(): Promise<PostgresFigures> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-"));
  try {
    const rounds: { url: string; rowsPerS: number; bytesPerRow: number; copyRowsPerS: number; ratio: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const url = await server.freshDatabase();
      const rowsPerS = await ourRate(url, join(folder, `journal-${round}`), SIZE, TRANSFERS);
      const bytesPerRow = (await bytesOfTables(server, url)) / TRANSFERS;
      const copyRowsPerS = await copyRate(server, url);
      rounds.push({ url, rowsPerS, bytesPerRow, copyRowsPerS, ratio: rowsPerS / copyRowsPerS });
    }
    const middle = rounds.toSorted((a, b) => a.ratio - b.ratio)[ROUNDS >> 1]!;
    const { url, rowsPerS, bytesPerRow, copyRowsPerS, ratio } = middle;
    const insertRowsPerS = await insertRate(server, url, SIZE);
    const questions = await measureQuestions(server, SIZE);
    return {
      transfers: TRANSFERS,
      rowsPerS: Math.round(rowsPerS),
      copyRowsPerS: Math.round(copyRowsPerS),
      ratioToCopy: ratio,
      ratiosToCopy: rounds.map((round) => round.ratio),
      insertRowsPerS: Math.round(insertRowsPerS),
      timesOneInsertPerEvent: rowsPerS / insertRowsPerS,
      bytesPerRow,
      questions,
    };
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
