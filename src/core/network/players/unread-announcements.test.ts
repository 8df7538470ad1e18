import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryDatabase } from "../../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { join, quit } from "../../../testing/unpublished/story.ts";
import type { Store } from "../../store.ts";

const SWORD = fakeId(77);
const sword = () => fakeStack("iron_sword", { tag: SWORD });

for (const isAnnounced of [true, false])
  it(`a start that cannot read whether a plugin announces waits for its word until it can (${isAnnounced ? "one does" : "none does"})`, async () => {
    const clock = new HandClock();
    const database = new MemoryDatabase({ clock });
    const stores = ["lobby", "survival"].map((serverName) => new MemoryStore({ serverName, database, clock }));
    if (isAnnounced) await stores[1]!.writeNote("hand-overs-are-announced", "yes");
    const config = "network: { player-data: shared }";
    const lobby = await startedService({ clock, config, serverName: "lobby", store: stores[0] });
    const unreadable = withoutNotes(stores[1]!, 6);
    const survival = await startedService({ clock, config, serverName: "survival", store: unreadable, firstId: 1000 });
    const both = (ticks: number) => playInTurns([lobby, survival], ticks);
    const believed = () => database.custody.get(SWORD)?.server === "survival";
    let alex = join(survival, "Alex", { slots: [sword()] });
    await both(60);
    assert.equal(believed(), false, "nobody knows yet whether a plugin will say so");
    await both(350);
    assert.equal(believed(), true);
    quit(survival, alex);
    await both(60);
    database.custody.delete(SWORD);
    alex = join(survival, "Alex", { slots: [sword()] });
    await both(60);
    assert.equal(believed(), !isAnnounced, "by now it is known");
  });

/** The store, which does not say so many times whether a plugin announces. */
function withoutNotes(store: MemoryStore, times: number): Store {
  let left = times;
  return new Proxy(store, {
    get: (target, name: keyof MemoryStore) => {
      const member = target[name] as unknown;
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (name === "readNote" && args[0] === "hand-overs-are-announced" && left-- > 0)
          return Promise.reject(new Error("The database does not answer."));
        return member.apply(target, args);
      };
    },
  });
}
