import type { YAMLError } from "yaml";

/** What is wrong, in one line and without the file's own text: that may hold a secret. */
export function yamlProblem({ message }: YAMLError): string {
  return (message.split("\n")[0] ?? "").replace(/:$/, "").replace(/ at line \d+, column \d+$/, "");
}
