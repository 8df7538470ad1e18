import assert from "node:assert/strict";
import fs, { fstatSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { mock, test } from "node:test";
import { temporaryFolder } from "../../../testing/unpublished/temporary-folder.ts";
import { ArchiveFolder, type Manifest } from "./archive-folder.ts";

test("the folder's names are on the disk before anybody deletes what was sealed", {
  skip: process.platform === "win32" && "a folder cannot be flushed there",
}, (context) => {
  const folder = new ArchiveFolder(join(temporaryFolder(context), "archive"));
  folder.make();
  const flushed: string[] = [];
  const { fsyncSync } = fs;
  mock.method(fs, "fsyncSync", (file: number) => {
    flushed.push(fstatSync(file).isDirectory() ? "folder" : "file");
    fsyncSync(file);
  });
  syncBuiltinESMExports();
  context.after(() => {
    mock.restoreAll();
    syncBuiltinESMExports();
  });
  folder.writeManifest({ month: "2026-01", rows: 1 } as never);
  assert.deepEqual(flushed, ["file", "folder"]);
});

test("a month that another server has archived into the same folder meanwhile is not removed", (context) => {
  const folder = new ArchiveFolder(join(temporaryFolder(context), "archive"));
  folder.make();
  const manifest = (server: string) => ({ month: "2026-01", server }) as Manifest;
  folder.writeManifest(manifest("lobby"));
  folder.remove(manifest("survival"));
  assert.equal(folder.manifests().length, 1);
  folder.remove(manifest("lobby"));
  assert.equal(folder.manifests().length, 0);
});
