import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A piece of code on a page of the documentation. */
export interface CodeBlock {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Every block in README.md and docs/ with the given language, page by page. */
export function codeBlocks(language: string): CodeBlock[] {
  const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root }).sort()];
  return pages.flatMap(blocksOf).filter((block) => block.language === language);
}

function blocksOf(page: string): CodeBlock[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split("\n").length,
    language: match[2]!,
    // A block in a list is indented like the list.
    text: match[3]!.replaceAll(new RegExp(`^${match[1]}`, "gm"), ""),
  }));
}
