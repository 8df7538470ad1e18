import type { CommandSpec } from "../command-spec.ts";
import { completionScript, SHELLS, type Shell } from "../completion-scripts.ts";

/** `others` are commands that are not declared as a spec: they complete by name only. */
export function completionFor(specs: readonly CommandSpec[], others: readonly string[]): CommandSpec {
  const completion: CommandSpec = {
    name: "completion",
    summary: "prints a completion script for your shell",
    words: [{ name: "shell", choices: SHELLS }],
    options: {},
    about: "Prints a script that completes commands, options and fixed values. Have your shell read it at its start.",
    example: "source <(doubletake completion bash)",
    hasJson: false,
    async run({ words: [shell], output }) {
      await output.raw(completionScript(shell as Shell, [...specs, completion], others));
      return 0;
    },
  };
  return completion;
}
