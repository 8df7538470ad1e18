import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type CaseRecord, type SeenCopy, SILENT_LOG, type Store } from "../../core/storage-face.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { APRIL, fiveMonths, ITEMS, JANUARY, PLAYERS } from "../../testing/unpublished/stores/five-months.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { ArchiveFolder } from "../archive/files/archive-folder.ts";
import type { SqliteConfig } from "../engine.ts";
import { openStore } from "../open-store.ts";
import { openReaderWithArchive } from "../reader/open-reader.ts";
import { erasePlayer } from "./erase-player.ts";
import { withoutPlayer } from "./erasure.ts";

// The first has the same digits as the first item.
const [, ALEX = "", BEA = ""] = PLAYERS;
const ITEM = ITEMS[0] as string;

const copyOf = (holderId: string, holderName: string): SeenCopy => ({
  itemId: ITEM,
  place: `ender:${holderId}`,
  slot: "1",
  location: "world:1,2,3",
  holderId,
  holderName,
  count: 1,
  seenMs: 5,
});

const CASE: CaseRecord = {
  number: 0,
  type: "DUPLICATE_ITEM",
  severity: "CRITICAL",
  status: "dismissed",
  itemIds: [ITEM],
  material: "BOW",
  playerId: ALEX,
  playerName: "Alexander",
  openedMs: 5,
  updatedMs: 5,
  cause: "",
  copies: [copyOf(ALEX, "Alexander"), copyOf(BEA, "Alex")],
  transfers: [{ itemId: ITEM, playerUUID: ALEX, action: "DROP", location: "world:1,2,3", timestamp: 5 }],
  acts: [{ act: "dismiss", by: "Bea", atMs: 6, note: "Alexander asked Alexandra" }],
};

describe("erasing a player", () => {
  it("waits until nobody else writes to the archive", async (context) => {
    const folder = temporaryFolder(context);
    const config = configOf(folder);
    await (await filledStore(config)).close();
    const erase = () => erasePlayer(config, folder, { id: ALEX, name: "Alexander" });
    await new ArchiveFolder(config.archiveFolder!).whileHeld(() =>
      assert.rejects(erase(), { code: "DT_STORE_LOCKED" }),
    );
    assert.ok((await erase()).archivedTransfers > 100);
  });

  it("leaves no trace of the id and the name, and everything else as it was", async (context) => {
    const folder = temporaryFolder(context);
    const config = configOf(folder);
    const store = await filledStore(config);
    await store.close();
    const before = await transfersOf(config);
    const erased = await erasePlayer(config, folder, { id: ALEX, name: "Alexander" });
    assert.ok(erased.archivedTransfers > 100);
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const bytes = readFileSync(join(name.parentPath, name.name));
      assert.ok(!bytes.includes(ALEX), `${name.name} has the id`);
      assert.ok(!bytes.includes('Alexander"'), `${name.name} has the name`);
      // In Parquet files an id is sixteen bytes.
      assert.ok(!bytes.includes(Buffer.from(ALEX.replaceAll("-", ""), "hex")) || name.name.endsWith(".db"), name.name);
    }
    const erasedRows = await transfersOf(config);
    assert.deepEqual(
      erasedRows.filter((row) => row.includes(ALEX)),
      [],
      "an archived world was called after the player",
    );
    const after = erasedRows.map((row) => row.replaceAll(erased.pseudonymId, ALEX));
    assert.deepEqual(after.sort(), before.sort());

    const again = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => again.close());
    assert.equal((await again.playerById(erased.pseudonymId))?.name, erased.pseudonym);
    assert.equal(await again.playerByName("Alexander"), undefined);
    const record = await again.caseByNumber(1);
    assert.equal(record?.playerName, erased.pseudonym);
    assert.deepEqual(
      record?.copies.map(({ holderName }) => holderName),
      [erased.pseudonym, "Alex"],
      "a name beside another id is another player's",
    );
    assert.equal(record?.acts[0]?.note, `${erased.pseudonym} asked Alexandra`);
    assert.deepEqual(
      (await again.custodyAt(`player:${erased.pseudonymId}`)).map(({ itemId }) => itemId),
      [ITEM],
      "what the player had is found at the new place",
    );
    assert.deepEqual(
      (await again.custodyAt(`block:island-${erased.pseudonymId}:1,2,3`)).map(({ itemId }) => itemId),
      [ITEMS[2]],
      "what lies in the player's own world is found there",
    );
    assert.equal(JSON.parse((await again.readNote("removal-brake")) ?? "").by, erased.pseudonym);
    assert.equal((await again.openClaims())[0]?.place, `ender:${erased.pseudonymId}`);
  });

  it("goes on with the same pseudonym after it was cut off, and refuses another meanwhile", async (context) => {
    const folder = temporaryFolder(context);
    const config = configOf(folder);
    await (await filledStore(config)).close();
    const plan = { playerId: ALEX, name: "Alexander", pseudonymId: BEA.replace(/.$/, "f"), pseudonym: "erased-1" };
    writeFileSync(join(folder, "erasing.json"), JSON.stringify(plan));
    await assert.rejects(erasePlayer(config, folder, { id: BEA, name: "Alex" }), { code: "DT_STORE_LOCKED" });
    const first = await erasePlayer(config, folder, { id: ALEX, name: "Alexander" });
    assert.equal(first.pseudonym, "erased-1");
    // An end before the plan was taken away: once more, and nothing is left to do.
    writeFileSync(join(folder, "erasing.json"), JSON.stringify(plan));
    const second = await erasePlayer(config, folder, { id: ALEX, name: "Alexander" });
    assert.deepEqual([second.archivedTransfers, second.documents, second.pseudonym], [0, 0, "erased-1"]);
  });

  it("refuses a store that a server writes to", async (context) => {
    const folder = temporaryFolder(context);
    const config = configOf(folder);
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => store.close());
    await store.append(fiveMonths(10));
    await assert.rejects(erasePlayer(config, folder, { id: ALEX, name: "Alexander" }), { code: "DT_STORE_LOCKED" });
  });

  it("finds a name in a story, where no id stands beside it, and leaves worlds that are called like it", () => {
    const story = { births: [{ steps: [{ player: "world", place: { holder: "world", location: "world:1,2,3" } }] }] };
    const erasure = { playerId: ALEX, name: "world", pseudonymId: BEA, pseudonym: "erased-2" };
    assert.deepEqual(JSON.parse(withoutPlayer(JSON.stringify(story), erasure)), {
      births: [{ steps: [{ player: "erased-2", place: { holder: "erased-2", location: "world:1,2,3" } }] }],
    });
  });
});

