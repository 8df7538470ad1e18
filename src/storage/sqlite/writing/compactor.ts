import type { DatabaseSync, StatementSync } from "node:sqlite";
import { inTransaction } from "../connection.ts";
import { CompactionRun } from "./compaction-run.ts";
import { type Progress, ProgressRow } from "./progress.ts";
import type { RecentRows } from "./recent-rows.ts";
import { RowInserter } from "./row-inserter.ts";

const ROWS_CLEARED_A_STEP = 32_768;

/**
 * Compacts the append area into the clustered tables, one run at a time and each run in steps. Between two steps, every
 * transfer counts in exactly one of `recent` and `transfers`, for the views as for the questions.
 */
export class Compactor {
  readonly #db: DatabaseSync;
  readonly #progressRow: ProgressRow;
  readonly #transfers: RowInserter;
  /** For the few rows that are not the first of their item in a millisecond. */
  readonly #laterTransfers: RowInserter;
  readonly #custody: RowInserter;
  readonly #highestNth: StatementSync;
  readonly #firstRecent: StatementSync;
  readonly #lastRecent: StatementSync;
  readonly #deleteCompacted: StatementSync;
  #progress: Omit<Progress, "seenItems">;
  #run: CompactionRun | undefined;
  /** The newest time of earlier runs: for a later row, the table cannot hold another row of the same millisecond. */
  #newestBeforeRun: number | null;
  /** The newest time in the table, during a step. */
  #newestTs: number | null = null;

  constructor(db: DatabaseSync, unfinished: RecentRows) {
    this.#db = db;
    this.#progressRow = new ProgressRow(db);
    const intoTransfers = "INSERT INTO transfers (item, ts, nth, player, scene, x, y, z)";
    this.#transfers = new RowInserter(db, intoTransfers, "(?,?,0,?,?,?,?,?)");
    this.#laterTransfers = new RowInserter(db, intoTransfers, "(?,?,?,?,?,?,?,?)");
    this.#custody = new RowInserter(
      db,
      "INSERT INTO custody (item, ts, holder, scene, x, y, z, place, place_hash)",
      "(?,?,?,?,?,?,?,?,?)",
      `ON CONFLICT (item) DO UPDATE SET ts = excluded.ts, holder = excluded.holder, scene = excluded.scene,
         x = excluded.x, y = excluded.y, z = excluded.z, place = excluded.place, place_hash = excluded.place_hash`,
    );
    this.#highestNth = db.prepare("SELECT max(nth) AS nth FROM transfers WHERE item = ? AND ts = ?");
    this.#firstRecent = db.prepare("SELECT min(seq) AS seq FROM recent_records");
    this.#lastRecent = db.prepare("SELECT max(seq) AS seq FROM recent_records");
    this.#deleteCompacted = db.prepare("DELETE FROM recent_records WHERE seq <= ?");
    this.#progress = this.#progressRow.read();
    this.#newestBeforeRun = this.#progress.newestCompactedTs;
    if (this.#progress.compactThrough > 0) this.#run = new CompactionRun(unfinished, this.#progress.compactedItem);
  }

  get isCompacting(): boolean {
    return this.#run !== undefined;
  }

  get compactedTransfers(): number {
    return this.#progress.compactedTransfers;
  }

  /** The rows of the current run. Those of items up to `compactedItem` are already in the clustered tables. */
  get compacting(): RecentRows | undefined {
    return this.#run?.rows;
  }

  get compactedItem(): number {
    return this.#progress.compactedItem;
  }

