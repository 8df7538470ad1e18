import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryDatabase } from "../../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { blockPlace } from "../../model/place.ts";
import type { Store } from "../../store.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const [BOX, SWORD] = [fakeId(70), fakeId(71)];
const slots = () => [fakeStack("iron_sword", { tag: SWORD })];
const box = () => fakeStack("shulker_box", { tag: BOX, inside: { kind: "shulker-box", slots: slots() } });

it("a box that is about to be taken is left whole: what is in it goes with it", async () => {
  const clock = new HandClock();
  const database = new MemoryDatabase({ clock });
  const [first, second] = ["lobby", "survival"].map((serverName) => new MemoryStore({ serverName, database, clock }));
  const config = "network: { player-data: separate }";
  const lobby = await startedService({ clock, config, serverName: "lobby", store: first });
  const store = swordFirst(second!, database);
  const survival = await startedService({ clock, config, serverName: "survival", store, firstId: 1000 });
  const both = (ticks: number) => playInTurns([lobby, survival], ticks);
  lobby.platform.chest(CHEST)[0] = box();
  await both(100);
  survival.platform.chest(CHEST)[0] = box();
  for (let tick = 0; tick < 600 && survival.platform.chest(CHEST)[0] !== undefined; tick++) await both(1);
  assert.equal(survival.platform.chest(CHEST)[0], undefined);
  const kept = [...database.quarantine.values()].filter(({ state }) => state === "held").map(({ itemId }) => itemId);
  assert.deepEqual(kept, [BOX]);
});

/** The store: the box is proven when the sword in it is put on record to be taken, and that is granted when the box is on record, too. */
function swordFirst(store: MemoryStore, database: MemoryDatabase): Store {
  const recorded = new Map([BOX, SWORD].map((itemId) => [itemId, Promise.withResolvers<void>()]));
  return new Proxy(store, {
    get: (target, name: keyof MemoryStore) => {
      const member = target[name] as unknown;
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        const [about, , change] = args as [unknown, unknown, { step: string } | undefined];
        if (name === "saveQuarantined") recorded.get((about as { itemId: string }).itemId)?.resolve();
        const itemId = name === "changeDispute" ? database.disputes.get(about as number)?.itemId : undefined;
        if (itemId === BOX && change?.step === "proven") await recorded.get(SWORD)!.promise;
        if (itemId === SWORD && change?.step === "removed") await recorded.get(BOX)!.promise;
        return member.apply(target, args);
      };
    },
  });
}
