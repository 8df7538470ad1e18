import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Small facts under a key. */
export class Notes {
  readonly #read: StatementSync;
  readonly #write: StatementSync;
  readonly #delete: StatementSync;

  constructor(db: DatabaseSync) {
    this.#read = db.prepare("SELECT value FROM notes WHERE key = ?");
    this.#write = db.prepare("REPLACE INTO notes (key, value) VALUES (?, ?)");
    this.#delete = db.prepare("DELETE FROM notes WHERE key = ?");
  }

  read(key: string): string | undefined {
    return this.#read.get(key)?.value as string | undefined;
  }

  write(key: string, value: string | undefined): void {
    if (value === undefined) this.#delete.run(key);
    else this.#write.run(key, value);
  }
}
