import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { nearestName } from "../model/nearest-name.ts";
import { misplacedPaths, placeInWords, rightPath } from "./key-places.ts";
import { camelCase, isSetting, type Reading, type Setting, type SettingTree } from "./setting.ts";
import { type Config, SETTINGS } from "./settings.ts";
import { shownKey, yamlProblem } from "./yaml-problem.ts";

/** Something in the file that could not be used as written. */
export interface Complaint {
  readonly line: number;
  /** The whole path, e.g. `notifications.min_severity`; empty when it is about the file itself. */
  readonly key: string;
  readonly problem: string;
  /** What happens instead. */
  readonly instead: string;
}

interface ConfigReading {
  readonly config: Config;
  /** Set when nothing of the file could be read. */
  readonly isUnreadable?: true;
  readonly complaints: readonly Complaint[];
}

/** Reads the text of config.yml. Whatever is wrong with it, the result has a configuration to start with. */
export function readConfig(text: string): ConfigReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const complaints: Complaint[] = [];
  const complain = (offset: number | undefined, key: string, problem: string, instead: string) =>
    complaints.push({ line: offset === undefined ? 1 : lines.linePos(offset).line, key, problem, instead });

  const [broken] = document.errors;
  if (broken) {
    complain(broken.pos[0], "", `is not valid YAML: ${yamlProblem(broken)}`, ALL_DEFAULTS);
    return { config: unreadableConfig(), isUnreadable: true, complaints };
  }
  const root = document.contents;
  if (root !== null && !isMap(root) && !isEmptyScalar(root)) {
    complain(root.range?.[0], "", "must be a list of keys with their values", ALL_DEFAULTS);
    return { config: unreadableConfig(), isUnreadable: true, complaints };
  }
  const unclear = new Set(isMap(root) ? misplacedPaths(root).filter((path) => !root.hasIn(path.split("."))) : []);
  const config = readSection(SETTINGS, isMap(root) ? root : undefined, "", complain, (path) => unclear.has(path));
  return { config: config as Config, complaints };
}

export function defaultConfig(): Config {
  return readSection(SETTINGS, undefined, "", () => 0) as Config;
}

/** In force while config.yml exists but cannot be read: nobody knows what the operator wants, so nothing is done that cannot be undone. */
export function unreadableConfig(): Config {
  return readSection(
    SETTINGS,
    undefined,
    "",
    () => 0,
    () => true,
  ) as Config;
}

/** One line for the console. */
export function describeComplaint(file: string, { line, key, problem, instead }: Complaint): string {
  return `${file}, line ${line}: ${key ? `${shownKey(key)} ` : ""}${problem}; ${instead}.`;
}

/** Says what applies while the file cannot be read. */
export const ALL_DEFAULTS =
  "using the default of every key, with all notifications off; nothing is taken away automatically until this is corrected";

type Complain = (offset: number | undefined, key: string, problem: string, instead: string) => void;
/** Whether nobody knows what the operator wants for the key of this path, unless it is where it belongs. */
type IsUnclearAt = (path: string) => boolean;

function readSection(
  tree: SettingTree,
  map: YAMLMap | undefined,
  path: string,
  complain: Complain,
  isUnclearAt: IsUnclearAt = () => false,
): object {
  const values: Record<string, unknown> = {};
  const meant = new Set<string>();
  for (const { key, value } of map?.items ?? []) {
    const name = isScalar(key) ? String(key.value) : "?";
    if (Object.hasOwn(tree, name)) continue;
    const nearest = nearestName(name, Object.keys(tree));
    if (nearest === undefined && complainOfPlace(key as Node, value, path + name, complain, isUnclearAt)) continue;
    if (nearest !== undefined) meant.add(nearest);
    const problem = `is not a key of Doubletake${nearest === undefined ? "" : ` (did you mean "${nearest}"?)`}`;
    complain((key as Node).range?.[0], path + name, problem, insteadOf(tree, map, nearest));
  }
  for (const [name, entry] of Object.entries(tree)) {
    const pair = pairOf(map, name);
    const node = (pair?.value ?? null) as Node | null;
    const offset = node?.range?.[0] ?? (pair?.key as Node | undefined)?.range?.[0];
    if (!isSetting(entry)) {
      const isSection = node === null || isMap(node) || isEmptyScalar(node);
      if (!isSection) complain(offset, path + name, "must be a section of keys", "using the defaults of all its keys");
      const inner = isMap(node) ? node : undefined;
      values[camelCase(name)] = readSection(entry, inner, `${path}${name}.`, complain, isUnclearAt);
      continue;
    }
    const { fallback, whenUnclear } = entry;
    const unclear = whenUnclear === undefined ? fallback : whenUnclear.value;
    const isUnclear = isUnclearAt(path + name) || meant.has(name);
    const reading: Reading<unknown> = pair === undefined ? { value: isUnclear ? unclear : fallback } : entry.read(node);
    if ("problem" in reading)
      complain(offset, path + name, reading.problem, whenUnclear?.because ?? `using ${shownDefault(fallback)}`);
    else
      for (const part of reading.leftOut ?? [])
        complain(part.offset ?? offset, path + name, part.problem, "it is left out");
    values[camelCase(name)] = "problem" in reading ? unclear : reading.value;
  }
  return values;
}

/** Complains of a key that has another place, or of such keys in an unknown section. Returns whether the key itself was one. */
function complainOfPlace(
  key: Node,
  value: unknown,
  written: string,
  complain: Complain,
  isUnclearAt: IsUnclearAt,
): boolean {
  const right = rightPath(written);
  if (right !== undefined) {
    const instead = (isUnclearAt(right) && settingAt(right)?.whenUnclear?.because) || "it is ignored";
    complain(key.range?.[0], written, `is not a key of Doubletake (${placeInWords(right)})`, instead);
  } else if (isMap(value)) {
    for (const { key: inner, value: deeper } of value.items)
      complainOfPlace(
        inner as Node,
        deeper,
        `${written}.${isScalar(inner) ? String(inner.value) : "?"}`,
        complain,
        isUnclearAt,
      );
  }
  return right !== undefined;
}

function settingAt(path: string): Setting<unknown> | undefined {
  let at: SettingTree | Setting<unknown> | undefined = SETTINGS;
  for (const name of path.split(".")) at = at === undefined || isSetting(at) ? undefined : at[name];
  return at !== undefined && isSetting(at) ? at : undefined;
}

function pairOf(map: YAMLMap | undefined, name: string) {
  return map?.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** Says what happens to an unknown key. If it was meant as a key that must be clear, that key counts as unclear. */
function insteadOf(tree: SettingTree, map: YAMLMap | undefined, nearest: string | undefined): string {
  const entry = nearest === undefined || pairOf(map, nearest) !== undefined ? undefined : tree[nearest];
  return (entry && isSetting(entry) && entry.whenUnclear?.because) || "it is ignored";
}

function shownDefault(value: unknown): string {
  if (value instanceof Map || (Array.isArray(value) && value.length === 0) || value === "") return "nothing";
  return String(value);
}

function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}
