import { isSetting, type SettingTree } from "../../src/core/config/setting.ts";
import { SETTINGS } from "../../src/core/config/settings.ts";

/** docs/configuration.md, made from the list of settings. */
export function configurationPage(): string {
  return `# Configuration

\`plugins/doubletake/config.yml\` is made on the first start, with every key and its default. It is never rewritten. A key that
is missing has its default, also after an update. Changes take effect at the next server restart, some of them with
[\`/doubletake reload\`](commands.md#doubletake-reload). A wrong value gets a
console line with file, line, key, what is wrong and what is used instead. The server starts all the same.
\`yes\`, \`no\`, \`on\` and \`off\` mean the same as \`true\` and \`false\`.

What cannot be undone needs a clear word. While the file cannot be read, nothing is taken away automatically, and the console says so. The same holds while
\`auto-remove-duplicates\` has an unclear value, or its key is misspelt or in another section. A file or key that is absent
has its default. \`doubletake check\` lists everything that is wrong. For a misspelt key, world, action or placeholder it names the nearest one.

The file may hold secrets (addresses, tokens, a database password). Only its owner can read it.

| key | default | meaning |
|---|---|---|
${rows(SETTINGS, "").join("\n")}

This page is made from the program's own list: \`node scripts/write-config-docs.ts\`.
`;
}

function rows(tree: SettingTree, path: string): string[] {
  return Object.entries(tree).flatMap(([key, entry]) =>
    isSetting(entry)
      ? [`| \`${path}${key}\` | ${shown(entry.fallback)} | ${entry.comment.replaceAll("|", "\\|")} |`]
      : rows(entry, `${path}${key}.`),
  );
}

function shown(value: unknown): string {
  if (value instanceof Map || (Array.isArray(value) && value.length === 0) || value === "") return "empty";
  return `\`${String(value)}\``;
}
