import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { MemoryDatabase } from "../../../testing/stores/memory-database.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { join, play } from "../../../testing/unpublished/story.ts";
import type { DisputeChange } from "../../model/network-questions.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const [BOX, SWORD] = [fakeId(70), fakeId(71)];

/** A database that takes its time with the first removal that it is asked for, and then does not grant it. */
class ReluctantStore extends MemoryStore {
  isWilling = true;
  refuse: (() => void) | undefined;
  /** What happens in the game while the database's leave to take the copy is on its way. */
  meanwhile: (() => void) | undefined;

  override async changeDispute(number: number, version: number, change: DisputeChange) {
    if (change.step === "removed" && !this.isWilling) {
      this.isWilling = true;
      await new Promise<void>((resolve) => {
        this.refuse = resolve;
      });
      throw new Error("the database is away");
    }
    const changed = await super.changeDispute(number, version, change);
    if (change.step === "removed") {
      this.meanwhile?.();
      this.meanwhile = undefined;
    }
    return changed;
  }
}

describe("what is proven between two servers", () => {
  let clock: HandClock;
  let database: MemoryDatabase;

  beforeEach(() => {
    clock = new HandClock();
    database = new MemoryDatabase({ clock });
  });

  it("is taken in the end, also a box whose contents were confirmed too long ago", async () => {
    const [lobby, survival] = [await start("lobby", ""), await start("survival", "")];
    const store = survival.store as ReluctantStore;
    lobby.platform.chest(CHEST)[0] = box();
    await until([lobby, survival], () => [BOX, SWORD].every((id) => database.custody.get(id)?.server === "lobby"));
    store.isWilling = false;
    survival.platform.chest(CHEST)[0] = box();
    await until([lobby, survival], () => store.refuse !== undefined);
    for (let tick = 0; tick < 250; tick++) await both([lobby, survival]);
    store.refuse!();
    await until([lobby, survival], () => survival.platform.chest(CHEST)[0] === undefined);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, BOX);
  });

  it("is taken in the end, also when somebody changes it in the moment in which it is to be taken", async () => {
    const [lobby, survival] = [await start("lobby", ""), await start("survival", "")];
    lobby.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], () => database.custody.get(SWORD)?.server === "lobby");
    survival.platform.chest(CHEST)[0] = sword();
    let isChanged = false;
    (survival.store as ReluctantStore).meanwhile = () => {
      survival.platform.chest(CHEST)[0]!.material = "minecraft:netherite_sword";
      isChanged = true;
    };
    await until([lobby, survival], () => isChanged);
    await until([lobby, survival], () => survival.platform.chest(CHEST)[0] === undefined);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
    assert.deepEqual(
      survival.outside.sent.map(({ type }) => type),
      ["DUPLICATE_ITEM"],
    );
  });

  it("is asked for anew when the answer that granted it got lost, and not again and again before that is known", async () => {
    const [lobby, survival] = [await start("lobby", ""), await start("survival", "")];
    lobby.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], () => database.custody.get(SWORD)?.server === "lobby");
    survival.platform.chest(CHEST)[0] = sword();
    const { store } = survival;
    const { changeDispute } = store;
    const onTheWay: (() => void)[] = [];
    let asked = 0;
    // From the first removal on, answers take several ticks to come back, and the first never does.
    store.changeDispute = async (...args) => {
      const changed = await changeDispute.apply(store, args);
      if (args[2].step === "removed") asked++;
      else if (asked !== 1) return changed;
      const isLost = args[2].step === "removed" && asked === 1;
      await new Promise<void>((resolve) => onTheWay.push(resolve));
      return isLost ? Promise.reject(new Error("no answer")) : changed;
    };
    for (let tick = 0; tick < 400 && survival.platform.chest(CHEST)[0] !== undefined; tick++) {
      if (tick % 8 === 0) for (const arrive of onTheWay.splice(0)) arrive();
      await both([lobby, survival]);
    }
    assert.equal(survival.platform.chest(CHEST)[0], undefined);
    assert.equal(asked, 2);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
  });

  it("stays when it is a box with somebody's only sword in it, and staff are told so once", async () => {
    const [lobby, survival] = [await start("lobby", ""), await start("survival", "")];
    lobby.platform.chest(CHEST)[0] = box();
    await until([lobby, survival], () => [BOX, SWORD].every((id) => database.custody.get(id)?.server === "lobby"));
    const filled = box();
    filled.inside!.slots[1] = fakeStack("iron_sword", { tag: fakeId(72) });
    survival.platform.chest(CHEST)[0] = filled;
    const held = () => survival.log.lines.filter((line) => line.includes("stay where they are"));
    await until([lobby, survival], () => held().length > 0);
    const { version } = [...database.disputes.values()].find(({ itemId }) => itemId === BOX)!;
    for (let tick = 0; tick < 1000; tick++) await both([lobby, survival]);
    assert.equal(survival.platform.chest(CHEST)[0]?.tag, BOX);
    assert.equal(held().length, 1);
    // Nobody looks at it again and again for a removal that must not be.
    assert.equal([...database.disputes.values()].find(({ itemId }) => itemId === BOX)!.version, version);
  });

  it("is taken when staff say so, however long ago it was proven", async () => {
    const watchOnly = "auto-remove-duplicates: false\n";
    const [lobby, survival] = [await start("lobby", watchOnly), await start("survival", watchOnly)];
    lobby.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], () => database.custody.get(SWORD)?.server === "lobby");
    survival.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], () => survival.outside.sent.length > 0);
    for (let tick = 0; tick < 400; tick++) await both([lobby, survival]);
    const { caseNumber } = survival.outside.sent[0]!;
    assert.equal(await survival.doubletake.staffActs.remove(caseNumber, "Sam"), 1);
    await until([lobby, survival], () => survival.platform.chest(CHEST)[0] === undefined);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
  });

  it("is given back to a player who came from another server only when the player's things are in place", async () => {
    const [lobby, survival] = [await start("lobby", ""), await start("survival", "")];
    lobby.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], () => database.custody.get(SWORD)?.server === "lobby");
    survival.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], () => survival.platform.chest(CHEST)[0] === undefined);
    await until([lobby, survival], () => [...database.quarantine.values()][0]?.state === "held");
    // A sync plugin says when it is done; until then it may still write over what the player has.
    survival.doubletake.api.synced(fakeId(1));
    const alex = join(survival, "Alex");
    const { caseNumber } = [...database.quarantine.values()][0]!;
    await lobby.doubletake.staffActs.restore(caseNumber, "Sam", alex.id);
    for (let tick = 0; tick < 250; tick++) await both([lobby, survival]);
    assert.deepEqual(alex.slots.filter(Boolean), []);
    survival.doubletake.api.synced(alex.id);
    await until([lobby, survival], () => alex.slots.some(Boolean));
    assert.equal([...database.quarantine.values()][0]?.state, "returned");
  });

  async function both(services: readonly FakeService[]): Promise<void> {
    for (const service of services) await play(service, 1, 25);
  }

  async function until(services: readonly FakeService[], isSo: () => boolean): Promise<void> {
    for (let tick = 0; tick < 1500 && !isSo(); tick++) await both(services);
    assert.ok(isSo(), "it did not come about");
  }

  function start(serverName: string, config: string): Promise<FakeService> {
    const store = new ReluctantStore({ clock, serverName, database });
    return startedService({ store, clock, serverName, config });
  }
});

function sword(): FakeStack {
  return fakeStack("iron_sword", { tag: SWORD });
}

function box(): FakeStack {
  const stack = fakeStack("shulker_box", { tag: BOX });
  stack.inside!.slots[0] = sword();
  return stack;
}