  /** Begins a run with these rows, which must be all of `recent`. */
  begin(rows: RecentRows): void {
    const compactThrough = (this.#lastRecent.get()?.seq as number | null) ?? 0;
    const progress = { ...this.#progress, compactThrough, compactedItem: 0 };
    inTransaction(this.#db, () => this.#progressRow.writeCompacting(progress));
    this.#progress = progress;
    this.#newestBeforeRun = progress.newestCompactedTs;
    this.#run = new CompactionRun(rows);
  }

  /** Compacts about this many rows, always whole items. The last steps clear the append area. */
  step(rows: number): void {
    const run = this.#run;
    if (!run) return;
    if (run.isDone) this.#finish();
    else this.#compactItems(run, rows);
  }

  /** Runs work that deletes rows from the clustered table and returns how many. Lowers the count in the same transaction. */
  delete(work: () => number): number {
    let rows = 0;
    this.#progress = inTransaction(this.#db, () => {
      rows = work();
      const progress = { ...this.#progress, compactedTransfers: this.#progress.compactedTransfers - rows };
      this.#progressRow.writeCompacting(progress);
      return progress;
    });
    return rows;
  }

  #compactItems(run: CompactionRun, rows: number): void {
    const from = run.position;
    try {
      this.#progress = inTransaction(this.#db, () => {
        let { compactedTransfers, compactedItem } = this.#progress;
        this.#newestTs = this.#progress.newestCompactedTs;
        for (let taken = 0; !run.isDone && taken < rows; ) {
          const { item, at } = run.takeItem();
          compactedTransfers += this.#compactTransfers(run.rows, item, at);
          this.#compactCustody(run.rows, item);
          compactedItem = item;
          taken += at.length;
        }
        this.#transfers.flush();
        this.#laterTransfers.flush();
        this.#custody.flush();
        const progress = { ...this.#progress, newestCompactedTs: this.#newestTs, compactedTransfers, compactedItem };
        this.#progressRow.writeCompacting(progress);
        return progress;
      });
    } catch (cause) {
      run.goBackTo(from);
      this.#transfers.discard();
      this.#laterTransfers.discard();
      this.#custody.discard();
      throw cause;
    }
  }

  /** Returns how many of the item's rows are transfers. */
  #compactTransfers(rows: RecentRows, item: number, itsRows: readonly number[]): number {
    const newestBefore = this.#newestBeforeRun;
    let count = 0;
    let lastTs: number | undefined;
    let nth = 0;
    for (const at of itsRows) {
      if (!rows.isTransfer(at)) continue;
      count++;
      const ts = rows.ts(at);
      if (ts === lastTs) nth++;
      else if (newestBefore !== null && ts <= newestBefore) {
        // The table may hold rows of this millisecond from an earlier run.
        nth = ((this.#highestNth.get(item, ts)?.nth as number | null) ?? -1) + 1;
      } else nth = 0;
      lastTs = ts;
      const isAtText = rows.isAtText(at);
      const row = nth === 0 ? this.#transfers : this.#laterTransfers;
      row.put(item);
      row.put(ts);
      if (nth > 0) row.put(nth);
      row.put(rows.player(at));
      row.put(rows.context(at));
      row.put(isAtText ? null : rows.x(at));
      row.put(isAtText ? null : rows.y(at));
      row.put(isAtText ? null : rows.z(at));
    }
    if (lastTs !== undefined && (this.#newestTs === null || lastTs > this.#newestTs)) this.#newestTs = lastTs;
    return count;
  }

  #compactCustody(rows: RecentRows, item: number): void {
    const at = rows.custodyOf(item);
    if (at < 0) return;
    const row = this.#custody;
    row.put(item);
    row.put(rows.ts(at));
    row.put(rows.player(at));
    row.put(rows.context(at));
    row.put(rows.x(at));
    row.put(rows.y(at));
    row.put(rows.z(at));
    row.put(rows.storedPlaceOf(at));
    row.put(rows.placeOf(at)?.hash ?? 0);
  }

  /** Clears some of the run's rows from the append area. The run ends when all are cleared. */
  #finish(): void {
    const { compactThrough } = this.#progress;
    const first = (this.#firstRecent.get()?.seq as number | null) ?? compactThrough;
    const through = Math.min(compactThrough, first + ROWS_CLEARED_A_STEP);
    const isEnd = through === compactThrough;
    const progress = isEnd ? { ...this.#progress, compactThrough: 0, compactedItem: 0 } : this.#progress;
    inTransaction(this.#db, () => {
      this.#deleteCompacted.run(through);
      this.#progressRow.writeCompacting(progress);
    });
    this.#progress = progress;
    if (isEnd) this.#run = undefined;
  }
}
