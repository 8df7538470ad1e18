import assert from "node:assert/strict";
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { PERMISSIONS_FILE, PermissionsFile } from "./permissions-file.ts";
import { readPermissions } from "./read-permissions.ts";

const OPERATORS = "The operators of this game have all of them.";
const alex = { name: "Alex", id: "36532b5e-c442-3dbb-a24c-c7e55d0f979a" };

describe("permissions.yml", () => {
  it("is created with comments, and then gives nobody anything", (context) => {
    const folder = temporaryFolder(context);
    const log = new RecordingLog();
    const permissions = new PermissionsFile(folder, OPERATORS, log);
    assert.match(
      readFileSync(join(folder, PERMISSIONS_FILE), "utf8"),
      /# Who may do what\. The operators of this game have all of them\./,
    );
    permissions.refresh();
    assert.equal(permissions.has(alex, "doubletake.alerts"), false);
    assert.deepEqual(log.lines, []);
  });

  it("names players by name, in any case, or by UUID; admins have everything", () => {
    const { players, complaints } = readPermissions(`watchers: [ALEX]\ntesters:\n  - ${alex.id}\nadmins: [Bea]\n`);
    assert.deepEqual(complaints, []);
    assert.deepEqual([...players!.get("doubletake.alerts")!], ["alex", "bea"]);
    assert.deepEqual([...players!.get("doubletake.test")!], [alex.id, "bea"]);
    assert.deepEqual([...players!.get("doubletake.admin")!], ["bea"]);
  });

  it("says what is wrong, and in which line", () => {
    const wrong = "watchers: [Alex]\nwatcher: [Bea]\ntesters: Alex\nadmins:\n  - name: Bea\n";
    const { players, complaints } = readPermissions(wrong);
    assert.deepEqual(
      complaints.map(({ line }) => line),
      [2, 3, 5],
    );
    assert.match(complaints[0]!.problem, /"watcher" is unknown/);
    assert.deepEqual([...players!.get("doubletake.alerts")!], ["alex"]);
    assert.deepEqual(
      readPermissions("a: b: c\n").complaints.map(({ line }) => line),
      [1],
    );
    assert.equal(readPermissions("- Alex\n").complaints.length, 1);
  });

  it("is read again when it was changed; one that cannot be read changes nothing", (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, PERMISSIONS_FILE);
    const log = new RecordingLog();
    writeFileSync(path, "watchers: [Alex]\n");
    const permissions = new PermissionsFile(folder, OPERATORS, log);
    assert.equal(permissions.has(alex, "doubletake.alerts"), true);
    rewrite(path, "watchers: [Alex\n");
    permissions.refresh();
    assert.equal(permissions.has(alex, "doubletake.alerts"), true);
    assert.match(log.lines.join("\n"), /warn: .*permissions\.yml, line \d: this is not valid YAML/);
    rewrite(path, "testers: [Alex]\n");
    permissions.refresh();
    assert.equal(permissions.has(alex, "doubletake.alerts"), false);
    assert.equal(permissions.has(alex, "doubletake.test"), true);
  });
});

/** Two writes may come within one tick of the file system's clock. */
function rewrite(path: string, text: string): void {
  const { mtimeMs } = statSync(path);
  writeFileSync(path, text);
  utimesSync(path, new Date(), new Date(mtimeMs + 1000));
}
