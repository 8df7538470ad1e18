import type { CommandSpec } from "../command-spec.ts";
import { completionScript, SHELLS, type Shell } from "../completion-scripts.ts";

/** The command that prints a completion script for these commands and itself. */
export function completionOf(specs: readonly CommandSpec[]): CommandSpec {
  const completion: CommandSpec = {
    name: "completion",
    summary: "prints a completion script for your shell",
    words: [{ name: "shell", choices: SHELLS }],
    options: {},
    about: "Prints a script that completes commands, options and fixed values. Have your shell read it at its start.",
    example: "source <(doubletake completion bash)",
    hasJson: false,
    async run({ words: [shell], output }) {
      await output.raw(completionScript(shell as Shell, [...specs, completion]));
      return 0;
    },
  };
  return completion;
}
