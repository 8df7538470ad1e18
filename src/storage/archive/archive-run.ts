import { DoubletakeError } from "../../core/model/records.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { endOfMonth, lastMonthBefore, type Month } from "./sealed/month.ts";
import { COLUMNS, type SealedColumns, sliceColumns } from "./sealed/sealed-columns.ts";
import { SealedFile } from "./sealed/sealed-file.ts";
import type { Manifest, SealedFolder } from "./sealed/sealed-folder.ts";
import { type SealedFacts, SealedWriter } from "./sealed/sealed-writer.ts";

/** Rows that leave the store in one transaction: some ten milliseconds. */
const ROWS_A_STEP = 4096;

/** What a month goes through. After an end at any of them the next run goes on from what the folder holds. */
type ArchiveStep = "claimed" | "written" | "verified" | "named" | "sealed" | "told" | "clearing" | "cleared";

interface ArchiveRunOptions {
  readonly folder: SealedFolder;
  readonly source: ArchiveSource;
  readonly server: string;
  /** Months that end before this are archived. */
  readonly beforeMs: number;
  /** Deletes these rows from the store, unless they are their item's newest or earliest. */
  readonly clear: (rows: SealedColumns) => Promise<void>;
  /** How many of them leave it in one transaction; `ROWS_A_STEP` unless told. */
  readonly rowsAStep?: number;
  /** For whoever wants to know how far it has come. */
  readonly onStep?: (step: ArchiveStep, month: Month) => void;
}

/**
 * Seals the months that are due, the oldest first, and deletes from the store what is sealed. Nothing is deleted before the file was
 * read back and holds, by count and checksum, what was read from the store; and only rows that the file holds are deleted.
 * Returns the manifests of this run.
 */
export async function archiveRun(options: ArchiveRunOptions): Promise<Manifest[]> {
  const { folder, source } = options;
  folder.make();
  folder.clearDrafts();
  for (const manifest of folder.manifests().filter(({ isCleared }) => !isCleared)) {
    await verify(folder.fileOf(manifest.month), manifest);
    await tellAndClear(options, manifest);
  }
  const done: Manifest[] = [];
  for (const month of await dueMonths(options)) {
    if (!(await source.claim(month, folder.path))) continue;
    options.onStep?.("claimed", month);
    const manifest = await sealMonth(options, month);
    await tellAndClear(options, manifest);
    done.push(manifest);
  }
  return done;
}

/** Months behind the last that is sealed. The last one that is due is always among them: it takes along what was left of those before. */
async function dueMonths({ folder, source, beforeMs }: ArchiveRunOptions): Promise<Month[]> {
  const due = lastMonthBefore(beforeMs);
  const sealed = [...folder.manifests().map(({ month }) => month), ...(await source.sealedElsewhere())];
  const last = sealed.reduce((latest, month) => (month > latest ? month : latest), "");
  if (due <= last) return [];
  const months = await source.monthsBefore(endOfMonth(due));
  return months.length === 0 ? [] : [...new Set([...months, due])].filter((month) => month > last).sort();
}

async function sealMonth(options: ArchiveRunOptions, month: Month): Promise<Manifest> {
  const { folder, source, server, onStep } = options;
  const draft = folder.draftOf(month);
  const writer = await SealedWriter.open(draft);
  for await (const rows of source.rowsBefore(endOfMonth(month))) {
    for (const name of COLUMNS) {
      const to = writer.waiting[name] as unknown[];
      for (const value of rows[name]) to.push(value);
    }
    writer.flush();
  }
  const facts = writer.finish();
  onStep?.("written", month);
  await verify(draft, facts);
  onStep?.("verified", month);
  folder.adoptDraft(month);
  onStep?.("named", month);
  const manifest: Manifest = { format: 1, month, server, ...facts, isCleared: facts.rows === 0 };
  folder.writeManifest(manifest);
  onStep?.("sealed", month);
  return manifest;
}

async function verify(path: string, wanted: SealedFacts): Promise<void> {
  const file = await SealedFile.open(path);
  try {
    const found = await file.facts();
    if (found.rows === wanted.rows && found.checksum === wanted.checksum) return;
    throw new DoubletakeError(
      "DT_STORE_DAMAGED",
      `${path} does not hold what was written to it (${found.rows} of ${wanted.rows} rows were read back). Nothing was deleted; check the disk.`,
    );
  } finally {
    await file.close();
  }
}

async function tellAndClear(options: ArchiveRunOptions, manifest: Manifest): Promise<void> {
  const { folder, source, clear, rowsAStep = ROWS_A_STEP, onStep } = options;
  const { month } = manifest;
  if (!(await source.seal(manifest, folder.path))) {
    // Another server has the rows, or has yet to take them from the store.
    folder.remove(month);
    return;
  }
  onStep?.("told", month);
  const file = await folder.open(month);
  try {
    let before: Promise<void> = Promise.resolve();
    for await (const columns of file.allGroups()) {
      for (let from = 0; from < columns.itemId.length; from += rowsAStep) {
        const clearing = clear(sliceColumns(columns, from, from + rowsAStep));
        // The store deletes while the next rows are read. Whether it failed is asked below.
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
  folder.writeManifest({ ...manifest, isCleared: true });
  await source.cleared(month);
  onStep?.("cleared", month);
}
