import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type CaseRecord, NIL_UUID, playerPlace, type Store } from "../../../src/core/index.ts";
import { SILENT_LOG } from "../../../src/core/model/log.ts";
import type { EngineConfig } from "../../../src/storage/engine.ts";
import { openStore } from "../../../src/storage/open-store.ts";
import { batchOf, copyOf, itemId, playerId } from "../../../src/testing/store-contract/rows.ts";
import { threadHere } from "../../../src/testing/unpublished/stores/thread-here.ts";

const DAY_MS = 86_400_000;
export const ALEX = { id: playerId(1), name: "Alex" };
/** A name that tries to be markup, a formula, and a colour of the terminal. */
export const MALLORY = { id: playerId(2), name: '=<img src=x onerror=alert(1)>\u001b[31m"' };
export const SWORD = itemId(1);
export const BOW = itemId(2);
export const ROWS = 40;

/** A plugin folder with a store that a short story has filled. `now` is when the story ends. */
export async function filledFolder(context: TestContext, now = Date.now(), postgresUrl = ""): Promise<string> {
  const server = mkdtempSync(join(tmpdir(), "doubletake-cli-"));
  context.after(() => rmSync(server, { recursive: true, force: true }));
  const folder = join(server, "plugins", "doubletake");
  mkdirSync(folder, { recursive: true });
  const storage = postgresUrl === "" ? "" : `storage:\n  postgres-url: "${postgresUrl}"\n`;
  writeFileSync(join(folder, "config.yml"), `server-name: lobby\n${storage}`, { mode: 0o600 });
  await fill({ engine: "sqlite", file: join(folder, "tracker.db"), serverName: "lobby" }, now);
  return folder;
}

async function fill(config: EngineConfig, now: number): Promise<void> {
  const store = openStore({ config, retentionDays: 0, log: SILENT_LOG, startThread: threadHere });
  await tell(store, now);
  await store.close();
}

/** Alex finds a sword 100 days ago and passes it back and forth with Mallory. Two copies are found, and one is taken away. */
async function tell(store: Store, now: number): Promise<void> {
  const start = now - 100 * DAY_MS;
  await store.append(
    batchOf(
      { named: ALEX.id, name: ALEX.name, at: start },
      { named: MALLORY.id, name: MALLORY.name, at: start },
      { seen: SWORD, by: ALEX.id, material: "DIAMOND_SWORD", at: start },
      { seen: BOW, by: MALLORY.id, material: "BOW", at: start },
    ),
  );
  for (let n = 0; n < ROWS; n++) {
    const who = n % 2 === 0 ? ALEX.id : MALLORY.id;
    const at = start + (n * 100 * DAY_MS) / ROWS;
    const action = n % 2 === 0 ? "PICKUP" : "DROP";
    const to = n % 5 === 4 ? `world/nether:${n},70,${-n}` : `world:${n * 3},64,${-n}`;
    await store.append(batchOf({ moved: SWORD, by: who, action, to, at }));
  }
  await store.append(
    batchOf(
      { moved: BOW, by: MALLORY.id, action: "GIVE", to: "somewhere odd", at: now - 1000 },
      { kept: SWORD, by: ALEX.id, place: playerPlace(ALEX.id), where: "world:1,64,1", at: now - 500 },
    ),
  );
  const number = await store.saveCase(sampleCase(now));
  await store.saveCase({
    ...sampleCase(now - 3 * DAY_MS),
    status: "dismissed",
    type: "DUPLICATE_SUSPECTED",
    severity: "HIGH",
    acts: [],
  });
  await store.saveQuarantined({
    number: 0,
    caseNumber: number,
    itemId: SWORD,
    material: "DIAMOND_SWORD",
    data: Uint8Array.of(1, 2, 3),
    state: "held",
    takenFrom: copyOf(SWORD, 2),
    takenMs: now,
    returnToId: "",
    freshId: "",
    takenBy: store.serverName,
    returnedBy: "",
    claim: "",
  });
  await store.saveClaim({
    itemId: BOW,
    place: "block:world:5,64,5",
    kind: "dark",
    openedMs: now,
    copies: [],
  });
  await store.writeNote("notices.muted", "[]");
}

function sampleCase(now: number): CaseRecord {
  const copies = [1, 2].map((n) => ({
    ...copyOf(SWORD, n),
    holderId: n === 1 ? ALEX.id : MALLORY.id,
    holderName: n === 1 ? ALEX.name : MALLORY.name,
  }));
  return {
    number: 0,
    type: "DUPLICATE_ITEM",
    severity: "CRITICAL",
    status: "open",
    itemIds: [SWORD],
    material: "DIAMOND_SWORD",
    playerId: MALLORY.id,
    playerName: MALLORY.name,
    openedMs: now,
    updatedMs: now,
    cause: "",
    copies,
    transfers: [
      { itemId: SWORD, playerUUID: ALEX.id, action: "PICKUP", location: "world:3,64,-1", timestamp: now - 2000 },
    ],
    acts: [{ act: "remove", by: "Doubletake", atMs: now, note: `1 copy, ${NIL_UUID}` }],
  };
}
