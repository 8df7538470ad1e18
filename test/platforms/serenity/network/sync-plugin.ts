import { EntityInventoryTrait, type Player, type Serenity, WorldEvent } from "@serenityjs/core";
import pg from "pg";
import { decodeStack, encodeStorage } from "../../../../src/platforms/serenity/item-codec.ts";

/**
 * How the plugin errs, as real ones do. `stale`: what a player had when leaving is not written, so that the next server gives an older
 * snapshot. `unlocked`: it does not wait for the server that the player comes from.
 */
export type SyncFault = "none" | "stale" | "unlocked";

const TABLE = `
  CREATE TABLE IF NOT EXISTS sync_players (
    name text PRIMARY KEY,
    locked_by text,
    slots integer[] NOT NULL DEFAULT '{}',
    items bytea[] NOT NULL DEFAULT '{}'
  )`;
interface Snapshot {
  readonly slots: readonly number[];
  readonly items: readonly Uint8Array[];
}

const BETWEEN_TRIES_MS = 50;
const PATIENCE_MS = 10_000;

/**
 * An inventory-sync plugin, as networks use them: a player has one inventory on all servers. A server locks a player's row at the join,
 * waits for the server that held it, and puts the snapshot into the player's hands; at the leaving it writes a snapshot and unlocks.
 */
export class SyncPlugin {
  readonly #serenity: Serenity;
  readonly #server: string;
  readonly #pool: pg.Pool;
  readonly #onSynced: (player: Player) => void;
  /** What waits for the database, in order. */
  #work: Promise<void>;
  fault: SyncFault = "none";
  /** Names of players whose inventory was put into their hands here. */
  readonly synced = new Set<string>();

  constructor(serenity: Serenity, url: string, server: string, onSynced: (player: Player) => void) {
    this.#serenity = serenity;
    this.#server = server;
    this.#onSynced = onSynced;
    this.#pool = new pg.Pool({ connectionString: url, max: 2 });
    // The database may be gone before we are.
    this.#pool.on("error", () => undefined);
    this.#work = this.#pool.query(TABLE).then(
      () => undefined,
      // Two servers that make it at once: one of them has made it.
      () => undefined,
    );
    serenity.on(WorldEvent.PlayerJoin, ({ player }) => this.#joined(player));
    serenity.on(WorldEvent.PlayerLeave, ({ player }) => this.#left(player));
  }

  async close(): Promise<void> {
    await this.#work.catch(() => undefined);
    await this.#pool.end();
  }

  #joined(player: Player): void {
    this.#work = this.#work.then(() => this.#apply(player)).catch((error) => console.error("sync", error));
  }

  #left(player: Player): void {
    if (!this.synced.delete(player.username)) return;
    const snapshot = this.fault === "stale" ? undefined : snapshotOf(player);
    this.#work = this.#work
      .then(() => this.#unlock(player.username, snapshot))
      .catch((error) => console.error("sync", error));
  }

  async #apply(player: Player): Promise<void> {
    const name = player.username;
    await this.#pool.query("INSERT INTO sync_players (name) VALUES ($1) ON CONFLICT DO NOTHING", [name]);
    const lock =
      this.fault === "unlocked"
        ? "UPDATE sync_players SET locked_by = $2 WHERE name = $1 RETURNING slots, items"
        : "UPDATE sync_players SET locked_by = $2 WHERE name = $1 AND (locked_by IS NULL OR locked_by = $2) RETURNING slots, items";
    for (let waited = 0; waited < PATIENCE_MS; waited += BETWEEN_TRIES_MS) {
      const { rows } = await this.#pool.query<Snapshot>(lock, [name, this.#server]);
      if (rows[0] !== undefined) {
        this.#put(player, rows[0]);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
    }
  }

  /** Without a snapshot the one before stays. */
  async #unlock(name: string, snapshot: Snapshot | undefined): Promise<void> {
    await this.#pool.query(
      `UPDATE sync_players SET locked_by = NULL, slots = coalesce($3, slots), items = coalesce($4, items)
       WHERE name = $1 AND locked_by = $2`,
      [name, this.#server, snapshot?.slots ?? null, snapshot?.items ?? null],
    );
  }

  #put(player: Player, { slots, items }: Snapshot): void {
    if (!this.#serenity.getPlayers().includes(player)) return;
    const { container } = player.getTrait(EntityInventoryTrait);
    container.clear();
    for (const [at, data] of items.entries()) container.setItem(slots[at]!, decodeStack(player.world, data)!);
    this.synced.add(player.username);
    this.#onSynced(player);
  }
}

function snapshotOf(player: Player): Snapshot {
  const { storage } = player.getTrait(EntityInventoryTrait).container;
  const held = [...storage.entries()].filter(([, stack]) => stack !== null && stack.getStackSize() > 0);
  return {
    slots: held.map(([slot]) => slot),
    items: held.map(([, stack]) => Buffer.from(encodeStorage(stack!.getStorage(), stack!.getStackSize()))),
  };
}
