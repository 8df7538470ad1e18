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

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);

it("a server that waits for an answer of the database about disputes hears all the same that it is asked about another", async () => {
  const clock = new HandClock();
  const database = new MemoryDatabase({ clock });
  const [first, second] = ["lobby", "survival"].map((serverName) => new MemoryStore({ serverName, database, clock }));
  const config = "{ auto-remove-duplicates: false, network: { player-data: separate } }";
  let [isLost, polls] = [false, 0];
  const store = new Proxy(first!, {
    get: (target, name: keyof MemoryStore) => {
      const member = target[name] as unknown;
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        if (name === "openDisputes" && isLost) {
          isLost = false;
          await new Promise(() => undefined);
        }
        if (name === "openDisputes") polls++;
        return member.apply(target, args);
      };
    },
  });
  const lobby = await startedService({ clock, config, serverName: "lobby", store });
  const survival = await startedService({ clock, config, serverName: "survival", store: second!, firstId: 1000 });
  const both = (ticks: number) => playInTurns([lobby, survival], ticks);
  lobby.platform.chest(CHEST)[0] = sword();
  await both(100);
  isLost = true;
  for (let tick = 0; tick < 40 && isLost; tick++) await both(1);
  assert.equal(isLost, false, "it asks");
  survival.platform.chest(CHEST)[0] = sword();
  await both(150);
  assert.deepEqual(
    survival.outside.sent.map(({ type }) => type),
    ["DUPLICATE_ITEM"],
  );
  const before = polls;
  await both(100);
  assert.ok(polls - before <= 6, "no more often than before");
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
