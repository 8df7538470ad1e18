import type { ArchiveSource, Spans } from "./archive-source.ts";
import { manifestsFor } from "./cleared-months.ts";
import { type ArchiveColumns, sliceColumns } from "./files/archive-columns.ts";
import { verify } from "./files/archive-file.ts";
import type { ArchiveFolder, Manifest } from "./files/archive-folder.ts";
import { ArchiveWriter } from "./files/archive-writer.ts";
import { endOfMonth, lastMonthBefore, type Month } from "./files/month.ts";

/** How many rows are deleted from the store in one transaction, which takes some ten milliseconds, or thirty for rows one by one. */
const ROWS_A_STEP = 4096;

/** The steps of a month. If the process ends at any of them, the next run continues from what the folder holds. */
type ArchiveStep =
  | "claimed"
  | "writing"
  | "written"
  | "verified"
  | "named"
  | "sealed"
  | "told"
  | "clearing"
  | "marked"
  | "cleared";

interface ArchiveRunOptions {
  readonly folder: ArchiveFolder;
  readonly source: ArchiveSource;
  readonly server: string;
  /** Months that end before this are archived. */
  readonly beforeMs: number;
  /** Deletes these rows from the store, except the newest of an item and the earliest of an item and player. */
  readonly clear: (rows: ArchiveColumns) => Promise<void>;
  /** Deletes spans of rows, and resolves with true if it found every span as expected. */
  readonly clearSpans: (spans: Float64Array<ArrayBuffer>) => Promise<boolean>;
  /** Records in the store that the rows of this month are gone from it. */
  readonly markCleared: (month: Month) => Promise<void>;
  /** How many rows are cleared at once; `ROWS_A_STEP` by default. */
  readonly rowsAStep?: number;
  /** Called after each step. */
  readonly onStep?: (step: ArchiveStep, month: Month) => void;
}

/**
 * Seals the months that are due, the oldest first, and deletes the sealed rows from the store. Nothing is deleted before the file was
 * read back and matches, by count and checksum, the rows read from the store. Only rows that the file holds are deleted.
 * Returns the manifests of this run.
 */
export async function archiveRun(options: ArchiveRunOptions): Promise<Manifest[]> {
  return options.folder.whileHeld(() => runAlone(options));
}

async function runAlone(options: ArchiveRunOptions): Promise<Manifest[]> {
  const { folder, source } = options;
  folder.clearDrafts();
  const manifests = manifestsFor(await source.clearedMonths(), folder.manifests());
  for (const manifest of manifests.filter(({ isCleared }) => !isCleared)) {
    if (manifest.rows > 0) await verify(folder.fileOf(manifest.month), manifest);
    await tellAndClear(options, manifest);
  }
  const done: Manifest[] = [];
  for (const month of await dueMonths(options)) {
    if (!(await source.claim(month, folder.path))) continue;
    options.onStep?.("claimed", month);
    const sealed = await sealMonth(options, month);
    await tellAndClear(options, sealed.manifest, sealed);
    done.push(sealed.manifest);
  }
  return done;
}

/** Returns the due months after the last sealed one. The last due month is always among them: it takes the leftovers of those before. */
async function dueMonths({ folder, source, beforeMs }: ArchiveRunOptions): Promise<Month[]> {
  const due = lastMonthBefore(beforeMs);
  const sealed = [...folder.manifests().map(({ month }) => month), ...(await source.sealedElsewhere())];
  const last = sealed.reduce((latest, month) => (month > latest ? month : latest), "");
  if (due <= last) return [];
  const months = await source.monthsBefore(endOfMonth(due));
  return months.length === 0 ? [] : [...new Set([...months, due])].filter((month) => month > last).sort();
}

/** A month that was sealed in this run. */
interface SealedMonth {
  readonly manifest: Manifest;
  /** Its rows as they were read from the store. */
  readonly spans: Spans;
  /** The file that was read back. */
  readonly stamp: string;
}

async function sealMonth(options: ArchiveRunOptions, month: Month): Promise<SealedMonth> {
  const { folder, source, server, onStep } = options;
  const draft = folder.draftOf(month);
  const { groups, spans } = source.rowsBefore(endOfMonth(month));
  const writer = await ArchiveWriter.open(draft);
  for await (const rows of groups) {
    writer.add(rows);
    onStep?.("writing", month);
  }
  const facts = writer.finish();
  onStep?.("written", month);
  const stamp = folder.stampOf(draft);
  await verify(draft, facts);
  onStep?.("verified", month);
  folder.adoptDraft(month);
  onStep?.("named", month);
  const manifest: Manifest = { format: 1, month, server, ...facts, isCleared: false };
  folder.writeManifest(manifest);
  onStep?.("sealed", month);
  return { manifest, spans, stamp };
}

/** `sealed` is absent if the month was sealed before this run. */
async function tellAndClear(options: ArchiveRunOptions, manifest: Manifest, sealed?: SealedMonth): Promise<void> {
  const { folder, source, markCleared, onStep } = options;
  const { month, rows } = manifest;
  if (!(await source.seal(manifest, folder.path))) {
    // Another server has archived these rows, or will archive them.
    folder.remove(manifest);
    return;
  }
  onStep?.("told", month);
  const isClear = rows === 0 || (sealed !== undefined && (await clearSpans(options, sealed)));
  // Compares each row with the file, and deletes what is left of it.
  if (!isClear) await clearRows(options, month);
  // The manifest last: a month whose manifest says so is not told of again.
  await markCleared(month);
  onStep?.("marked", month);
  folder.writeManifest({ ...manifest, isCleared: true });
  onStep?.("cleared", month);
}

/** True if every span was as it had been read. Deletes nothing if the file is not the one that was read back. */
async function clearSpans(
  { folder, clearSpans: clear, rowsAStep = ROWS_A_STEP, onStep }: ArchiveRunOptions,
  { manifest: { month, rows }, spans, stamp }: SealedMonth,
): Promise<boolean> {
  if (spans.rows !== rows || folder.stampOf(folder.fileOf(month)) !== stamp) return false;
  let isWhole = true;
  let before = Promise.resolve(true);
  for (const some of spans.inStoreOrder(rowsAStep)) {
    const clearing = clear(some);
    // The store deletes while the next rows are gathered. A failure shows at the `await` of `before`.
    clearing.catch(() => undefined);
    if (!(await before)) isWhole = false;
    before = clearing;
    onStep?.("clearing", month);
  }
  return (await before) && isWhole;
}

async function clearRows(
  { folder, clear, rowsAStep = ROWS_A_STEP, onStep }: ArchiveRunOptions,
  month: Month,
): Promise<void> {
  const file = await folder.open(month);
  try {
    let before: Promise<void> = Promise.resolve();
    for await (const columns of file.allGroups()) {
      for (let from = 0; from < columns.itemId.length; from += rowsAStep) {
        const clearing = clear(sliceColumns(columns, from, from + rowsAStep));
        // The store deletes while the next rows are read. A failure shows at the `await` of `before`.
        clearing.catch(() => undefined);
        await before;
        before = clearing;
        onStep?.("clearing", month);
      }
    }
    await before;
  } finally {
    await file.close();
  }
}