function configOf(folder: string): SqliteConfig {
  const archiveFolder = join(folder, "archive");
  return { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "test", archiveFolder };
}

/** With everything in which a player can stand, and months that are archived. */
async function filledStore(config: SqliteConfig): Promise<Store> {
  const log = new RecordingLog();
  const days = Math.floor((Date.now() - APRIL) / 86_400_000) - 3;
  const store = openStore({ config, retentionDays: 0, archiveAfterDays: days, retentionPauseMs: 50, log });
  const { BatchWriter, idWords } = await import("../../core/storage-face.ts");
  const writer = new BatchWriter();
  writer.addPlayerName(ALEX, "Alexander", 1);
  writer.addPlayerName(BEA, "Alex", 1);
  writer.addCustody(idWords(ITEM), 0, ALEX, `player:${ALEX}`, "world", 1, 2, 3, APRIL);
  writer.addCustody(idWords(ITEMS[1] as string), 0, ALEX, `ender:${ALEX}`, "world", 1, 2, 3, APRIL);
  // Another player, in a world and at a place that are called after the first.
  const island = `island-${ALEX}`;
  writer.addCustody(idWords(ITEMS[2] as string), 0, BEA, `block:${island}:1,2,3`, island, 1, 2, 3, APRIL);
  for (const at of [JANUARY, JANUARY + 1, JANUARY + 2, Date.now()]) {
    writer.addTransfer(idWords(ITEM), 0, BEA, "DROP", island, 1, 2, 3, at);
    writer.addTransferAtText(idWords(ITEM), 0, BEA, "GIVE", `the market of ${ALEX}`, at);
  }
  await store.append(fiveMonths());
  await store.append(writer.finishBatch() as never);
  await store.saveCase(CASE);
  await store.saveClaim({ itemId: ITEM, place: `ender:${ALEX}`, kind: "dark", openedMs: 1, copies: [] });
  await store.writeNote(`muted.${ALEX}`, JSON.stringify([ALEX]));
  await store.writeNote("removal-brake", JSON.stringify({ kind: "staff", by: "Alexander", atMs: 6 }));
  while (!log.lines.some((line) => line.includes("into the archive"))) await pause(20);
  return store;
}

async function transfersOf(config: SqliteConfig): Promise<string[]> {
  const reader = await openReaderWithArchive(config);
  const rows: string[] = [];
  for await (const page of reader.transfers({}, { by: "any" })) rows.push(...page.map((row) => JSON.stringify(row)));
  await reader.close();
  return rows;
}
