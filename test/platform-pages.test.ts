import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, test } from "node:test";
import { ACTIONS } from "../src/core/index.ts";
import { PLACE_KINDS } from "../src/core/model/place.ts";

// docs/platforms/<name>.md: the same tables for every platform, held against the code.

/** Written by core, whatever the platform: these need no event of the game. */
const OF_CORE = ["SCAN", "CREATIVE", "REMOVED", "RESTORED", "REISSUED"];

const root = join(import.meta.dirname, "..");
const pages = globSync("src/platforms/*/", { cwd: root }).map((folder) => {
  const name = folder.split(/[\\/]/).at(-1)!;
  return { name, folder, text: readFileSync(join(root, "docs", "platforms", `${name}.md`), "utf8") };
});

test("there is a page for both platforms", () => {
  assert.deepEqual(pages.map(({ name }) => name).sort(), ["flying-squid", "serenity"]);
});

for (const { name, folder, text } of pages) {
  describe(`docs/platforms/${name}.md`, () => {
    const rows = tableBelow(text, "## What is recorded");
    const actions = rows.flatMap(([, , action = ""]) => [...action.matchAll(/`([A-Z_]+)`/g)].map(([, word]) => word!));
    const never = rows.flatMap(([, , action = ""]) => /^never `([A-Z_]+)`/.exec(action)?.[1] ?? []);

    it("has every action that there is, with the game event behind it, and no other", () => {
      assert.deepEqual([...new Set(actions)].sort(), Object.keys(ACTIONS).sort());
      for (const [what, event] of rows) assert.ok(what && event, `${what} | ${event}`);
    });

    it("says of each whether the adapter reports it, and the adapter's code says the same", () => {
      const sources = globSync(`${folder}/**/*.ts`, { cwd: root })
        .filter((file) => !file.endsWith(".test.ts"))
        .map((file) => readFileSync(join(root, file), "utf8"));
      const isReported = (action: string) => sources.some((source) => source.includes(`"${action}"`));
      const expected = Object.keys(ACTIONS).filter((action) => !OF_CORE.includes(action) && !never.includes(action));
      const own = Object.keys(ACTIONS).filter((action) => !OF_CORE.includes(action));
      assert.deepEqual(own.filter(isReported), expected);
    });

    it("says of each kind of place what it is here", () => {
      const places = tableBelow(text, "## Where items are looked for").map(([place = ""]) => place);
      for (const kind of PLACE_KINDS)
        assert.ok(
          places.some((place) => place.startsWith(`\`${kind}:`)),
          kind,
        );
      assert.ok(places.includes("inside items"));
    });
  });
}

/** The cells of the first table below a heading, without its head. */
function tableBelow(page: string, heading: string): string[][] {
  const section = page.slice(page.indexOf(`\n${heading}`) + 1);
  const table = /(?:^\|.*\n)+/m.exec(section)?.[0] ?? "";
  const lines = table.trim().split("\n").slice(2);
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
