import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DoubletakeError, type KnownPlayer } from "../../core/storage-face.ts";
import { ArchiveFolder } from "../archive/files/archive-folder.ts";
import { rewriteMonth } from "../archive/rewrite-month.ts";
import type { EngineConfig } from "../engine.ts";
import { SEGMENT_HEADER_BYTES } from "../journal/segment.ts";
import { type Erasure, withoutId } from "./erasure.ts";

/** A file beside the configuration that names the player until the erasure is done. */
const PLAN_FILE = "erasing.json";

/** What an erasure changed. */
interface Erased {
  readonly pseudonym: string;
  readonly pseudonymId: string;
  readonly documents: number;
  readonly archivedTransfers: number;
}

/** Returns the player of an erasure that was cut off. It must be finished before another begins. */
export function unfinishedErasure(folder: string): KnownPlayer | undefined {
  const plan = readPlan(folder);
  return plan && { id: plan.playerId, name: plan.name };
}

/**
 * Replaces a player by a pseudonym everywhere. No server may run, because its memory would bring the player back. It can be cut off at any
 * moment and run again: the pseudonym is recorded before anything is changed.
 */
export async function erasePlayer(config: EngineConfig, folder: string, player: KnownPlayer): Promise<Erased> {
  refuseJournal(config);
  const plan = readPlan(folder) ?? newPlan(player);
  if (plan.playerId !== player.id) {
    const text = `The erasure of ${plan.name} (${plan.playerId}) was cut off: finish that one first.`;
    throw new DoubletakeError("DT_STORE_LOCKED", text);
  }
  writeFileSync(join(folder, PLAN_FILE), JSON.stringify(plan), { mode: 0o600 });
  const archive = config.archiveFolder === undefined ? undefined : new ArchiveFolder(config.archiveFolder);
  // The store comes last: while it still knows the player, the same command can find the player again.
  const hasArchive = archive !== undefined && existsSync(archive.path);
  const archivedTransfers = hasArchive ? await archive.whileHeld(() => eraseFromArchive(archive, plan)) : 0;
  const documents = await eraseFromStore(config, plan);
  rmSync(join(folder, PLAN_FILE));
  return { pseudonym: plan.pseudonym, pseudonymId: plan.pseudonymId, documents, archivedTransfers };
}

/** Replaces the player in every file, and returns in how many rows. A file without the player is left as it is. */
async function eraseFromArchive(folder: ArchiveFolder, erasure: Erasure): Promise<number> {
  const { playerId, pseudonymId } = erasure;
  let rows = 0;
  folder.clearDrafts();
  for (const manifest of folder.manifests()) {
    if (manifest.rows === 0) continue;
    rows += await rewriteMonth(folder, manifest, (columns, at) => {
      const world = columns.world[at] as string;
      const isInWorld = world.includes(playerId);
      if (isInWorld) columns.world[at] = withoutId(world, erasure);
      if (columns.playerId[at] === playerId) columns.playerId[at] = pseudonymId;
      else if (!isInWorld) return "keep";
      return "changed";
    });
  }
  return rows;
}

async function eraseFromStore(config: EngineConfig, plan: Erasure): Promise<number> {
  if (config.engine === "postgres") {
    const { eraseFromPostgres } = await import("../postgres/upkeep/erase-player.ts");
    return eraseFromPostgres(config.url, plan);
  }
  const { eraseFromSqlite } = await import("../sqlite/upkeep/erase-player.ts");
  return eraseFromSqlite(config.file, plan);
}

/** The rows of a journal would bring the player back when they reach the database. */
function refuseJournal(config: EngineConfig): void {
  if (config.engine !== "postgres" || !existsSync(config.journalFolder)) return;
  const isFull = readdirSync(config.journalFolder)
    .filter((name) => name.endsWith(".journal"))
    .some((name) => statSync(join(config.journalFolder, name)).size > SEGMENT_HEADER_BYTES);
  if (!isFull) return;
  const text = `The journal in ${config.journalFolder} holds rows that are not in the database yet: start the server once, and stop it.`;
  throw new DoubletakeError("DT_STORE_LOCKED", text);
}

function newPlan({ id: playerId, name }: KnownPlayer): Erasure {
  const pseudonymId = randomUUID();
  return { playerId, name, pseudonymId, pseudonym: `erased-${pseudonymId.slice(0, 8)}` };
}

function readPlan(folder: string): Erasure | undefined {
  const path = join(folder, PLAN_FILE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Erasure) : undefined;
}
