import type { YAMLError } from "yaml";

/**
 * A key in a form that is safe to print. If a key is neither a known key nor made of ordinary words, it may be a secret that slipped in
 * front of a colon. Then only its line is named.
 */
export function shownKey(key: string): string {
  return /^(?=.{1,48}$)[A-Za-z]+(?:[-_. ][A-Za-z]+)*$/.test(key) ? `"${key}"` : "a key that is not repeated here";
}

/** Says what is wrong in one line, without the file's own text, which may hold a secret. */
export function yamlProblem({ message }: YAMLError): string {
  const [line = ""] = message.split("\n");
  // Text after a colon is quoted from the file: "Block scalar header includes extra characters: |hunter2".
  return line.replace(/ at line \d+, column \d+:?$/, "").replace(/:(?: .*)?$/, "");
}
