import type { ArchivedMonth, EngineConfig } from "../engine.ts";
import type { StoreReader } from "./store-reader.ts";

/** Opens the database for reading. Rejects with `DT_STORE_UNREACHABLE` if there is none yet. */
export async function openReader(config: EngineConfig): Promise<StoreReader> {
  if (config.engine === "postgres") {
    const { openPostgresReader } = await import("../postgres/reader/reader.ts");
    return openPostgresReader(config);
  }
  const { openSqliteReader } = await import("../sqlite/reader/reader.ts");
  return openSqliteReader(config);
}

/** The same, together with its archive. */
export async function openReaderWithArchive(config: EngineConfig): Promise<StoreReader> {
  const reader = await openReader(config);
  if (config.archiveFolder === undefined) return reader;
  const { continuedReader } = await import("../archive/continued-reader.ts");
  const { ArchiveFolder } = await import("../archive/files/archive-folder.ts");
  return continuedReader(reader, new ArchiveFolder(config.archiveFolder));
}

/** Returns the archived months that are not in this configuration's folder. */
export async function monthsElsewhere(config: EngineConfig, reader: StoreReader): Promise<readonly ArchivedMonth[]> {
  if (reader.archivedMonths === undefined || config.archiveFolder === undefined) return [];
  const { ArchiveFolder } = await import("../archive/files/archive-folder.ts");
  const here = new Set(new ArchiveFolder(config.archiveFolder).manifests().map(({ month }) => month));
  return (await reader.archivedMonths()).filter(({ month, rows }) => rows > 0 && !here.has(month));
}
