import type { CommandSpec } from "./command-spec.ts";
import { optionsOf } from "./help-text.ts";

/** What can be typed after a command's name. */
interface Completion {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
  /** Values by option, for options with fixed choices. */
  readonly choices: readonly (readonly [option: string, values: readonly string[]])[];
  /** Options whose value is a file or folder. */
  readonly paths: readonly string[];
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, specs: readonly CommandSpec[]): string {
  const completions = specs.map(completionOf);
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](completions);
}

function completionOf(spec: CommandSpec): Completion {
  const options = Object.entries(optionsOf(spec));
  return {
    name: spec.name,
    summary: spec.summary,
    words: [...spec.words.flatMap(({ choices }) => choices ?? []), ...options.map(([name]) => `--${name}`)],
    choices: options.flatMap(([name, { choices }]) => (choices ? [[`--${name}`, choices] as const] : [])),
    paths: options.flatMap(([name, { value }]) => (/^<(?:file|folder)>$/.test(value ?? "") ? [`--${name}`] : [])),
  };
}

function namesOf(completions: readonly Completion[]): string {
  return completions.map(({ name }) => name).join(" ");
}

function bashScript(completions: readonly Completion[]): string {
  const cases = completions.map(({ name, words, choices, paths }) => {
    const values = choices.map(
      ([option, list]) => `        ${option}) COMPREPLY=($(compgen -W "${list.join(" ")}" -- "$word")); return ;;`,
    );
    const files =
      paths.length > 0 ? [`        ${paths.join("|")}) COMPREPLY=($(compgen -f -- "$word")); return ;;`] : [];
    return [
      `    ${name})`,
      '      case "$before" in',
      ...values,
      ...files,
      "      esac",
      `      COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$word")) ;;`,
    ].join("\n");
  });
  return `# bash completion for doubletake:  source <(doubletake completion bash)
_doubletake() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${namesOf(completions)}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
}
complete -o filenames -F _doubletake doubletake
`;
}

function zshScript(completions: readonly Completion[]): string {
  const cases = completions.map(({ name, words, choices, paths }) => {
    const values = choices.map(([option, list]) => `        ${option}) compadd -- ${list.join(" ")}; return ;;`);
    const files = paths.length > 0 ? [`        ${paths.join("|")}) _files; return ;;`] : [];
    return [
      `    ${name})`,
      '      case "$words[CURRENT-1]" in',
      ...values,
      ...files,
      "      esac",
      `      compadd -- ${words.join(" ")} ;;`,
    ].join("\n");
  });
  return `#compdef doubletake
# zsh completion for doubletake:  source <(doubletake completion zsh)
_doubletake() {
  if (( CURRENT == 2 )); then
    compadd -- ${namesOf(completions)}
    return
  fi
  case "\${words[2]}" in
${cases.join("\n")}
  esac
}
compdef _doubletake doubletake
`;
}

function fishScript(completions: readonly Completion[]): string {
  const lines = completions.map(
    ({ name, summary }) =>
      `complete -c doubletake -f -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", "\\'")}'`,
  );
  for (const { name, words, choices, paths } of completions) {
    const on = `complete -c doubletake -n '__fish_seen_subcommand_from ${name}'`;
    const plain = words.filter((word) => !word.startsWith("--"));
    if (plain.length > 0) lines.push(`${on} -f -a '${plain.join(" ")}'`);
    for (const option of words.filter((word) => word.startsWith("--"))) {
      const values = choices.find(([choice]) => choice === option)?.[1];
      const rest = values ? ` -x -a '${values.join(" ")}'` : paths.includes(option) ? " -r -F" : " -f";
      lines.push(`${on} -l ${option.slice(2)}${rest}`);
    }
  }
  return `# fish completion for doubletake:  doubletake completion fish | source\n${lines.join("\n")}\n`;
}
