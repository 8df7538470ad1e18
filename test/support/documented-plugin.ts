import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { codeBlocks } from "./code-blocks.ts";

const root = join(import.meta.dirname, "../..");
const API_PAGE = join("docs", "api.md");

/** The examples of docs/api.md, in order, as the imports and the body of one function. It takes a stack and a player of the game. */
export function documentedPlugin(): { readonly imports: string; readonly body: string } {
  const [begin = "", ...blocks] = codeBlocks("ts")
    .filter(({ page }) => page === API_PAGE)
    .map(({ text }) => text);
  const lines = begin.split("\n");
  const isImport = (line: string) => line.startsWith("import ");
  const body = [
    ...lines.filter((line) => !isImport(line)),
    'if (plugin === undefined) throw new Error("not running");',
    ...blocks,
    "stop();",
  ];
  return { imports: lines.filter(isImport).join("\n"), body: body.join("\n") };
}

/** Runs the examples in this process, with a stack and a player of the real game. Resolves with the id of the item. */
export async function runDocumentedPlugin(gameStack: object, gamePlayer: object): Promise<string> {
  const { imports, body } = documentedPlugin();
  const dir = mkdtempSync(join(tmpdir(), "doubletake-documented-"));
  try {
    const file = join(dir, "plugin.mts");
    const face = pathToFileURL(join(root, "src", "index.ts")).href;
    writeFileSync(
      file,
      `${imports.replace('"doubletake"', JSON.stringify(face))}
      export async function documented(gameStack: object, gamePlayer: object): Promise<string> {
        ${body}
        return id;
      }`,
    );
    const { documented } = (await import(pathToFileURL(file).href)) as {
      documented: (gameStack: object, gamePlayer: object) => Promise<string>;
    };
    return await documented(gameStack, gamePlayer);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
