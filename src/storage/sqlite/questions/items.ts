import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type FirstSighting, readIdWords } from "../../../core/storage-face.ts";
import { IdTable } from "../../id-table.ts";
import type { Dictionaries } from "../writing/dictionaries.ts";

/** How many ids are remembered before all are forgotten; about 50 bytes each. */
const MAX_REMEMBERED = 400_000;

/** The table `items`: the reference of each id, and when it was first seen. */
export class Items {
  readonly #dictionaries: Dictionaries;
  /** A cache: missing ids are looked up in the database. */
  readonly #ids = new IdTable();
  readonly #mostRemembered: number;
  readonly #find: StatementSync;
  readonly #add: StatementSync;
  readonly #see: StatementSync;
  readonly #idOf: StatementSync;
  readonly #firstSighting: StatementSync;
  readonly #byPrefix: StatementSync;
  #newlySeen = 0;

  constructor(db: DatabaseSync, dictionaries: Dictionaries, mostRemembered = MAX_REMEMBERED) {
    this.#mostRemembered = mostRemembered;
    this.#dictionaries = dictionaries;
    this.#find = db.prepare("SELECT ref, first_seen IS NOT NULL AS isSeen FROM items WHERE uuid = ?");
    this.#add = db.prepare(
      "INSERT INTO items (uuid, first_seen, material, first_player) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#see = db.prepare("UPDATE items SET first_seen = ?, material = ?, first_player = ? WHERE ref = ?");
    this.#idOf = db.prepare("SELECT uuid FROM items WHERE ref = ?");
    this.#firstSighting = db.prepare("SELECT first_seen, material, first_player_uuid FROM tracker_items WHERE id = ?");
    this.#byPrefix = db.prepare("SELECT uuid FROM items WHERE uuid >= ? AND uuid < ? ORDER BY uuid LIMIT ?");
  }

  /** Returns how many ids were newly seen since the last call. The caller adds them to the count in the same transaction. */
  takeNewlySeen(): number {
    const newlySeen = this.#newlySeen;
    this.#newlySeen = 0;
    return newlySeen;
  }

  /** Finds an item's reference, or adds one. */
  ref(words: Int32Array, at: number): number {
    const entry = this.#entryOf(words, at);
    const remembered = this.#ids.refOf(entry);
    if (remembered !== 0) return remembered;
    const id = readIdWords(words, at);
    const known = this.#find.get(id);
    const ref = known ? (known.ref as number) : Number(this.#add.run(id, null, null, null).lastInsertRowid);
    this.#ids.setRef(entry, ref);
    if (known?.isSeen === 1) this.#ids.setSeen(entry);
    return ref;
  }

  /** Returns true if the id was not seen before. */
  see(words: Int32Array, at: number, player: number, material: string, ts: number): boolean {
    const entry = this.#entryOf(words, at);
    if (this.#ids.isSeen(entry)) return false;
    const id = readIdWords(words, at);
    const sighting = [ts, this.#dictionaries.material(material), player] as const;
    // Most ids that are not remembered are new, and these cost one statement.
    const added = this.#ids.refOf(entry) === 0 ? this.#add.run(id, ...sighting) : undefined;
    const isAdded = added !== undefined && added.changes > 0;
    if (isAdded) this.#ids.setRef(entry, Number(added.lastInsertRowid));
    const isNew = isAdded || this.#seeKnown(entry, id, sighting);
    this.#ids.setSeen(entry);
    if (isNew) this.#newlySeen++;
    return isNew;
  }

  findRef(id: string): number | undefined {
    return this.#find.get(id)?.ref as number | undefined;
  }

  id(ref: number): string {
    return this.#idOf.get(ref)?.uuid as string;
  }

  firstSighting(id: string): FirstSighting | undefined {
    const row = this.#firstSighting.get(id);
    if (!row) return undefined;
    return {
      firstSeenMs: row.first_seen as number,
      material: row.material as string,
      playerId: row.first_player_uuid as string,
    };
  }

  byPrefix(prefix: string, limit: number): string[] {
    // "g" follows every hexadecimal digit and the hyphen.
    return this.#byPrefix.all(prefix, `${prefix}g`, limit).map((row) => row.uuid as string);
  }

  /** Call this after a failed transaction: references from it must not be used. */
  forget(): void {
    this.#ids.clear();
    this.#newlySeen = 0;
  }

  /** For an id that already has a reference, from a transfer or an earlier sighting. True if it was not seen before. */
  #seeKnown(entry: number, id: string, sighting: readonly [ts: number, material: number, player: number]): boolean {
    const known = this.#find.get(id);
    const ref = known?.ref as number;
    this.#ids.setRef(entry, ref);
    if (known?.isSeen === 0) this.#see.run(...sighting, ref);
    return known?.isSeen === 0;
  }

  #entryOf(words: Int32Array, at: number): number {
    if (this.#ids.size >= this.#mostRemembered) this.#ids.clear();
    return this.#ids.entryOf(words, at);
  }
}
