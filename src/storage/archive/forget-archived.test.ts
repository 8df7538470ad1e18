import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { it } from "node:test";
import { APRIL, JANUARY } from "../../testing/unpublished/stores/five-months.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { ArchiveFolder } from "./files/archive-folder.ts";
import { forgetArchived } from "./forget-archived.ts";

it("a renamed server forgets what it archived under its old name, and nothing of the other servers", async (context) => {
  const folder = new ArchiveFolder(temporaryFolder(context));
  for (const [month, server] of [
    ["2026-01", "lobby"],
    ["2026-02", "hub"],
    ["2026-03", "arena"],
  ] as const) {
    const facts = { rows: 10, checksum: "x", minMs: JANUARY, maxMs: JANUARY };
    folder.writeManifest({ format: 1, month, server, ...facts, isCleared: true });
    writeFileSync(folder.fileOf(month), "");
  }
  // "lobby" is "hub" now, so no server has that name.
  assert.equal(await forgetArchived(folder, new Set(["arena"]), APRIL), 20);
  assert.deepEqual(
    folder.manifests().map(({ rows }) => rows),
    [0, 0, 10],
  );
});
