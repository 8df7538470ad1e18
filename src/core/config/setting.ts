import { isMap, isScalar, isSeq, type Node, type Scalar } from "yaml";

/** The result of reading one value: the value, and which of its parts are left out; or what is wrong with it. */
export type Reading<Value> =
  | { readonly value: Value; readonly leftOut?: readonly LeftOut[] }
  | { readonly problem: string };

interface LeftOut {
  readonly problem: string;
  /** Where it stands in the file. */
  readonly offset: number | undefined;
}

/** One key of the configuration: its default, how to read it, and what the default file says about it. */
export interface Setting<Value> {
  readonly isSetting: true;
  readonly fallback: Value;
  readonly comment: string;
  /** In force instead of the default if the written value is unclear, or the file cannot be read. Absent: the default applies. */
  readonly whenUnclear?: { readonly value: Value; readonly because: string };
  read(node: Node | null): Reading<Value>;
}

/** Keys and sections by their names in the file. */
export interface SettingTree {
  readonly [key: string]: Setting<unknown> | SettingTree;
}

/** A key of the file as `Config` names it: `min-severity` and `min_severity` are `minSeverity`. */
export function camelCase(key: string): string {
  return key.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function isSetting(entry: Setting<unknown> | SettingTree): entry is Setting<unknown> {
  return "isSetting" in entry && entry.isSetting === true;
}

const FLAG_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["on", true],
  ["false", false],
  ["no", false],
  ["off", false],
]);

export function flag(
  fallback: boolean,
  comment: string,
  whenUnclear?: { readonly value: boolean; readonly because: string },
): Setting<boolean> {
  const read = (node: Node | null): Reading<boolean> => {
    const value = isScalar(node) ? FLAG_WORDS.get(String(node.value).toLowerCase()) : undefined;
    return value === undefined ? { problem: `must be true or false, not ${shown(node)}` } : { value };
  };
  const plain = setting<boolean>(fallback, comment, read);
  return whenUnclear === undefined ? plain : { ...plain, whenUnclear };
}

export function integer(fallback: number, least: number, comment: string): Setting<number> {
  return setting<number>(fallback, comment, (node) =>
    isScalar(node) && isWholeNumber(node.value) && node.value >= least
      ? { value: node.value }
      : { problem: `must be a whole number of ${least} or more, not ${shown(node)}` },
  );
}

/** Text, taken exactly as written: a number keeps its digits. */
export function text(fallback: string, comment: string): Setting<string> {
  return setting<string>(fallback, comment, (node) => {
    if (!isScalar(node))
      return node === null ? { value: fallback } : { problem: "must be text, not a list or section" };
    return { value: asWritten(node) ?? fallback };
  });
}

/** A secret: its value is never shown, and the placeholders of the documentation count as empty. */
export function secret(comment: string): Setting<string> {
  return setting<string>("", comment, (node) => {
    if (node !== null && !isScalar(node)) return { problem: "must be text, not a list or section" };
    const value = (node && asWritten(node)) ?? "";
    return { value: /^<[A-Z_]+>$/.test(value) ? "" : value };
  });
}

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  fallback: Choice,
  comment: string,
): Setting<Choice> {
  return setting<Choice>(fallback, comment, (node) => {
    const written = isScalar(node) ? node.value : undefined;
    const found = choices.find((candidate) => candidate === written);
    return found === undefined
      ? { problem: `must be one of ${choices.join(", ")}, not ${shown(node)}` }
      : { value: found };
  });
}

export function list(comment: string): Setting<readonly string[]> {
  return setting<readonly string[]>([], comment, (node) => {
    if (node === null || (isScalar(node) && node.value === null)) return { value: [] };
    if (!isSeq(node)) return { problem: `must be a list, not ${shown(node)}` };
    const entries = node.items.map((entry) => (isScalar(entry) ? asWritten(entry) : undefined));
    if (entries.some((entry) => entry === undefined)) return { problem: "must be a list of plain texts" };
    return { value: entries as string[] };
  });
}

/** Names with a number each, e.g. materials with their thresholds. */
export function thresholds(comment: string): Setting<ReadonlyMap<string, number>> {
  return setting<ReadonlyMap<string, number>>(new Map(), comment, (node) => {
    if (node === null || (isScalar(node) && node.value === null)) return { value: new Map() };
    if (!isMap(node)) return { problem: `must be a section of "material: number" lines, not ${shown(node)}` };
    const entries = new Map<string, number>();
    const leftOut: LeftOut[] = [];
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "?";
      const number = isScalar(value) ? value.value : undefined;
      if (isWholeNumber(number) && number >= 1) entries.set(name, number);
      else leftOut.push({ problem: `"${name}" must be a whole number of 1 or more`, offset: (key as Node).range?.[0] });
    }
    return { value: entries, leftOut };
  });
}

function setting<Value>(fallback: Value, comment: string, read: (node: Node | null) => Reading<Value>): Setting<Value> {
  return { isSetting: true, fallback, comment, read };
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

/** A scalar's text as it stands in the file; `undefined` for an empty value. */
function asWritten(scalar: Scalar): string | undefined {
  if (scalar.value === null) return undefined;
  return typeof scalar.value === "string" ? scalar.value : (scalar.source ?? String(scalar.value));
}

function shown(node: Node | null): string {
  if (isSeq(node)) return "a list";
  if (isMap(node)) return "a section";
  if (!isScalar(node) || node.value === null) return "an empty value";
  return JSON.stringify(node.value);
}
