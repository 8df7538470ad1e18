import { EntityInventoryTrait, type Player, type Serenity, WorldEvent } from "@serenityjs/core";
import pg from "pg";
import { decodeStack, encodeStorage } from "../../../../src/platforms/serenity/items/item-codec.ts";

/**
 * Faults of the plugin, as real ones have them. `stale`: the items of a player who leaves are not saved, so that the next server gives an
 * older snapshot. `unlocked`: the plugin does not wait for the server that the player comes from.
 */
export type SyncFault = "none" | "stale" | "unlocked";

const TABLE = `
  CREATE TABLE IF NOT EXISTS sync_players (
    name text PRIMARY KEY,
    locked_by text,
    slots integer[] NOT NULL DEFAULT '{}',
    items bytea[] NOT NULL DEFAULT '{}'
  )`;
const FORCE = "UPDATE sync_players SET locked_by = $2 WHERE name = $1 RETURNING slots, items";
const LOCK = FORCE.replace("RETURNING", "AND (locked_by IS NULL OR locked_by = $2) RETURNING");

interface Snapshot {
  readonly slots: readonly number[];
  readonly items: readonly Uint8Array[];
}

const BETWEEN_TRIES_MS = 50;
/** A server that holds a player for longer than this counts as dead. */
const PATIENCE_MS = 10_000;

/**
 * An inventory-sync plugin, as networks use them: a player has one inventory on all servers. At a join the server locks the player's row,
 * waits for the server that held it, and gives the player the snapshot. When the player leaves, it writes a snapshot and unlocks.
 */
export class SyncPlugin {
  readonly #serenity: Serenity;
  readonly #server: string;
  readonly #pool: pg.Pool;
  readonly #onSynced: (player: Player) => void;
  readonly #isThere: Promise<void>;
  /** Work that waits for the database, in order, by player. */
  readonly #work = new Map<string, Promise<void>>();
  /** The faults, by the name of the player. */
  readonly faults = new Map<string, SyncFault>();
  /** Names of players who were given their inventory here. */
  readonly synced = new Set<string>();

  constructor(serenity: Serenity, url: string, server: string, onSynced: (player: Player) => void) {
    this.#serenity = serenity;
    this.#server = server;
    this.#onSynced = onSynced;
    this.#pool = new pg.Pool({ connectionString: url, max: 2 });
    // The database may be gone before we are.
    this.#pool.on("error", () => undefined);
    this.#isThere = this.#prepare();
    serenity.on(WorldEvent.PlayerJoin, ({ player }) => this.#joined(player));
    serenity.on(WorldEvent.PlayerLeave, ({ player }) => this.#left(player));
  }

  async #prepare(): Promise<void> {
    // If two servers make the table at once, one of them fails, but the table is there.
    await this.#pool.query(TABLE).catch(() => undefined);
    // Unlocks what this server held when it died.
    await this.#pool.query("UPDATE sync_players SET locked_by = NULL WHERE locked_by = $1", [this.#server]);
  }

  #joined(player: Player): void {
    this.#after(player.username, () => this.#apply(player));
  }

  #left(player: Player): void {
    const name = player.username;
    if (!this.synced.delete(name)) return;
    const snapshot = this.faults.get(name) === "stale" ? undefined : snapshotOf(player);
    this.#after(name, () => this.#unlock(name, snapshot));
  }

  #after(name: string, work: () => Promise<void>): void {
    const before = this.#work.get(name) ?? this.#isThere;
    this.#work.set(
      name,
      before.then(work).catch((error) => console.error("sync", error)),
    );
  }

  async #apply(player: Player): Promise<void> {
    const name = player.username;
    await this.#pool.query("INSERT INTO sync_players (name) VALUES ($1) ON CONFLICT DO NOTHING", [name]);
    for (let waited = 0; ; waited += BETWEEN_TRIES_MS) {
      const isForced = this.faults.get(name) === "unlocked" || waited >= PATIENCE_MS;
      const { rows } = await this.#pool.query<Snapshot>(isForced ? FORCE : LOCK, [name, this.#server]);
      if (rows[0] !== undefined) return this.#put(player, rows[0]);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
    }
  }

  /** Without a snapshot, the last one stays. */
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
