import assert from "node:assert/strict";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeInstance, readInstance } from "./instance-file.ts";
import { RecordingLog } from "./testing/unpublished/recording-log.ts";
import { temporaryFolder } from "./testing/unpublished/temporary-folder.ts";

function pluginFolder(root: string, server: string): string {
  const folder = join(root, server, "plugins", "doubletake");
  mkdirSync(folder, { recursive: true });
  return folder;
}

test("a folder gets its instance once, and a server without a name is called by both", (context) => {
  const folder = pluginFolder(temporaryFolder(context), "container");
  assert.deepEqual(readInstance(folder), { id: "", defaultName: "container", folderName: "container" });
  const log = new RecordingLog();
  makeInstance(folder, false, log);
  const made = readInstance(folder);
  assert.match(made.id, /^[0-9a-f-]{36}$/);
  assert.match(made.defaultName, /^container-[a-p]{4}$/);
  makeInstance(folder, true, log);
  assert.deepEqual(readInstance(folder), made);
  assert.deepEqual(log.lines, []);
});

test("a copy of the folder has the same instance", (context) => {
  const root = temporaryFolder(context);
  const folder = pluginFolder(root, "container");
  makeInstance(folder, false, new RecordingLog());
  cpSync(join(root, "container"), join(root, "copy"), { recursive: true });
  assert.equal(readInstance(join(root, "copy", "plugins", "doubletake")).id, readInstance(folder).id);
});

test("a server that was on the database before it had an instance keeps its folder's name, under which its records are", (context) => {
  const folder = pluginFolder(temporaryFolder(context), "survival");
  makeInstance(folder, true, new RecordingLog());
  assert.equal(readInstance(folder).defaultName, "survival");
  assert.notEqual(readInstance(folder).id, "");
});
