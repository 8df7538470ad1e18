import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import { shownKey, yamlProblem } from "../config/yaml-problem.ts";
import type { Permission } from "../platform.ts";

/** The lists of permissions.yml, and what each gives to the players in it. */
const PERMISSION_LISTS = {
  watchers: ["doubletake.alerts"],
  testers: ["doubletake.test"],
  admins: ["doubletake.admin", "doubletake.alerts", "doubletake.test"],
} as const satisfies Record<string, readonly Permission[]>;

/** Names and UUIDs in lower case. */
type Players = Map<Permission, Set<string>>;

interface PermissionsReading {
  /** Absent if the text is not YAML. */
  readonly players?: Players;
  readonly complaints: readonly { readonly line: number; readonly problem: string }[];
}

export function readPermissions(text: string): PermissionsReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const complaints: { line: number; problem: string }[] = [];
  const complain = (offset: number | undefined, problem: string) =>
    complaints.push({ line: lines.linePos(offset ?? 0).line || 1, problem });

  for (const broken of document.errors) complain(broken.pos[0], `this is not valid YAML: ${yamlProblem(broken)}`);
  if (document.errors.length > 0) return { complaints };
  const players: Players = new Map();
  const root = document.contents;
  if (isMap(root)) for (const list of root.items) readList(list as Pair<Node, Node | null>, players, complain);
  else if (root !== null) complain(root.range?.[0], "lists are expected here, e.g. watchers: [Alex]");
  return { players, complaints };
}

function readList(
  { key, value }: Pair<Node, Node | null>,
  players: Players,
  complain: (offset: number | undefined, problem: string) => void,
): void {
  const name = isScalar(key) ? String(key.value) : "";
  if (!isListName(name)) {
    complain(key.range?.[0], `${shownKey(name)} is unknown; there are ${Object.keys(PERMISSION_LISTS).join(", ")}`);
    return;
  }
  if (value === null || (isScalar(value) && value.value === null)) return;
  if (!isSeq<Node>(value)) {
    complain(value.range?.[0], `${name} must be a list, e.g. ${name}: [Alex]`);
    return;
  }
  for (const item of value.items) {
    const player = isScalar(item) ? item.value : undefined;
    if (typeof player === "string" || typeof player === "number") add(players, name, String(player).toLowerCase());
    else complain(item.range?.[0], `${name} must list players by name or UUID`);
  }
}

function isListName(name: string): name is keyof typeof PERMISSION_LISTS {
  return Object.hasOwn(PERMISSION_LISTS, name);
}

function add(players: Players, list: keyof typeof PERMISSION_LISTS, player: string): void {
  for (const permission of PERMISSION_LISTS[list]) {
    players.set(permission, (players.get(permission) ?? new Set()).add(player));
  }
}
