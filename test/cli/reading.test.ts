import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { RUN_NOTE } from "../../src/core/model/network-questions.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { batchOf, birthOf, itemId } from "../../src/testing/store-contract/rows.ts";
import { doubletake, doubletakeJson, MAIN } from "./support/doubletake.ts";
import { ALEX, BOW, filledFolder, MALLORY, ROWS, SWORD } from "./support/filled-store.ts";

describe("reading from the terminal", () => {
  it("status counts what is there, and finds the folder from the game server's", async (context) => {
    const folder = await filledFolder(context);
    const { code, value } = await doubletakeJson(["status", "--dir", join(folder, "..", "..")]);
    assert.equal(code, 0);
    const { items, transfers, players, cases, openCases, openClaims, quarantined, engine, running, servers } = value;
    assert.deepEqual(
      { items, transfers, players, cases, openCases, openClaims, quarantined, engine, running, servers },
      {
        items: 2,
        transfers: ROWS + 1,
        players: 2,
        cases: 2,
        openCases: 1,
        openClaims: 1,
        quarantined: 1,
        engine: "sqlite",
        running: [],
        servers: ["lobby"],
      },
    );
    const text = await doubletake(["status", "--dir", folder]);
    assert.match(text.out, /transfers +41\n/);
    assert.match(text.out, /running +no server/);
  });

  it("an answer that the disk has no room for is one sentence, and exit code 1", async (context) => {
    const folder = await filledFolder(context);
    for (const words of ["status", "export transfers"]) {
      const full = openSync("/dev/full", "w");
      const { status, stderr } = spawnSync(process.execPath, [MAIN, ...words.split(" "), "--dir", folder], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
      });
      closeSync(full);
      assert.deepEqual(
        { status, stderr },
        { status: 1, stderr: "The answer cannot be written (ENOSPC): make room, or send it elsewhere.\n" },
      );
    }
  });

  it("status and history read beside a running server, and see what it has committed", async (context) => {
    const folder = await filledFolder(context);
    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => store.close());
    await store.append(batchOf({ moved: BOW, by: ALEX.id, action: "PICKUP", to: "world:7,64,7", at: Date.now() }));
    const { value } = await doubletakeJson(["status", "--dir", folder]);
    assert.deepEqual(value.running, ["lobby"]);
    assert.equal(value.transfers, ROWS + 2);
    const history = await doubletakeJson(["history", BOW, "--dir", folder]);
    assert.deepEqual(
      history.value.transfers.map(({ location }: { location: string }) => location),
      ["world:7,64,7", "somewhere odd"],
    );
    assert.equal(await store.recordSeen(itemId(99)), true, "the server goes on writing");
  });

  it("history takes a unique beginning of an id, and shows the newest first", async (context) => {
    const folder = await filledFolder(context);
    const { code, value } = await doubletakeJson([
      "history",
      SWORD.slice(0, 8).toUpperCase(),
      "--limit",
      "3",
      "--dir",
      folder,
    ]);
    assert.equal(code, 0);
    assert.equal(value.itemId, SWORD);
    assert.equal(value.material, "DIAMOND_SWORD");
    assert.equal(value.lastKnown.place, `player:${ALEX.id}`);
    assert.deepEqual(
      value.transfers.map(({ location, playerName }: { location: string; playerName: string }) => [
        location,
        playerName,
      ]),
      [
        ["world/nether:39,70,-39", MALLORY.name],
        ["world:114,64,-38", "Alex"],
        ["world:111,64,-37", MALLORY.name],
      ],
    );
  });

  it("a case tells how it happened in the server's language, and whether that was done before", async (context) => {
    const folder = await filledFolder(context);
    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    const [record] = await store.cases({ status: "open" }, { offset: 0, limit: 1 });
    const births = [birthOf(Date.now(), MALLORY.name, "Bo")];
    await store.saveCase({ ...record!, births });
    await store.saveCase({ ...record!, number: 0, births });
    await store.close();
    writeFileSync(join(folder, "config.yml"), "server-name: lobby\nlanguage: de\n", { mode: 0o600 });
    const told = await doubletake(["case", String(record!.number), "--dir", folder]);
    assert.match(
      told.out,
      /Wie es dazu kam .*\n.* baut ab, was Bo offen hat: Behälter bei world:1,2,3\n.* eine Kopie: /,
    );
    assert.match(told.out, /» Bo nimmt Diamond Sword heraus: Behälter, den es schon nicht mehr gab\n.* taucht auf: /);
    assert.ok(!told.out.includes("\u001b[31m"));
    const listed = await doubletake(["cases", "--dir", folder]);
    assert.match(listed.out, /Fälle 3, 1: derselbe Trick wurde 2-mal bei 1 Spieler gesehen/);
  });

  it("a name from the game cannot steer the terminal", async (context) => {
    const folder = await filledFolder(context);
    for (const words of [["history", SWORD], ["cases"], ["case", "1"]]) {
      const { out } = await doubletake([...words, "--dir", folder], { FORCE_COLOR: "1", NO_COLOR: "" });
      assert.ok(out.includes("onerror=alert(1)>?[31m"), `${words[0]} shows the name`);
      assert.ok(!out.includes('\u001b[31m"'), `${words[0]} does not obey it`);
    }
  });

  it("colours come when they are asked for and go with NO_COLOR", async (context) => {
    const folder = await filledFolder(context);
    const control = "\u001b[";
    assert.ok(
      (await doubletake(["status", "--dir", folder], { FORCE_COLOR: "1", NO_COLOR: "" })).out.includes(control),
    );
    assert.ok(
      !(await doubletake(["status", "--dir", folder], { FORCE_COLOR: "1", NO_COLOR: "1" })).out.includes(control),
    );
    assert.ok(
      !(await doubletake(["status", "--dir", folder], { FORCE_COLOR: "" })).out.includes(control),
      "a pipe has none",
    );
  });

  it("items lists what a player handled, by a name in any case or by id, in pages", async (context) => {
    const folder = await filledFolder(context);
    const byName = await doubletakeJson(["items", "aLEX", "--dir", folder]);
    assert.deepEqual(
      byName.value.items.map((item: { itemId: string }) => item.itemId),
      [SWORD],
    );
    const byId = await doubletakeJson(["items", MALLORY.id, "--limit", "1", "--dir", folder]);
    assert.deepEqual(
      byId.value.items.map((item: { itemId: string }) => item.itemId),
      [BOW],
    );
    assert.equal(byId.value.hasMore, true);
    const second = await doubletakeJson(["items", MALLORY.id, "--limit", "1", "--page", "2", "--dir", folder]);
    assert.deepEqual(
      second.value.items.map((item: { itemId: string }) => item.itemId),
      [SWORD],
    );
    assert.equal(second.value.hasMore, false);
  });

  it("servers says of a server alone whether it stopped cleanly", async (context) => {
    const folder = await filledFolder(context);
    const shown = async () => (await doubletake(["servers", "--dir", folder])).out;
    assert.match(await shown(), /^server +state +version\nlobby +stopped +1\.\S+\n$/);
    const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    await store.writeNote(RUN_NOTE, "1");
    assert.match(await shown(), /^lobby +runs +1\./m);
    await store.close();
    assert.match(await shown(), /^lobby +did not stop cleanly +1\./m);
  });

  it("cases lists the open ones, or all, or those since a time", async (context) => {
    const folder = await filledFolder(context);
    const numbers = async (...words: string[]) =>
      (await doubletakeJson(["cases", ...words, "--dir", folder])).value.map(
        ({ number }: { number: number }) => number,
      );
    assert.deepEqual(await numbers(), [1]);
    assert.deepEqual(await numbers("--status", "all"), [2, 1]);
    assert.deepEqual(await numbers("--status", "all", "--since", "1d"), [1]);
    assert.deepEqual(await numbers("--status", "confirmed"), []);
    assert.match(
      (await doubletake(["cases", "--status", "confirmed", "--dir", folder])).out,
      /There are no confirmed cases/,
    );
  });

  it("cases of a player are those that name him, and those of whose copies he held one", async (context) => {
    const folder = await filledFolder(context);
    const numbers = async (...words: string[]) =>
      (await doubletakeJson(["cases", ...words, "--dir", folder])).value.map(
        ({ number }: { number: number }) => number,
      );
    assert.deepEqual(await numbers("--player", MALLORY.id, "--status", "all"), [2, 1], "named");
    assert.deepEqual(await numbers("--player", "alex"), [1], "held a copy");
    assert.deepEqual(await numbers("--player", "alex", "--status", "all", "--limit", "1"), [2]);
    assert.deepEqual(await numbers("--player", "alex", "--status", "all", "--since", "1d"), [1]);
    assert.deepEqual(await numbers("--player", "alex", "--status", "confirmed"), []);
    assert.equal((await doubletake(["cases", "--player", "Nobody", "--dir", folder])).code, 1);
  });

  it("record shows a player's cases, the verdicts and what was taken", async (context) => {
    const folder = await filledFolder(context);
    const { value } = await doubletakeJson(["record", MALLORY.id, "--dir", folder]);
    assert.deepEqual(value.verdicts, { open: 1, confirmed: 0, dismissed: 1, closed: 0 });
    assert.deepEqual([value.cases.length, value.taken, value.returned], [2, 1, 0]);
    const { out } = await doubletake(["record", "alex", "--limit", "1", "--dir", folder]);
    assert.match(out, /cases +2, open: 1, confirmed: 0, dismissed: 1, closed: 0/);
    assert.match(out, /items taken +0, given back: 0/);
    assert.equal(out.match(/^#\d/gm)?.length, 1);
    assert.equal((await doubletake(["record", "Nobody", "--dir", folder])).code, 1);
  });

  it("at shows who moved what at a place, in one world or in any", async (context) => {
    const folder = await filledFolder(context);
    const { value: all } = await doubletakeJson(["history", SWORD, "--limit", "1000", "--dir", folder]);
    const { location } = all.transfers[0];
    const there = all.transfers.filter((row: { location: string }) => row.location === location);
    const rows = async (...words: string[]) => (await doubletakeJson(["at", ...words, "--dir", folder])).value;
    const found = await rows(location);
    assert.equal(found.length, there.length);
    assert.deepEqual(
      [found[0].itemId, found[0].material, found[0].playerName],
      [SWORD, "DIAMOND_SWORD", there[0].playerName],
    );
    assert.deepEqual(await rows(location.split(":")[1]), found);
    assert.equal((await rows(location, "--limit", "1")).length, 1);
    assert.deepEqual(await rows("world:9999,1,1"), []);
    assert.match((await doubletake(["at", location, "--dir", folder])).out, /DIAMOND_SWORD/);
    assert.equal((await doubletake(["at", "over there", "--dir", folder])).code, 2);
  });

  it("case shows the evidence and the quarantine, without the item's data", async (context) => {
    const folder = await filledFolder(context);
    const { value } = await doubletakeJson(["case", "1", "--dir", folder]);
    assert.equal(value.copies.length, 2);
    assert.equal(value.quarantine.length, 1);
    assert.equal(value.quarantine[0].data, undefined);
    const { out } = await doubletake(["case", "#1", "--dir", folder]);
    for (const part of [
      "Case 1",
      "CRITICAL",
      "Copies as they were seen",
      "What led up to it",
      "What was done",
      "Quarantine",
    ]) {
      assert.ok(out.includes(part), part);
    }
  });

  it("what is not found is exit code 1 and one sentence; what makes no sense is exit code 2", async (context) => {
    const folder = await filledFolder(context);
    const expect = async (code: number, pattern: RegExp, ...words: string[]) => {
      const result = await doubletake([...words, "--dir", folder]);
      assert.equal(result.code, code, `${words.join(" ")}: ${result.err}`);
      assert.match(result.err, pattern);
      assert.equal(result.out, "");
      assert.ok(!result.err.includes("    at "), "no trace");
    };
    await expect(1, /No item has an id/, "history", "ffffffff");
    await expect(1, /too short/, "history", "fff");
    await expect(1, /is not an item's id/, "history", "'; DROP TABLE items");
    await expect(1, /No player called "Nobody"/, "items", "Nobody");
    await expect(1, /There is no case 77/, "case", "77");
    await expect(2, /not a case number/, "case", "x");
    await expect(2, /Usage: doubletake history <id>/, "history");
    await expect(2, /Unknown option '--bogus'\. See: doubletake status --help/, "status", "--bogus");
    await expect(2, /Unknown option '--limt' \(did you mean "limit"\?\)\. See/, "cases", "--limt", "3");
    await expect(2, /There is no command "stats" \(did you mean "status"\?\)/, "stats");
    await expect(2, /Unexpected word "now"\. Usage: doubletake status \[options\]/, "status", "now");
    await expect(2, /--since <2h> is missing\. See: doubletake restore --help/, "restore");
    await expect(2, /"soon" is not a time: write 30m, 12h, 7d or a date/, "cases", "--since", "soon");
    await expect(2, /not a number of rows/, "history", SWORD, "--limit", "0");
    await expect(2, /--status must be one of/, "cases", "--status", "odd");
  });

  it("a folder without Doubletake, and one without a database, are told apart", async (context) => {
    const folder = await filledFolder(context);
    const nothing = await doubletake(["status", "--dir", join(folder, "..")]);
    assert.equal(nothing.code, 1);
    assert.match(nothing.err, /Doubletake was not found in/);
    const { rmSync } = await import("node:fs");
    for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, `tracker.db${end}`), { force: true });
    const empty = await doubletake(["status", "--dir", folder]);
    assert.equal(empty.code, 1);
    assert.match(empty.err, /There is no database .*tracker\.db yet/);
  });
});
