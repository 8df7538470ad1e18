import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { it } from "node:test";
import { FAMILIES } from "../../simulator/families/index.ts";
import { LOOK_ALIKES } from "../../simulator/look-alikes/index.ts";

const PAGE = new URL("../../../shared/dupe-families.md", import.meta.url);

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, "0")}`);

it("every family and every look-alike of the page has a generator, in its order", () => {
  assert.deepEqual(
    FAMILIES.map(({ id }) => id),
    numbered("D", 24),
  );
  assert.deepEqual(
    LOOK_ALIKES.map(({ id }) => id),
    numbered("H", 26),
  );
});

it("the page, where it lies beside the repository, names the same ones", {
  skip: !existsSync(PAGE) && "no page",
}, () => {
  const page = readFileSync(PAGE, "utf8");
  const families = [...page.matchAll(/^- \*\*(D\d\d) ([^*]+)\*\*/gm)];
  const lookAlikes = [...page.matchAll(/^\| (H\d\d) \| .* \| ([^|]+) \|$/gm)];
  assert.deepEqual(
    families.map(([, id, title]) => [id, title]),
    FAMILIES.map(({ id, title }) => [id, title]),
  );
  assert.deepEqual(
    lookAlikes.map(([, id, twin]) => [id, twin!.trim()]),
    LOOK_ALIKES.map(({ id, twin }) => [id, twin]),
  );
});

it("every twin that is named exists", () => {
  const known = new Set([...FAMILIES, ...LOOK_ALIKES].map(({ id }) => id));
  for (const { id, twin } of [...FAMILIES, ...LOOK_ALIKES]) {
    for (const name of twin.split(", ")) assert.ok(known.has(name) || name === "–" || name === "any", `${id}: ${name}`);
  }
});
