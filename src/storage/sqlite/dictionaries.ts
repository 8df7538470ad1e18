import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Beyond this a cache is emptied: texts that a plugin makes up must not fill the memory. */
const MAX_CACHED = 100_000;

export interface Scene {
  readonly server: string;
  readonly action: string;
  /** The world's name, or the location's text where it has no coordinates. */
  readonly world: string;
}

/**
 * The small references that rows hold in place of texts. What is in memory is a cache of the tables: after a failed
 * transaction it is emptied, since references given in it are gone.
 */
export class Dictionaries {
  readonly #server: string;
  readonly #players = new Map<string, number>();
  /** By reference, which is a small number. */
  readonly #playerIds: string[] = [];
  readonly #materials = new Map<string, number>();
  readonly #scenes = new Map<string, number>();
  readonly #sceneTexts: Scene[] = [];
  readonly #findPlayer: StatementSync;
  readonly #addPlayer: StatementSync;
  readonly #playerOf: StatementSync;
  readonly #findMaterial: StatementSync;
  readonly #addMaterial: StatementSync;
  readonly #findScene: StatementSync;
  readonly #addScene: StatementSync;
  readonly #sceneOf: StatementSync;

  constructor(db: DatabaseSync, server: string) {
    this.#server = server;
    this.#findPlayer = db.prepare("SELECT ref FROM players WHERE uuid = ?");
    this.#addPlayer = db.prepare("INSERT INTO players (uuid) VALUES (?) RETURNING ref");
    this.#playerOf = db.prepare("SELECT uuid FROM players WHERE ref = ?");
    this.#findMaterial = db.prepare("SELECT ref FROM materials WHERE name = ?");
    this.#addMaterial = db.prepare("INSERT INTO materials (name) VALUES (?) RETURNING ref");
    this.#findScene = db.prepare("SELECT ref FROM scenes WHERE server = ? AND action = ? AND world = ?");
    this.#addScene = db.prepare("INSERT INTO scenes (server, action, world) VALUES (?, ?, ?) RETURNING ref");
    this.#sceneOf = db.prepare("SELECT server, action, world FROM scenes WHERE ref = ?");
  }

  /** Finds a player's reference, or gives one. */
  player(id: string): number {
    return cached(this.#players, id, () => this.findPlayer(id) ?? refOf(this.#addPlayer.get(id)));
  }

  findPlayer(id: string): number | undefined {
    return this.#players.get(id) ?? (this.#findPlayer.get(id)?.ref as number | undefined);
  }

  playerId(ref: number): string {
    const known = this.#playerIds[ref];
    if (known !== undefined) return known;
    const id = this.#playerOf.get(ref)?.uuid as string;
    this.#playerIds[ref] = id;
    return id;
  }

  material(name: string): number {
    return cached(this.#materials, name, () => refOf(this.#findMaterial.get(name) ?? this.#addMaterial.get(name)));
  }

  scene(action: string, world: string): number {
    return cached(this.#scenes, `${action}\n${world}`, () =>
      refOf(this.#findScene.get(this.#server, action, world) ?? this.#addScene.get(this.#server, action, world)),
    );
  }

  sceneTexts(ref: number): Scene {
    const known = this.#sceneTexts[ref];
    if (known !== undefined) return known;
    const scene = { ...this.#sceneOf.get(ref) } as unknown as Scene;
    this.#sceneTexts[ref] = scene;
    return scene;
  }

  /** `<world>:<x>,<y>,<z>`, or the text as it was given where there is no block. */
  location(scene: number, x: number | null, y: number | null, z: number | null): string {
    const { world } = this.sceneTexts(scene);
    return x === null ? world : `${world}:${x},${y},${z}`;
  }

  clear(): void {
    for (const cache of [this.#players, this.#materials, this.#scenes]) cache.clear();
    this.#playerIds.length = 0;
    this.#sceneTexts.length = 0;
  }
}

function cached<K, V>(cache: Map<K, V>, key: K, find: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (cache.size >= MAX_CACHED) cache.clear();
  const found = find();
  cache.set(key, found);
  return found;
}

function refOf(row: Record<string, unknown> | undefined): number {
  return row?.ref as number;
}
