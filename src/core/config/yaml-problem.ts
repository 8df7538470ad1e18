import type { YAMLError } from "yaml";

/**
 * A key of a file as it may be repeated. What is no ordinary word, path of words or known key may be a secret that slipped in front
 * of a colon: that is named by its line alone.
 */
export function shownKey(key: string): string {
  return /^(?=.{1,48}$)[A-Za-z]+(?:[-_. ][A-Za-z]+)*$/.test(key) ? `"${key}"` : "a key that is not repeated here";
}

/** What is wrong, in one line and without the file's own text: that may hold a secret. */
export function yamlProblem({ message }: YAMLError): string {
  const [line = ""] = message.split("\n");
  // What follows a colon is quoted from the file: "Block scalar header includes extra characters: |hunter2".
  return line.replace(/ at line \d+, column \d+:?$/, "").replace(/:(?: .*)?$/, "");
}
