import type { ArchivedMonth, EngineConfig } from "../engine.ts";
import type { Archive } from "./archive.ts";

/** Opens the database for reading. Rejects with `DT_STORE_UNREACHABLE` when there is none yet. */
export async function openArchive(config: EngineConfig): Promise<Archive> {
  if (config.engine === "postgres") {
    const { openPostgresArchive } = await import("../postgres/archive.ts");
    return openPostgresArchive(config);
  }
  const { openSqliteArchive } = await import("../sqlite/archive.ts");
  return openSqliteArchive(config);
}

/** The same, with what was archived from it. */
export async function openWholeArchive(config: EngineConfig): Promise<Archive> {
  const archive = await openArchive(config);
  if (config.archiveFolder === undefined) return archive;
  const { continuedArchive } = await import("../sealed/continued-archive.ts");
  const { SealedFolder } = await import("../sealed/sealed-folder.ts");
  return continuedArchive(archive, new SealedFolder(config.archiveFolder));
}

/** Months that are archived where this configuration's folder does not have them. */
export async function monthsElsewhere(config: EngineConfig, archive: Archive): Promise<readonly ArchivedMonth[]> {
  if (archive.archivedMonths === undefined || config.archiveFolder === undefined) return [];
  const { SealedFolder } = await import("../sealed/sealed-folder.ts");
  const here = new Set(new SealedFolder(config.archiveFolder).manifests().map(({ month }) => month));
  return (await archive.archivedMonths()).filter(({ month, rows }) => rows > 0 && !here.has(month));
}
