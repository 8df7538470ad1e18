import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { GuardedServer } from "./support/guarded-server.ts";
import { HonestPlayer } from "./support/honest-player.ts";

const PLAYERS = ["Ada", "Ben", "Cid", "Dot", "Eve"];
const CHESTS = [
  { x: 3, y: 1, z: 3 },
  { x: -4, y: 1, z: 5 },
];
/** In the full run; else everybody plays until everything has been done, by whomever. */
const minutes = Number(process.env.DOUBLETAKE_SOAK_MINUTES ?? 0);
const KINDS = ["walk", "click", "drop", "pickUp", "store", "fetch", "die", "relog"] as const;

let server: GuardedServer;

before(async () => {
  server = await GuardedServer.start();
  for (const chest of CHESTS) await server.world.setBlock(chest, "chest");
});

after(async () => {
  await server?.discard();
});

test("five honest players raise nothing that staff would act upon, and nothing is taken", async () => {
  const players: HonestPlayer[] = [];
  for (const [seat, name] of PLAYERS.entries()) players.push(await HonestPlayer.join(server, name, seat, CHESTS));
  for (const { name } of players) {
    server.world.give(name, "diamond_sword");
    server.world.give(name, "bow");
  }
  const endMs = performance.now() + minutes * 60_000;
  const isAllDone = () => KINDS.every((kind) => players.some(({ acts }) => acts[kind] > 0));
  await Promise.all(players.map((player) => player.play(() => performance.now() < endMs || !isAllDone())));
  assert.deepEqual(server.serious, []);
  const { store } = server.running.doubletake;
  assert.deepEqual(await store.cases({}, { offset: 0, limit: 10 }), []);
  assert.deepEqual(await store.quarantined({}), []);
  assert.deepEqual(
    server.harness.log.filter((line) => line.startsWith("error") && line.includes("Doubletake")),
    [],
  );
});
