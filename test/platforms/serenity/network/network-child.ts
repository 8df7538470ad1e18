import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Serenity } from "@serenityjs/core";
import { runningDoubletake } from "../../../../src/index.ts";
import * as guarded from "../support/guarded-child.ts";
import type { StartOptions } from "../support/server-harness.ts";
import { type SyncFault, SyncPlugin } from "./sync-plugin.ts";

// For ServerProcess: a server of a network, with Doubletake and an inventory-sync plugin beside it.

/** The file in the server's folder with what the sync plugin needs to know. */
export const SYNC_FILE = "sync.json";

export interface SyncOptions {
  readonly url: string;
  readonly server: string;
  /** True if the plugin says when a player's inventory is complete. */
  readonly announces: boolean;
}

let sync: SyncPlugin;
let host: Serenity;

export function prepare(serenity: Serenity): void {
  host = serenity;
  guarded.prepare(serenity);
  const { dir } = JSON.parse(process.argv[2]!) as StartOptions;
  const { url, server, announces } = JSON.parse(readFileSync(join(dir!, SYNC_FILE), "utf8")) as SyncOptions;
  sync = new SyncPlugin(serenity, url, server, (player) => {
    if (announces) runningDoubletake()?.synced(player.uuid);
  });
}

export const answers = {
  ...guarded.answers,

  /** Sets the fault that the sync plugin makes with that player from now on. */
  err(name: string, fault: SyncFault): void {
    sync.faults.set(name, fault);
  },

  isSynced: (name: string): boolean => sync.synced.has(name),

  /** Sends a player to another server, as network plugins do. */
  transfer(name: string, port: number): void {
    const player = host.getPlayers().find(({ username }) => username === name);
    player?.transfer("127.0.0.1", port);
  },
};
