import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

// docs/platforms/features.md says for every feature and platform what holds and which tests try it; the README shows the same in short.

const PLATFORMS = ["SerenityJS", "flying-squid 1.21.4", "flying-squid 1.16.5"];
const REFERENCE = /([^\s,]+) › "([^"]+)"(?:,\s*|$)/g;

const root = join(import.meta.dirname, "..");
const features = readFeatures();

test("every feature has an answer for every platform", () => {
  assert.ok(features.length >= 10);
  for (const { title, rows } of features) {
    assert.deepEqual(
      rows.map(({ platform }) => platform),
      PLATFORMS,
      title,
    );
  }
});

test("every answer is tried by tests that exist", () => {
  const wrong = features.flatMap(({ title, rows }) =>
    rows.flatMap(({ platform, triedBy }) => wrongReferences(triedBy).map((what) => `${title}, ${platform}: ${what}`)),
  );
  assert.deepEqual(wrong, []);
});

test("an answer is tried on its own platform: by a test of that server, or by the contract that runs on all", () => {
  const wrong = features.flatMap(({ title, rows }) =>
    rows.flatMap(({ platform, triedBy }) => {
      const folder = platform === "SerenityJS" ? "test/platforms/serenity/" : "test/platforms/flying-squid/";
      const files = [...triedBy.matchAll(REFERENCE)].map(([, file]) => file!);
      const isOwn = (file: string) => file.startsWith(folder) || file.startsWith("src/testing/platform-contract/");
      return files.every(isOwn) ? [] : [`${title}, ${platform}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

test("the README shows the same table", () => {
  const expected = features.map(({ title, rows }) => [title, ...rows.map(({ answer }) => answer)]);
  const [head, ...table] = tableBelow(read("README.md"), "## What works where");
  assert.deepEqual(head?.slice(1).map(plain), PLATFORMS);
  assert.deepEqual(table, expected);
});

interface Feature {
  readonly title: string;
  readonly rows: readonly { readonly platform: string; readonly answer: string; readonly triedBy: string }[];
}

function readFeatures(): Feature[] {
  const sections = read("docs/platforms/features.md").split(/^## /m).slice(1);
  return sections.map((section) => {
    const title = section.slice(0, section.indexOf("\n"));
    const [, ...rows] = rowsOf(section);
    return { title, rows: rows.map(([platform = "", answer = "", triedBy = ""]) => ({ platform, answer, triedBy })) };
  });
}

function wrongReferences(triedBy: string): string[] {
  const references = [...triedBy.matchAll(REFERENCE)];
  if (triedBy === "" || references.map(([whole]) => whole).join("") !== triedBy) return [`cannot be read: ${triedBy}`];
  return references.flatMap(([, file, name]) => {
    if (!statSync(join(root, file!), { throwIfNoEntry: false })?.isFile()) return [`there is no file ${file}`];
    const source = read(file!);
    const titles = ['"', "'", "`"].map((quote) => `${quote}${name}${quote}`);
    return titles.some((title) => source.includes(title)) ? [] : [`${file} has no test "${name}"`];
  });
}

function tableBelow(page: string, heading: string): string[][] {
  const from = page.indexOf(`${heading}\n`);
  assert.ok(from >= 0, `there is no "${heading}"`);
  return rowsOf(page.slice(from + heading.length).split(/^## /m)[0]!);
}

/** The cells of a section's table, its head included. */
function rowsOf(section: string): string[][] {
  const lines = section.split("\n").filter((line) => line.startsWith("|") && !line.startsWith("|---"));
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A head may have a line break in it, so that the table stays narrow. */
function plain(cell: string): string {
  return cell.replace("<br>", " ");
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
