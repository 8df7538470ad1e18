import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { shownKey, yamlProblem } from "../config/yaml-problem.ts";

/** The texts of one file by their full keys, e.g. `alerts.broadcast`. */
export type Texts = ReadonlyMap<string, string>;

interface TextsReading {
  readonly texts: Texts;
  /** What could not be used, each with its line. */
  readonly complaints: readonly { readonly line: number; readonly problem: string }[];
}

/** Reads a messages file: nested sections of texts. Broken texts are left out, and complained about. */
export function readTexts(yaml: string): TextsReading {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const complaints: { line: number; problem: string }[] = [];
  const lineOf = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line);
  const texts = new Map<string, string>();
  const [broken] = document.errors;
  if (broken) {
    complaints.push({ line: lineOf(broken.pos[0]), problem: `is not valid YAML: ${yamlProblem(broken)}` });
  } else if (isMap(document.contents)) {
    collect(document.contents, "");
  } else if (document.contents !== null && !(isScalar(document.contents) && document.contents.value === null)) {
    complaints.push({ line: 1, problem: "must be a list of keys with their texts" });
  }
  return { texts, complaints };

  function collect(map: YAMLMap, path: string): void {
    for (const { key, value } of map.items) {
      const name = path + (isScalar(key) ? String(key.value) : "?");
      if (isMap(value)) collect(value, `${name}.`);
      else if (isScalar(value) && value.value !== null) texts.set(name, String(value.value));
      else complaints.push({ line: lineOf((key as Node).range?.[0]), problem: `${shownKey(name)} must be a text` });
    }
  }
}
