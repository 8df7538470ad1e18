import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { batchOf } from "../../src/testing/store-contract/rows.ts";
import { brokenRules, doubletake, doubletakeJson } from "./support/doubletake.ts";
import { ALEX, BOW, filledFolder, MALLORY, ROWS, SWORD } from "./support/filled-store.ts";

describe("restore", () => {
  it("says what it would give back, and puts it on its way once, with who did it", async (context) => {
    const folder = await filledFolder(context);
    const dry = await doubletake(["restore", "--since", "2h", "--dry-run", "--dir", folder]);
    assert.equal(dry.code, 0, dry.err);
    assert.match(dry.out, /#1 .*DIAMOND_SWORD/);
    const { code, err } = await doubletake(["restore", "--since", "2h", "--dir", folder]);
    assert.equal(code, 0, err);
    assert.match(err, /1 item is handed over when the players next join/);
    const { value } = await doubletakeJson(["case", "1", "--dir", folder]);
    assert.equal(value.quarantine[0].state, "returning");
    assert.equal(value.quarantine[0].returnToId, value.quarantine[0].takenFrom.holderId);
    assert.equal(value.acts.at(-1).act, "restore");
    const again = await doubletake(["restore", "--since", "2h", "--dir", folder]);
    assert.match(again.out, /Nothing that was taken since then/);
  });

  it("filters by time, player and material, and wants a time", async (context) => {
    const folder = await filledFolder(context, Date.now() - 3 * 3_600_000);
    const found = async (...words: string[]) =>
      (await doubletakeJson(["restore", "--dry-run", ...words, "--dir", folder])).value.length;
    assert.equal(await found("--since", "2h"), 0);
    assert.equal(await found("--since", "1d"), 1);
    assert.equal(await found("--since", "1d", "--material", "minecraft:diamond_sword"), 1);
    assert.equal(await found("--since", "1d", "--material", "bow"), 0);
    assert.equal((await doubletake(["restore", "--dir", folder])).code, 2);
  });

  it("is refused while a server has the store open", async (context) => {
    const folder = await filledFolder(context);
    const store = openStore({
      config: { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" },
      retentionDays: 0,
      log: SILENT_LOG,
    });
    await store.counts();
    const { code, err } = await doubletake(["restore", "--since", "2h", "--dir", folder]);
    await store.close();
    assert.equal(code, 1);
    assert.match(err, /Type in its console: \/doubletake restore-since 2h now/);
  });
});

describe("erase-player", () => {
  it("says what it would do, does it with --yes, and leaves a store that is whole", async (context) => {
    const folder = await filledFolder(context);
    const dry = await doubletake(["erase-player", "alex", "--dir", folder]);
    assert.equal(dry.code, 0, dry.err);
    assert.match(dry.out, /Alex \(.*\) would be replaced[\s\S]*--yes/);
    const { code, value } = await doubletakeJson(["erase-player", "alex", "--yes", "--dir", folder]);
    assert.equal(code, 0);
    assert.match(value.pseudonym, /^erased-[0-9a-f]{8}$/);
    for (const words of [
      ["export", "transfers"],
      ["export", "cases", "--format", "ndjson"],
      ["case", "1", "--json"],
    ]) {
      const { out } = await doubletake([...words, "--dir", folder]);
      assert.ok(!out.includes(ALEX.id) && !/\bAlex\b/.test(out), out);
      assert.ok(out.includes(value.pseudonym));
    }
    assert.deepEqual(await brokenRules(folder), []);
    const again = await doubletake(["erase-player", "alex", "--yes", "--dir", folder]);
    assert.equal(again.code, 1);
  });

  it("is refused while a server has the store open", async (context) => {
    const folder = await filledFolder(context);
    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    await store.counts();
    const { code, err } = await doubletake(["erase-player", "alex", "--yes", "--dir", folder]);
    await store.close();
    assert.equal(code, 1);
    assert.match(err, /Stop lobby first/);
  });
});

describe("export", () => {
  it("writes every transfer as CSV that a spreadsheet cannot take for a formula", async (context) => {
    const folder = await filledFolder(context);
    const { code, out } = await doubletake(["export", "transfers", "--dir", folder]);
    assert.equal(code, 0);
    const lines = out.trimEnd().split("\r\n");
    assert.equal(lines.length, ROWS + 2);
    assert.equal(lines[0], "item_uuid,player_uuid,player_name,action,location,ts,time,server");
    assert.match(lines[1] ?? "", /,Alex,PICKUP,"world:0,64,0",\d+,\d{4}-.*Z,lobby$/);
    assert.match(lines[2] ?? "", /,"'=<img src=x onerror=alert\(1\)>/);
  });

  it("writes NDJSON into a file, and filters by item, player and time", async (context) => {
    const folder = await filledFolder(context);
    const file = join(folder, "out.ndjson");
    const rows = async (...words: string[]) => {
      const { code, err } = await doubletake([
        "export",
        "transfers",
        "--format",
        "ndjson",
        "--out",
        file,
        ...words,
        "--dir",
        folder,
      ]);
      assert.equal(code, 0, err);
      return readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line));
    };
    assert.equal((await rows()).length, ROWS + 1);
    assert.equal((await rows("--player", "alex")).length, ROWS / 2);
    const sword = await rows("--item", SWORD);
    assert.equal(sword.length, ROWS);
    assert.deepEqual(
      sword.map(({ ts }) => ts),
      sword.map(({ ts }) => ts).toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      (await rows("--since", "1h")).map(({ item_uuid }) => item_uuid),
      [BOW],
    );
  });

  it("writes cases, and a head even when there are none", async (context) => {
    const folder = await filledFolder(context);
    const all = await doubletake(["export", "cases", "--format", "ndjson", "--dir", folder]);
    assert.deepEqual(
      all.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).number),
      [2, 1],
    );
    const of = async (player: string) => {
      const { out } = await doubletake(["export", "cases", "--format", "ndjson", "--player", player, "--dir", folder]);
      return out.trimEnd().split("\n").filter(Boolean).length;
    };
    assert.deepEqual([await of(MALLORY.id), await of("alex")], [2, 2], "named, or held a copy");
    assert.equal((await doubletake(["export", "cases", "--player", "Nobody", "--dir", folder])).code, 1);
    const none = await doubletake(["export", "cases", "--item", BOW, "--dir", folder]);
    assert.equal(
      none.out,
      "number,opened,updated,type,severity,status,material,playerId,playerName,cause,itemIds,copies,transfers,acts\r\n",
    );
  });

  it("a file that cannot be written is exit code 1", async (context) => {
    const folder = await filledFolder(context);
    const { code, err } = await doubletake([
      "export",
      "transfers",
      "--out",
      join(folder, "no", "such", "x.csv"),
      "--dir",
      folder,
    ]);
    assert.equal(code, 1);
    assert.match(err, /^\S+x\.csv cannot be written \(ENOENT\): [^\n]*\n$/, "a sentence, and no stack");
  });

  it("never replaces a file of the plugin folder, and neither does a report", async (context) => {
    const folder = await filledFolder(context);
    const link = join(folder, "..", "link.csv");
    symlinkSync(join(folder, "tracker.db"), link);
    for (const command of [["export", "transfers"], ["report"]]) {
      for (const file of [
        join(folder, "tracker.db"),
        join(folder, "config.yml"),
        ...(command.length > 1 ? [link] : []),
      ]) {
        const before = readFileSync(file);
        const { code, err } = await doubletake([...command, "--out", file, "--dir", folder]);
        assert.equal(code, 1, file);
        assert.match(err, /is a file of Doubletake's own: choose another name\.\n$/);
        assert.deepEqual(readFileSync(file), before);
      }
    }
  });

  it("an earlier export stays as it is until the new one is whole", async (context) => {
    const folder = await filledFolder(context);
    const file = join(folder, "..", "week.csv");
    const words = ["export", "transfers", "--out", file, "--dir"];
    writeFileSync(file, "the week before", { mode: 0o600 });
    assert.equal((await doubletake([...words, folder, "--player", "Nobody"])).code, 1);
    mkdirSync(join(folder, "..", "empty"));
    writeFileSync(join(folder, "..", "empty", "tracker.db"), "no database");
    assert.equal((await doubletake([...words, join(folder, "..", "empty")])).code, 1);
    assert.equal(readFileSync(file, "utf8"), "the week before");
    assert.equal((await doubletake([...words, folder])).code, 0);
    assert.equal(readFileSync(file, "utf8").trimEnd().split("\n").length, ROWS + 2);
    assert.equal(statSync(file).mode & 0o777, 0o600, "and only its owner can still read it");
    assert.deepEqual(
      readdirSync(join(folder, "..")).filter((name) => name.startsWith("week")),
      ["week.csv"],
    );
  });
});

