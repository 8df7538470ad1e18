import type { DatabaseSync, StatementSync } from "node:sqlite";
import { canonicalItemId, NIL_UUID } from "../../../core/storage-face.ts";
import { storableName } from "../../storable-text.ts";

/** A larger cache is emptied, so that texts that a plugin makes up cannot fill the memory. */
const MAX_CACHED = 100_000;

interface ActionContext {
  readonly server: string;
  readonly action: string;
  /** The world's name, or the whole location if it has no coordinates. */
  readonly world: string;
}

/**
 * The small references that rows hold instead of texts. The maps in memory are caches of the tables. They are emptied after a
 * failed transaction, because its references are gone. The rows of the tables are never changed or deleted while this runs,
 * so a forgotten entry can be looked up again at any time.
 */
export class Dictionaries {
  readonly #server: string;
  readonly #maxCached: number;
  readonly #players = new Map<string, number>();
  readonly #playerIds = new Map<number, string>();
  readonly #materials = new Map<string, number>();
  readonly #contexts = new Map<string, number>();
  readonly #contextTexts = new Map<number, ActionContext>();
  readonly #findPlayer: StatementSync;
  readonly #addPlayer: StatementSync;
  readonly #playerOf: StatementSync;
  readonly #findMaterial: StatementSync;
  readonly #addMaterial: StatementSync;
  readonly #findContext: StatementSync;
  readonly #addContext: StatementSync;
  readonly #contextOf: StatementSync;

  constructor(db: DatabaseSync, server: string, maxCached = MAX_CACHED) {
    this.#server = storableName(server);
    this.#maxCached = maxCached;
    this.#findPlayer = db.prepare("SELECT ref FROM players WHERE uuid = ?");
    this.#addPlayer = db.prepare("INSERT INTO players (uuid) VALUES (?) RETURNING ref");
    this.#playerOf = db.prepare("SELECT uuid FROM players WHERE ref = ?");
    this.#findMaterial = db.prepare("SELECT ref FROM materials WHERE name = ?");
    this.#addMaterial = db.prepare("INSERT INTO materials (name) VALUES (?) RETURNING ref");
    this.#findContext = db.prepare("SELECT ref FROM scenes WHERE server = ? AND action = ? AND world = ?");
    this.#addContext = db.prepare("INSERT INTO scenes (server, action, world) VALUES (?, ?, ?) RETURNING ref");
    this.#contextOf = db.prepare("SELECT server, action, world FROM scenes WHERE ref = ?");
  }

  /** The number of entries in all caches together. */
  get cached(): number {
    return this.#caches().reduce((entries, { size }) => entries + size, 0);
  }

  /** Finds a player's reference, or adds one. An id that is no UUID counts as nobody. */
  player(id: string): number {
    return this.#cached(this.#players, id, () => {
      const known = canonicalItemId(id) ?? NIL_UUID;
      return this.findPlayer(known) ?? refOf(this.#addPlayer.get(known));
    });
  }

  findPlayer(id: string): number | undefined {
    const ref = this.#players.get(id) ?? (this.#findPlayer.get(id)?.ref as number | undefined);
    return ref === undefined ? undefined : this.#cached(this.#players, id, () => ref);
  }

  playerId(ref: number): string {
    return this.#cached(this.#playerIds, ref, () => this.#playerOf.get(ref)?.uuid as string);
  }

  material(name: string): number {
    const stored = storableName(name);
    return this.#cached(this.#materials, stored, () =>
      refOf(this.#findMaterial.get(stored) ?? this.#addMaterial.get(stored)),
    );
  }

  context(action: string, world: string): number {
    // The length marks where the first text ends, whatever the texts contain.
    return this.#cached(this.#contexts, `${action.length} ${action}${world}`, () =>
      refOf(this.#findContext.get(this.#server, action, world) ?? this.#addContext.get(this.#server, action, world)),
    );
  }

  contextTexts(ref: number): ActionContext {
    return this.#cached(this.#contextTexts, ref, () => ({ ...this.#contextOf.get(ref) }) as unknown as ActionContext);
  }

  /** True if the context is one of these actions in that world of this server. */
  isOwn(context: number, world: string, actions: readonly string[]): boolean {
    const texts = this.contextTexts(context);
    return texts.world === world && texts.server === this.#server && actions.includes(texts.action);
  }

  /** True if the context is in that world of this server, or in any of its worlds if none is named. */
  isOf(context: number, world: string | undefined): boolean {
    const texts = this.contextTexts(context);
    return texts.server === this.#server && (world === undefined || texts.world === world);
  }

  /** Returns `<world>:<x>,<y>,<z>`, or the original text if there is no block. */
  location(context: number, x: number | null, y: number | null, z: number | null): string {
    const { world } = this.contextTexts(context);
    return x === null ? world : `${world}:${x},${y},${z}`;
  }

  clear(): void {
    for (const cache of this.#caches()) cache.clear();
  }

  #caches(): readonly Map<unknown, unknown>[] {
    return [this.#players, this.#playerIds, this.#materials, this.#contexts, this.#contextTexts];
  }

  #cached<K, V>(cache: Map<K, V>, key: K, find: () => V): V {
    const known = cache.get(key);
    if (known !== undefined) return known;
    if (cache.size >= this.#maxCached) cache.clear();
    const found = find();
    cache.set(key, found);
    return found;
  }
}

function refOf(row: Record<string, unknown> | undefined): number {
  return row?.ref as number;
}
