import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type KnownPlayer, NIL_UUID } from "../../../core/storage-face.ts";
import { storableName } from "../../storable-text.ts";
import type { Dictionaries } from "../writing/dictionaries.ts";

/** Last known names. Case is ignored in every alphabet; SQLite itself folds only ASCII. */
export class Players {
  readonly #dictionaries: Dictionaries;
  readonly #rename: StatementSync;
  readonly #byName: StatementSync;
  readonly #byId: StatementSync;
  readonly #names: StatementSync;
  readonly #named: StatementSync;
  readonly #count: StatementSync;

  constructor(db: DatabaseSync, dictionaries: Dictionaries) {
    this.#dictionaries = dictionaries;
    this.#rename = db.prepare(
      `UPDATE players SET name = :name, name_key = :key,
         named = (SELECT coalesce(max(named), 0) + 1 FROM players WHERE name_key = :key)
       WHERE ref = :ref`,
    );
    this.#byName = db.prepare("SELECT uuid, name FROM players WHERE name_key = ? ORDER BY named DESC LIMIT 1");
    this.#byId = db.prepare("SELECT uuid, name FROM players WHERE uuid = ? AND name IS NOT NULL");
    this.#names = db.prepare(
      `SELECT name, max(named) FROM players WHERE name_key >= ? AND name_key < ? GROUP BY name_key
       ORDER BY name_key LIMIT ?`,
    );
    this.#named = db.prepare("SELECT uuid, name FROM players WHERE name IS NOT NULL ORDER BY named, ref");
    this.#count = db.prepare("SELECT count(*) AS players FROM players WHERE uuid <> ?");
  }

  name(playerId: string, name: string): void {
    const stored = storableName(name);
    this.#rename.run({ name: stored, key: stored.toLowerCase(), ref: this.#dictionaries.player(playerId) });
  }

  byName(name: string): KnownPlayer | undefined {
    return this.#byName.all(storableName(name).toLowerCase()).map(knownPlayer)[0];
  }

  byId(playerId: string): KnownPlayer | undefined {
    return this.#byId.all(playerId).map(knownPlayer)[0];
  }

  names(prefix: string, limit: number): string[] {
    const from = storableName(prefix).toLowerCase();
    return this.#names.all(from, `${from}\u{10ffff}`, limit).map((row) => row.name as string);
  }

  /** In the order of naming: if two players had the same name, the later one has it now. */
  named(): KnownPlayer[] {
    return this.#named.all().map(knownPlayer);
  }

  count(): number {
    return this.#count.get(NIL_UUID)?.players as number;
  }
}

function knownPlayer({ uuid, name }: Record<string, unknown>): KnownPlayer {
  return { id: uuid as string, name: name as string };
}
