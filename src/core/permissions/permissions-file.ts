import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Log } from "../model/log.ts";
import type { Permission, Player } from "../platform.ts";
import { readPermissions } from "./read-permissions.ts";

export const PERMISSIONS_FILE = "permissions.yml";

/**
 * Says who may do what on game servers without permissions of their own, from a file beside config.yml. The adapter decides when it is read
 * again, and who has permissions without being named in it.
 */
export class PermissionsFile {
  readonly #path: string;
  readonly #others: string;
  readonly #log: Log;
  #players: ReadonlyMap<Permission, ReadonlySet<string>> = new Map();
  #readAtMs = Number.NaN;

  /** `others` is one sentence for the head of the file: who has permissions anyway. */
  constructor(folder: string, others: string, log: Log) {
    this.#path = join(folder, PERMISSIONS_FILE);
    this.#others = others;
    this.#log = log;
    this.refresh();
  }

  has({ name, id }: Pick<Player, "name" | "id">, permission: Permission): boolean {
    const players = this.#players.get(permission);
    return players !== undefined && (players.has(name.toLowerCase()) || players.has(id));
  }

  /** Reads the file if it was changed, and creates it if there is none. If it cannot be read, everything stays as it was. */
  refresh(): void {
    try {
      const { mtimeMs } = statSync(this.#path);
      if (mtimeMs === this.#readAtMs) return;
      this.#readAtMs = mtimeMs;
      this.#apply(readFileSync(this.#path, "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") this.#create();
      else this.#log.error(`${this.#path} cannot be read (${(error as Error).message}).`);
    }
  }

  #create(): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(this.#path, defaultFile(this.#others), { flag: "wx" });
    } catch (error) {
      this.#log.error(`${this.#path} cannot be created (${(error as Error).message}); it names nobody.`);
    }
  }

  #apply(text: string): void {
    const { players, complaints } = readPermissions(text);
    const instead = players === undefined ? "; permissions stay as they were" : "";
    for (const { line, problem } of complaints) this.#log.warn(`${this.#path}, line ${line}: ${problem}${instead}.`);
    if (players !== undefined) this.#players = players;
  }
}

function defaultFile(others: string): string {
  return `# Who may do what. ${others}
# The players below have permissions, too. A player is named by name or by UUID.
# A change counts from the next time anybody joins.

# See alerts, and switch notices off and on for themselves (doubletake.alerts).
watchers: []

# May use /dttest (doubletake.test).
testers: []

# May use every command of /doubletake and /dttest, and see alerts (doubletake.admin and both of the above).
admins: []
`;
}