describe("purge", () => {
  it("counts on a dry run, refuses without the count, deletes with it, and keeps the newest and the earliest", async (context) => {
    const folder = await filledFolder(context);
    const dry = await doubletakeJson(["purge", "--older-than", "50d", "--dry-run", "--dir", folder]);
    assert.equal(dry.value.deleted, 0);
    assert.ok(dry.value.wouldDelete > 10);
    const unsure = await doubletake(["purge", "--older-than", "50d", "--dir", folder]);
    assert.equal(unsure.code, 1);
    assert.match(unsure.err, /Nothing was deleted.*--confirm/);
    const less = await doubletake(["purge", "--older-than", "50d", "--confirm", "3", "--dir", folder]);
    assert.equal(less.code, 1);
    assert.match(less.err, /you agreed to 3/);
    const unclear = await doubletake(["purge", "--older-than", "50d", "--confirm", "yes", "--dir", folder]);
    assert.deepEqual([unclear.code, unclear.out], [2, ""]);
    assert.equal(unclear.err, '--confirm takes the count that --dry-run says, not "yes".\n');
    const done = await doubletakeJson([
      "purge",
      "--before",
      dry.value.before,
      "--confirm",
      String(dry.value.wouldDelete),
      "--dir",
      folder,
    ]);
    assert.equal(done.code, 0);
    assert.equal(done.value.deleted, dry.value.wouldDelete);
    const { value } = await doubletakeJson(["status", "--dir", folder]);
    assert.equal(value.transfers, ROWS + 1 - dry.value.wouldDelete);
    const again = await doubletakeJson(["purge", "--before", dry.value.before, "--dry-run", "--dir", folder]);
    assert.equal(again.value.wouldDelete, 0);
    assert.deepEqual(await brokenRules(folder), []);
  });

  it("deletes one player's transfers and nobody else's", async (context) => {
    const folder = await filledFolder(context);
    const { value } = await doubletakeJson(["purge", "--player", "alex", "--confirm", "1000", "--dir", folder]);
    assert.equal(value.deleted, ROWS / 2 - 1, "his earliest stays");
    const { out } = await doubletake(["export", "transfers", "--format", "ndjson", "--dir", folder]);
    const rows = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(rows.filter(({ player_uuid }) => player_uuid === ALEX.id).length, 1);
    assert.equal(rows.filter(({ player_uuid }) => player_uuid !== ALEX.id).length, ROWS / 2 + 1);
  });

  it("asks a running server to do it, which goes on and keeps its counts right", async (context) => {
    const folder = await filledFolder(context);
    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => store.close());
    await store.counts();
    const { code, value } = await doubletakeJson([
      "purge",
      "--older-than",
      "50d",
      "--confirm",
      "1000",
      "--dir",
      folder,
    ]);
    assert.equal(code, 0);
    assert.ok(value.deleted > 10);
    assert.equal((await store.counts()).transfers, ROWS + 1 - value.deleted, "the server knows");
    await store.append(batchOf({ moved: SWORD, by: ALEX.id, action: "DROP", to: "world:1,64,1", at: Date.now() }));
    assert.equal((await store.getItemTransferHistory(SWORD, 1))[0]?.action, "DROP");
    assert.equal((await store.readNote("purge.request")) ?? "", "");
  });

  it("wants to be told what to delete", async (context) => {
    const folder = await filledFolder(context);
    assert.equal((await doubletake(["purge", "--dir", folder])).code, 2);
    assert.equal(
      (await doubletake(["purge", "--older-than", "9d", "--before", "2026-01-01", "--dir", folder])).code,
      2,
    );
    assert.equal((await doubletake(["purge", "--older-than", "ninety", "--dir", folder])).code, 2);
    assert.equal((await doubletake(["purge", "--player", "Nobody", "--dir", folder])).code, 1);
  });
});

describe("backup", () => {
  it("copies a store that a server is writing to, whole", async (context) => {
    const folder = await filledFolder(context);
    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => store.close());
    await store.append(batchOf({ moved: BOW, by: ALEX.id, action: "PICKUP", to: "world:7,64,7", at: Date.now() }));
    const file = join(folder, "copy.db");
    const { code, value } = await doubletakeJson(["backup", "--out", file, "--dir", folder]);
    assert.equal(code, 0);
    assert.ok(value.bytes > 0 && existsSync(file));
    const db = new DatabaseSync(file, { readOnly: true });
    assert.equal(db.prepare("SELECT count(*) AS count FROM tracker_item_transfers").get()?.count, ROWS + 2);
    db.close();
    const again = await doubletake(["backup", "--out", file, "--dir", folder]);
    assert.equal(again.code, 1, "a backup is never written over");
    assert.match(again.err, /is there already/);
  });
});
