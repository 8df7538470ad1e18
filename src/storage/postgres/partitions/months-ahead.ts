import { monthStart } from "../../archive/files/month.ts";
import type { PostgresConnection, Statements } from "../connection.ts";
import { MOST_WAITING } from "./arrange.ts";
import { attach, createIndexes, createTable, monthTable, REST, readPartitions, sqlMoment } from "./partitions.ts";

/** Tables exist for this month and the two after it, so rows still find their month if upkeep fails for a while. */
const MONTHS_AHEAD = 3;

/** Returns the beginnings of the coming months that have no table yet. */
export async function monthsWanted(to: Statements): Promise<number[]> {
  const parts = (await readPartitions(to)) ?? [];
  const lastEndMs = Math.max(...parts.flatMap(({ endMs }) => endMs ?? []));
  const wanted: number[] = [];
  const untilMs = monthStart(Date.now(), MONTHS_AHEAD);
  for (let startMs = lastEndMs; startMs < untilMs; startMs = monthStart(startMs, 1)) wanted.push(startMs);
  return parts.length === 0 ? [] : wanted;
}

/**
 * Makes the tables of coming months before their first rows arrive. A table becomes a part only when it is complete. That takes a moment,
 * in which only rows without a month wait. Rows set aside earlier move into their new month.
 */
export async function makeMonths(connection: PostgresConnection): Promise<void> {
  for (const startMs of await monthsWanted(connection)) {
    const [table, endMs] = [monthTable(startMs), monthStart(startMs, 1)];
    await connection.transaction(async () => {
      await connection.query(MOST_WAITING);
      await connection.query(`
        ${createTable(table, startMs, endMs)};
        WITH early AS (
          DELETE FROM ${REST} WHERE ts >= ${sqlMoment(startMs)} AND ts < ${sqlMoment(endMs)} RETURNING *
        )
        INSERT INTO ${table} SELECT * FROM early;
        ${createIndexes(table)};
        ${attach(table, startMs, endMs)}`);
    });
  }
}
