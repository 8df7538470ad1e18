import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { isSetting, type Reading, type SettingTree } from "./setting.ts";
import { type Config, SETTINGS } from "./settings.ts";
import { shownKey, yamlProblem } from "./yaml-problem.ts";

/** Something in the file that could not be used as it stands. */
export interface Complaint {
  readonly line: number;
  /** The whole path, e.g. `notifications.min_severity`; empty when it is about the file itself. */
  readonly key: string;
  readonly problem: string;
  /** What happens instead. */
  readonly instead: string;
}

export interface ConfigReading {
  readonly config: Config;
  readonly complaints: readonly Complaint[];
}

/** Reads the text of config.yml. Whatever is wrong with it, there is a configuration to start with. */
export function readConfig(text: string): ConfigReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const complaints: Complaint[] = [];
  const complain = (offset: number | undefined, key: string, problem: string, instead: string) =>
    complaints.push({ line: offset === undefined ? 1 : lines.linePos(offset).line, key, problem, instead });

  const [broken] = document.errors;
  if (broken) {
    complain(broken.pos[0], "", `is not valid YAML: ${yamlProblem(broken)}`, ALL_DEFAULTS);
    return { config: defaultConfig(), complaints };
  }
  const root = document.contents;
  if (root !== null && !isMap(root) && !isEmptyScalar(root)) {
    complain(root.range?.[0], "", "must be a list of keys with their values", ALL_DEFAULTS);
    return { config: defaultConfig(), complaints };
  }
  const config = readSection(SETTINGS, isMap(root) ? root : undefined, "", complain);
  return { config: config as Config, complaints };
}

export function defaultConfig(): Config {
  return readSection(SETTINGS, undefined, "", () => 0) as Config;
}

/** One line for the console. */
export function describeComplaint(file: string, { line, key, problem, instead }: Complaint): string {
  return `${file}, line ${line}: ${key ? `${shownKey(key)} ` : ""}${problem}; ${instead}.`;
}

const ALL_DEFAULTS = "using the default of every key, with all notifications off";

type Complain = (offset: number | undefined, key: string, problem: string, instead: string) => void;

function readSection(tree: SettingTree, map: YAMLMap | undefined, path: string, complain: Complain): object {
  const values: Record<string, unknown> = {};
  for (const { key } of map?.items ?? []) {
    const name = isScalar(key) ? String(key.value) : "?";
    if (!Object.hasOwn(tree, name)) {
      complain(
        (key as Node).range?.[0],
        path + name,
        `is not a key of Doubletake${suggestion(name, tree)}`,
        "it is ignored",
      );
    }
  }
  for (const [name, entry] of Object.entries(tree)) {
    const pair = map?.items.find(({ key }) => isScalar(key) && key.value === name);
    const node = (pair?.value ?? null) as Node | null;
    const offset = node?.range?.[0] ?? (pair?.key as Node | undefined)?.range?.[0];
    if (!isSetting(entry)) {
      const isSection = node === null || isMap(node) || isEmptyScalar(node);
      if (!isSection) complain(offset, path + name, "must be a section of keys", "using the defaults of all its keys");
      values[camelCase(name)] = readSection(entry, isMap(node) ? node : undefined, `${path}${name}.`, complain);
      continue;
    }
    const reading: Reading<unknown> = pair === undefined ? { value: entry.fallback } : entry.read(node);
    if ("problem" in reading) complain(offset, path + name, reading.problem, `using ${shownDefault(entry.fallback)}`);
    else for (const part of reading.leftOut ?? []) complain(offset, path + name, part, "it is left out");
    values[camelCase(name)] = "problem" in reading ? entry.fallback : reading.value;
  }
  return values;
}

function shownDefault(value: unknown): string {
  if (value instanceof Map || (Array.isArray(value) && value.length === 0) || value === "") return "nothing";
  return String(value);
}

/** Finds the key that was meant, when it differs only by its separators or a letter's case. */
function suggestion(name: string, tree: SettingTree): string {
  const plain = (key: string) => key.toLowerCase().replaceAll(/[-_ ]/g, "");
  const sanctioned = Object.keys(tree).find((key) => plain(key) === plain(name));
  return sanctioned ? ` (did you mean "${sanctioned}"?)` : "";
}

function camelCase(key: string): string {
  return key.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isEmptyScalar(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}
