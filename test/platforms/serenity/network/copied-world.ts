import assert from "node:assert/strict";
import { test } from "node:test";
import type { BedrockClient } from "../support/bedrock-client.ts";
import { idOf } from "../support/network-item.ts";
import { so } from "./journey.ts";
import type { NetworkServer } from "./network-server.ts";
import type { NetworkStage } from "./network-stage.ts";

const SWORDS = 10;

/** A server stops in order, and its folder becomes another server's. */
export function tellCopiedWorld(stage: () => NetworkStage): void {
  test("a server that is set up from a copy of another's folder: one case of medium severity, nobody accused, and fresh ids when staff say so", async () => {
    const gamma = stage().get("gamma");
    await fillChest(stage(), gamma);
    await gamma.end("stop");
    const dir = await gamma.copyFolder();
    // It is updated on this occasion: the next story is about that.
    await gamma.startAgain("newer");
    const delta = await stage().add({ name: "delta", announces: false, dir });
    const copied = async () => (await gamma.ask("cases")).filter(({ cause }) => cause === "copied-world");
    const [record] = await so("the case", async () => ((await copied()).length > 0 ? copied() : undefined));
    assert.deepEqual([record!.severity, record!.playerName], ["MEDIUM", ""]);
    const before = await idsInChest(delta.staff);
    assert.deepEqual(before, await idsInChest(gamma.staff), "nothing is replaced by itself");
    const { chat } = delta.staff;
    await chat.ask("/doubletake reissue world gamma", /\d+ items/);
    chat.send("/doubletake reissue world gamma now");
    await chat.waitFor(/fresh ids/);
    const fresh = await so("fresh ids", async () => {
      const ids = await idsInChest(delta.staff);
      return ids.every((id) => !before.includes(id)) ? ids : undefined;
    });
    assert.equal(new Set(fresh).size, SWORDS);
    assert.deepEqual(await idsInChest(gamma.staff), before, "the original keeps its own");
    await chat.run("/doubletake reissue world gamma done");
    await delta.call("ticks", 60);
    assert.equal((await copied()).length, 1);
    assert.deepEqual(
      (await gamma.ask("cases")).filter(({ itemIds }) => itemIds.some((id) => fresh.includes(id))),
      [],
    );
  });
}

/** Swords that nobody carried there, near the place where everybody arrives. */
const CHEST = { x: 2, y: 1, z: 2 };

async function fillChest(stage: NetworkStage, server: NetworkServer): Promise<void> {
  await server.call("setBlock", CHEST, "chest");
  for (let slot = 0; slot < SWORDS; slot++)
    await server.call("putInBlock", CHEST, slot, "diamond_sword", { mark: `copied ${slot}` });
  await so("their ids on record", async () => {
    const [row] = await stage.query(
      `SELECT count(*)::integer AS held FROM dt_custody c JOIN dt_servers s ON s.ref = c.server WHERE s.name = '${server.name}' AND (c.x, c.y, c.z) = (${CHEST.x}, ${CHEST.y}, ${CHEST.z})`,
    );
    return row?.held === SWORDS;
  });
}

async function idsInChest(client: BedrockClient): Promise<string[]> {
  client.movement.warpTo({ x: CHEST.x + 1.5, y: 1, z: CHEST.z + 0.5 });
  const { slots } = await client.world.openBlock(CHEST);
  await client.world.close();
  return slots.flatMap((item) => idOf(item) ?? []);
}
