import { isMap, isScalar, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { shownKey, yamlProblem } from "../config/yaml-problem.ts";

/** The texts of one file by their full keys, e.g. `alerts.broadcast`. */
export type Texts = ReadonlyMap<string, string>;

interface TextsReading {
  readonly texts: Texts;
  /** The line of each text's key. */
  readonly lines: ReadonlyMap<string, number>;
  /** What could not be used, each with its line. */
  readonly complaints: readonly { readonly line: number; readonly problem: string }[];
}

/** Reads a messages file: nested sections of texts. Broken texts are left out, and complained about. */
export function readTexts(yaml: string): TextsReading {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter });
  const complaints: { line: number; problem: string }[] = [];
  const lineOf = (offset: number | undefined) => (offset === undefined ? 1 : counter.linePos(offset).line);
  const texts = new Map<string, string>();
  const lines = new Map<string, number>();
  const [broken] = document.errors;
  if (broken) {
    complaints.push({ line: lineOf(broken.pos[0]), problem: `is not valid YAML: ${yamlProblem(broken)}` });
  } else if (isMap(document.contents)) {
    collect(document.contents, "");
  } else if (document.contents !== null && !(isScalar(document.contents) && document.contents.value === null)) {
    complaints.push({ line: 1, problem: "must be a list of keys with their texts" });
  }
  return { texts, lines, complaints };

  function collect(map: YAMLMap, path: string): void {
    for (const { key, value } of map.items) {
      const name = path + (isScalar(key) ? String(key.value) : "?");
      if (isMap(value)) {
        collect(value, `${name}.`);
        continue;
      }
      const line = lineOf((key as Node).range?.[0]);
      if (isScalar(value) && value.value !== null) {
        texts.set(name, String(value.value));
        lines.set(name, line);
      } else complaints.push({ line, problem: `${shownKey(name)} must be a text` });
    }
  }
}
