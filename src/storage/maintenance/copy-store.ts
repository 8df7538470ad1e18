import { DoubletakeError } from "../../core/storage-face.ts";
import type { EngineConfig } from "../engine.ts";
import { openReader } from "../reader/open-reader.ts";
import type { StoreReader } from "../reader/store-reader.ts";
import { type CopiedCount, compareCounts } from "./compare-counts.ts";
import { copyFiles, copyRows, type OnCopied } from "./copy-steps.ts";
import { forgetMark, requireTarget } from "./copy-target.ts";
import { StoreWriter } from "./store-writer.ts";

interface CopyOptions {
  readonly from: EngineConfig;
  readonly to: EngineConfig;
  readonly onCopied: OnCopied;
  /** True for a backup, which reads beside running servers. A migration must not: it would miss rows that they write meanwhile. */
  readonly isSourceInUse?: boolean;
}

/**
 * Copies a store into another, of either engine, through the engines' own writers: ids, times, numbers and the order of
 * insertion stay. A copy that was cut off continues where it ended, by counting what the target has. The target must be
 * empty, or hold the beginning of this same copy. Resolves with the counts of both sides; rejects if they differ.
 */
export async function copyStore({ from, to, onCopied, isSourceInUse = false }: CopyOptions): Promise<CopiedCount[]> {
  const source = await openReader(from);
  try {
    if (!isSourceInUse) await requireStopped(source);
    await requireTarget(source, to);
    const servers = await serversOf(source, from.serverName);
    for (const server of servers) {
      const writer = await StoreWriter.open(to, server);
      try {
        await copyRows(source, writer, server, servers[0] === server, onCopied);
        if (server === from.serverName) await copyFiles(source, writer, onCopied);
      } finally {
        await writer.close();
      }
    }
    // While servers write, the source is always ahead of the copy, so there is nothing to compare.
    const counts = isSourceInUse ? [] : await compareCounts(source, { ...to, serverName: from.serverName });
    await forgetMark(to);
    return counts;
  } finally {
    await source.close();
  }
}

/** The configured server is always included, because cases and notes are written in its name. */
async function serversOf(source: StoreReader, serverName: string): Promise<string[]> {
  return [...new Set([...(await source.servers()), serverName])];
}

async function requireStopped(source: StoreReader): Promise<void> {
  const live = await source.liveServers();
  if (live.length === 0) return;
  throw new DoubletakeError(
    "DT_STORE_LOCKED",
    `Stop the game server first (${live.join(", ")}): what it writes during the move would be left behind.`,
  );
}
