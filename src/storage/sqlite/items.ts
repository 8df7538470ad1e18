import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type FirstSighting, readIdWords } from "../../core/records.ts";
import type { Dictionaries } from "./dictionaries.ts";
import { ItemRefs } from "./item-refs.ts";

/** The table `items`: which id has which reference, and when it was seen first. */
export class Items {
  readonly #dictionaries: Dictionaries;
  readonly #refs = new ItemRefs();
  readonly #find: StatementSync;
  readonly #add: StatementSync;
  readonly #see: StatementSync;
  readonly #idOf: StatementSync;
  readonly #firstSighting: StatementSync;
  readonly #byPrefix: StatementSync;
  #newlySeen = 0;

  constructor(db: DatabaseSync, dictionaries: Dictionaries) {
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

  /** Sightings of new ids since this was asked last; they are added to the count in the same transaction. */
  takeNewlySeen(): number {
    const newlySeen = this.#newlySeen;
    this.#newlySeen = 0;
    return newlySeen;
  }

  /** Finds an item's reference, or gives one. */
  ref(words: Int32Array, at: number): number {
    const entry = this.#refs.find(words, at);
    if (entry >= 0) return this.#refs.refAt(entry);
    const id = readIdWords(words, at);
    const known = this.#find.get(id);
    const ref = known ? (known.ref as number) : Number(this.#add.run(id, null, null, null).lastInsertRowid);
    this.#refs.add(words, at, ref, known?.isSeen === 1);
    return ref;
  }

  /** True when the id was new. */
  see(words: Int32Array, at: number, player: number, material: string, ts: number): boolean {
    const entry = this.#refs.find(words, at);
    if (entry >= 0 && this.#refs.isSeenAt(entry)) return false;
    const id = readIdWords(words, at);
    const sighting = [ts, this.#dictionaries.material(material), player] as const;
    // Most ids that are not in the cache are new: they cost one statement.
    const added = entry < 0 ? this.#add.run(id, ...sighting) : undefined;
    if (added && added.changes > 0) this.#refs.add(words, at, Number(added.lastInsertRowid), true);
    else if (!this.#seeKnown(words, at, entry, id, sighting)) return false;
    this.#newlySeen++;
    return true;
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

  /** An id that has its reference already, from a transfer or an earlier sighting. True when it was not seen before. */
  #seeKnown(
    words: Int32Array,
    at: number,
    entry: number,
    id: string,
    sighting: readonly [ts: number, material: number, player: number],
  ): boolean {
    const known = this.#find.get(id);
    const ref = known?.ref as number;
    if (known?.isSeen === 0) this.#see.run(...sighting, ref);
    if (entry >= 0) this.#refs.markSeenAt(entry);
    else this.#refs.add(words, at, ref, true);
    return known?.isSeen === 0;
  }

  /** Forgets what was learned in a transaction that failed. */
  forget(): void {
    this.#refs.clear();
    this.#newlySeen = 0;
  }
}
