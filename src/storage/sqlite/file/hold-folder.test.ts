import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { DoubletakeError } from "../../../core/storage-face.ts";
import { holdFolder } from "./hold-folder.ts";

const dir = mkdtempSync(join(tmpdir(), "doubletake-hold-"));
after(() => rmSync(dir, { recursive: true, force: true }));

/** Another process that holds the folder until it is killed. */
async function holder(folder: string) {
  const module = new URL("./hold-folder.ts", import.meta.url).href;
  const program = `import { holdFolder } from ${JSON.stringify(module)};
    const letGo = holdFolder(${JSON.stringify(folder)});
    console.log("held");
    setInterval(() => letGo.name, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  await once(child.stdout, "data");
  return child;
}

describe("a folder in which a server runs", () => {
  it("is held by one process, which the next one can name", async () => {
    const folder = join(dir, "held");
    const child = await holder(folder);
    assert.throws(
      () => holdFolder(folder),
      (error) =>
        error instanceof DoubletakeError &&
        error.code === "DT_FOLDER_IN_USE" &&
        error.message ===
          `Another server (process ${child.pid}) is running in ${folder}; stop it first, or choose another folder with --dir.`,
    );
    child.kill("SIGKILL");
    await once(child, "close");
    holdFolder(folder)();
  });

  it("can be held again once it was let go of, also when its process was killed", async () => {
    const folder = join(dir, "again");
    const child = await holder(folder);
    child.kill("SIGKILL");
    await once(child, "close");
    const letGo = holdFolder(folder);
    assert.throws(() => holdFolder(folder), { code: "DT_FOLDER_IN_USE" });
    letGo();
    holdFolder(folder)();
  });

  it("is refused in a sentence when it cannot be one", () => {
    const file = join(dir, "file");
    writeFileSync(file, "");
    assert.throws(() => holdFolder(file), {
      code: "DT_FOLDER_DENIED",
      message: /file cannot be written \(.*\); choose another folder with --dir\.$/,
    });
    const damaged = mkdtempSync(join(dir, "damaged-"));
    writeFileSync(join(damaged, "server.lock"), "not a database, but long enough to be taken for one ".repeat(40));
    chmodSync(join(damaged, "server.lock"), 0o600);
    assert.throws(() => holdFolder(damaged), { code: "DT_FOLDER_DENIED" });
  });
});
