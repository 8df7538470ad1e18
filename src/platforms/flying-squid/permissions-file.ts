import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Log, Permission, Player } from "../../index.ts";

export const PERMISSIONS_FILE = "permissions.yml";

const LISTS = {
  watchers: ["doubletake.alerts"],
  testers: ["doubletake.test"],
  admins: ["doubletake.admin", "doubletake.alerts", "doubletake.test"],
} as const satisfies Record<string, readonly Permission[]>;

const DEFAULT_FILE = `# Who may do what. flying-squid has no permissions of its own: its operators (/op) have all of these,
# and the players below have them without being operators. A player is named by name or by UUID.
# A change counts from the next time anybody joins.

# See alerts, and switch notices off and on for themselves (doubletake.alerts).
watchers: []

# May use /dttest (doubletake.test).
testers: []

# May use every command of /doubletake and /dttest, and see alerts (doubletake.admin and both of the above).
admins: []
`;

/** Permissions of a game server that has none. */
export class Permissions {
  readonly #path: string;
  readonly #log: Log;
  #players = new Map<Permission, Set<string>>();
  #readAtMs = Number.NaN;

  constructor(folder: string, log: Log) {
    this.#path = join(folder, PERMISSIONS_FILE);
    this.#log = log;
    this.refresh();
  }

  has({ name, id }: Pick<Player, "name" | "id">, permission: Permission): boolean {
    const players = this.#players.get(permission);
    return players !== undefined && (players.has(name.toLowerCase()) || players.has(id));
  }

  /** Reads the file if it was changed, and creates it when there is none. What cannot be read leaves everything as it was. */
  refresh(): void {
    try {
      const { mtimeMs } = statSync(this.#path);
      if (mtimeMs === this.#readAtMs) return;
      this.#readAtMs = mtimeMs;
      this.#take(readFileSync(this.#path, "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") this.#create();
      else this.#log.error(`${this.#path} cannot be read (${(error as Error).message}).`);
    }
  }

  #create(): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(this.#path, DEFAULT_FILE, { flag: "wx" });
    } catch (error) {
      this.#log.error(
        `${this.#path} cannot be created (${(error as Error).message}); only operators have permissions.`,
      );
    }
  }

  #take(text: string): void {
    const { players, complaints } = readPermissions(text);
    for (const { line, problem } of complaints) this.#log.warn(`${this.#path}, line ${line}: ${problem}`);
    if (players !== undefined) this.#players = players;
  }
}

interface Reading {
  /** Absent when the text is no YAML. */
  readonly players?: Map<Permission, Set<string>>;
  readonly complaints: readonly { readonly line: number; readonly problem: string }[];
}

export function readPermissions(text: string): Reading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (node: unknown) => lines.linePos((node as { range?: [number] } | null)?.range?.[0] ?? 0).line || 1;
  if (document.errors.length > 0) {
    const complaints = document.errors.map(({ pos, message }) => ({
      line: lines.linePos(pos[0]).line,
      problem: `this is not valid YAML: ${message}. Permissions stay as they were.`,
    }));
    return { complaints };
  }
  const players = new Map<Permission, Set<string>>();
  const complaints: { line: number; problem: string }[] = [];
  const entries = isMap(document.contents) ? document.contents.items : [];
  if (entries.length === 0 && document.contents !== null && !isMap(document.contents)) {
    complaints.push({ line: lineOf(document.contents), problem: "lists are expected here, e.g. watchers: [Alex]" });
  }
  for (const { key, value } of entries) {
    const name = isScalar(key) ? String(key.value) : "";
    const permissions = LISTS[name as keyof typeof LISTS] as readonly Permission[] | undefined;
    if (permissions === undefined) {
      complaints.push({
        line: lineOf(key),
        problem: `"${name}" is unknown; there are ${Object.keys(LISTS).join(", ")}.`,
      });
      continue;
    }
    if (isScalar(value) && value.value === null) continue;
    if (!isSeq(value)) {
      complaints.push({ line: lineOf(value ?? key), problem: `${name} must be a list, e.g. ${name}: [Alex]` });
      continue;
    }
    for (const item of value.items) {
      const player = isScalar(item) ? item.value : undefined;
      if (typeof player !== "string" && typeof player !== "number") {
        complaints.push({ line: lineOf(item), problem: `${name} must list players by name or UUID.` });
        continue;
      }
      for (const permission of permissions) addTo(players, permission, String(player).toLowerCase());
    }
  }
  return { players, complaints };
}

function addTo(players: Map<Permission, Set<string>>, permission: Permission, player: string): void {
  const named = players.get(permission) ?? new Set();
  players.set(permission, named.add(player));
}
