import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { batchOf, itemId, NOON, playerId } from "../../testing/store-contract/rows.ts";
import { openEngine } from "../../testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { backUpStore } from "./backup.ts";

const FILE_NAMES = ["backup.db", "backup.db.saving", "backup.db.saving-journal"];

describe("a backup", () => {
  it("has its name only once it is whole, and nothing of a killed one is left", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    const engine = await openEngine(file);
    const rows = Array.from({ length: 5000 }, (_, n) => {
      return { moved: itemId(n), by: playerId(1), action: "DROP", to: `world:${n},2,3`, at: NOON + n } as const;
    });
    await engine.write([batchOf(...rows)]);
    for (const name of FILE_NAMES.slice(1)) writeFileSync(join(folder, name), "half of a backup");
    const config = { engine: "sqlite", file, serverName: "test" } as const;
    const named: string[][] = [];
    const found = () => readdirSync(folder).filter((name) => name.startsWith("backup.db"));
    await backUpStore(config, join(folder, "backup.db"), () => named.push(found()));
    assert.deepEqual(found(), ["backup.db"]);
    assert.ok(named.length > 0 && named.every((names) => !names.includes("backup.db")), JSON.stringify(named));
    await engine.close();
    const copy = await openEngine(join(folder, "backup.db"));
    assert.equal((await copy.ask("counts")).transfers, 5000);
    await copy.close();
  });

  it("that failed leaves nothing behind", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    writeFileSync(file, "no database ".repeat(1000));
    const config = { engine: "sqlite", file, serverName: "test" } as const;
    await assert.rejects(backUpStore(config, join(folder, "backup.db"), () => undefined));
    assert.deepEqual(readdirSync(folder), ["tracker.db"]);
  });
});
