import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join as pathOf } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { temporaryFolder } from "../../../testing/unpublished/temporary-folder.ts";
import { duplicatedSword, testStaff } from "../../../testing/unpublished/test-staff.ts";
import { LIVE_KEYS } from "../../config/live-config.ts";
import { defaultConfigFile } from "../../index.ts";

async function teamWithFiles(context: TestContext) {
  const folder = temporaryFolder(context);
  const write = (name: string, text: string) => writeFileSync(pathOf(folder, name), text, { mode: 0o600 });
  write("config.yml", "language: en\n");
  write("messages.yml", "");
  return { team: await testStaff({ folder }), write };
}

describe("/doubletake reload", () => {
  it("takes the texts over, in another language too", async (context) => {
    const { team, write } = await teamWithFiles(context);
    write("messages.yml", 'commands: { cases: { none-open: "&aAll quiet." } }\n');
    assert.deepEqual(await team.say("/dt reload"), ["The texts and config.yml were read again."]);
    assert.deepEqual(await team.say("/dt cases"), ["All quiet."]);
    write("messages.yml", "");
    write("config.yml", "language: de\n");
    assert.deepEqual(await team.say("/dt reload"), [
      "Die Texte und die config.yml wurden neu gelesen.",
      "Gilt ab jetzt: language",
    ]);
    assert.deepEqual(await team.say("/dt cases"), ["Kein Fall ist offen."]);
    assert.deepEqual(await team.say("/dt cases", team.console), ["No case is open."], "the console stays English");
  });

  it("says which settings are in force now, and which need a restart", async (context) => {
    const { team, write } = await teamWithFiles(context);
    write("config.yml", "auto-remove-duplicates: no\nscan-interval: 100\nalerts: { min-severity: LOW }\n");
    assert.deepEqual(await team.say("/dt reload"), [
      "The texts and config.yml were read again.",
      "In force now: auto-remove-duplicates, alerts.min-severity",
      "At the next restart: scan-interval",
    ]);
    const { alex, bo } = await duplicatedSword(team.game);
    assert.ok(alex.slots[0] && bo.slots[0], "nothing is taken any more");
    assert.equal(team.game.doubletake.config.scanInterval, 200);
  });

  it("of a file that cannot be read keeps what was in force, and takes nothing away", async (context) => {
    const { team, write } = await teamWithFiles(context);
    write("config.yml", "alerts: { min-severity: LOW }\n");
    await team.say("/dt reload");
    write("config.yml", 'alerts: "\n');
    assert.deepEqual(await team.say("/dt reload"), [
      "The texts and config.yml were read again.",
      "In force now: auto-remove-duplicates",
      "1 thing is wrong in the files; the console says what.",
    ]);
    assert.equal(team.game.doubletake.config.alerts.minSeverity, "LOW");
    assert.match(team.game.log.lines.at(-1) ?? "", /keeping what was in force; nothing is taken away automatically/);
  });

  it("is for those keys only that config.yml has", () => {
    const file = defaultConfigFile();
    for (const key of LIVE_KEYS) assert.match(file, new RegExp(`^ *${key.split(".").at(-1)}: `, "m"), key);
  });
});
