import type { YAMLError } from "yaml";

/** What is wrong, in one line and without the file's own text: that may hold a secret. */
export function yamlProblem({ message }: YAMLError): string {
  const [line = ""] = message.split("\n");
  // What follows a colon is quoted from the file: "Block scalar header includes extra characters: |hunter2".
  return line.replace(/ at line \d+, column \d+:?$/, "").replace(/:(?: .*)?$/, "");
}
