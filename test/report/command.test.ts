import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { doubletake, doubletakeJson } from "../cli/support/doubletake.ts";
import { ALEX, BOW, filledFolder, ROWS, SWORD } from "../cli/support/filled-store.ts";

const ROOT = join(import.meta.dirname, "..", "..");

describe("doubletake report", () => {
  /** The data that is inside a report. */
  async function dataOf(folder: string, ...words: string[]) {
    const file = join(folder, "out.html");
    const { code, value } = await doubletakeJson(["report", "--out", file, ...words, "--dir", folder]);
    assert.equal(code, 0);
    const html = readFileSync(file, "utf8");
    const block = (id: string) => JSON.parse(new RegExp(`id="${id}">(.*?)</script>`, "s").exec(html)?.[1] ?? "null");
    return { html, value, data: block("report-data"), transfers: block("report-transfers") };
  }

  it("holds everything, or only a case, an item, a player, or the time since", async (context) => {
    const folder = await filledFolder(context);
    const all = await dataOf(folder);
    assert.equal(all.value.transfers, ROWS + 1);
    assert.deepEqual(all.data.focus, { kind: "overview" });
    assert.equal(all.data.cases.length, 2);
    assert.equal(all.data.quarantine.length, 1);
    const one = await dataOf(folder, "--case", "1");
    assert.deepEqual([one.data.focus, one.value.transfers, one.value.cases], [{ kind: "case", number: 1 }, ROWS, 1]);
    const item = await dataOf(folder, "--item", BOW.slice(0, 8));
    assert.deepEqual([item.data.focus, item.value.transfers, item.value.cases], [{ kind: "item", id: BOW }, 1, 0]);
    const player = await dataOf(folder, "--player", "alex");
    assert.deepEqual([player.data.focus, player.value.transfers], [{ kind: "player", id: ALEX.id }, ROWS]);
    const recent = await dataOf(folder, "--since", "1h");
    assert.deepEqual([recent.value.transfers, recent.value.cases], [1, 1]);
  });

  it("is cut to the newest rows, and says so", async (context) => {
    const folder = await filledFolder(context);
    const { value, data, transfers } = await dataOf(folder, "--limit", "5", "--item", SWORD);
    assert.deepEqual([value.transfers, value.matchedTransfers, data.matchedTransfers], [5, ROWS, ROWS]);
    assert.equal(transfers.sinceBefore[0], 0);
    assert.ok(
      transfers.sinceBefore.every((ms: number) => ms >= 0),
      "the oldest first",
    );
  });

  it("holds no secret, and no item's data", async (context) => {
    const folder = await filledFolder(context, Date.now(), "postgres://me:hunter2@127.0.0.1:1/db");
    const { html, data } = await dataOf(folder);
    assert.ok(!html.includes("hunter2"));
    assert.equal(data.quarantine[0].data, undefined);
  });

  it("a name cannot end the block that it stands in", async (context) => {
    const folder = await filledFolder(context);
    const { html } = await dataOf(folder);
    assert.ok(!html.includes("<img src=x"), "every < in the data is written as an escape");
    assert.equal(html.match(/<\/script/g)?.length, 3, "two blocks of data and the page's own script");
  });

  it("refuses what is not there, and what makes no sense", async (context) => {
    const folder = await filledFolder(context);
    const code = async (...words: string[]) => (await doubletake(["report", ...words, "--dir", folder])).code;
    assert.equal(await code("--case", "99"), 1);
    assert.equal(await code("--item", "ffffffff"), 1);
    assert.equal(await code("--player", "Nobody"), 1);
    assert.equal(await code("--case", "1", "--item", SWORD), 2);
    assert.equal(await code("--since", "soon"), 2);
    assert.equal(await code("--out", join(folder, "no", "such", "folder.html")), 1);
  });

  it("the page's own code has sound types", () => {
    const tsc = join(ROOT, "node_modules", ".bin", "tsc");
    const { status, stdout } = spawnSync(tsc, ["--noEmit", "-p", join(ROOT, "src", "report", "page")], {
      encoding: "utf8",
    });
    assert.equal(stdout, "");
    assert.equal(status, 0);
  });
});
