import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AppendResult, type Batch, blockPlace, type DisputeChange } from "../../src/core/index.ts";
import { FakeItem, fakeStack } from "../../src/testing/fake-item.ts";
import { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";
import { fakeId } from "../../src/testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../src/testing/unpublished/fake-service.ts";
import { HandClock } from "../../src/testing/unpublished/hand-clock.ts";
import { act, join, play } from "../../src/testing/unpublished/story.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const FAR_CHEST = blockPlace({ world: "world", x: 900, y: 64, z: 900 });
const SWORD = fakeId(77);

/** While the journal is held up, rows wait; questions wait behind them, or overtake them. */
class JournallingStore extends MemoryStore {
  readonly #overtakes: boolean;
  #release: (() => void) | undefined;
  #held: Promise<void> = Promise.resolve();

  constructor(options: ConstructorParameters<typeof MemoryStore>[0], overtakes: boolean) {
    super(options);
    this.#overtakes = overtakes;
  }

  hold(): void {
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  release(): void {
    this.#release?.();
  }

  override async append(batch: Batch): Promise<AppendResult> {
    await this.#held;
    return super.append(batch);
  }

  override async custodyOf(itemIds: readonly string[]) {
    if (!this.#overtakes) await this.#held;
    return super.custodyOf(itemIds);
  }

  override async changeDispute(number: number, version: number, change: DisputeChange) {
    if (!this.#overtakes) await this.#held;
    return super.changeDispute(number, version, change);
  }
}

describe("an answer that is given while the journal is held up", () => {
  it("waits behind it: the copy that is on record in the journal stays", async () => {
    assert.deepEqual(await whoseStays(false), { lobby: true, survival: false });
  });

  it("takes the owner's copy when it overtakes the journal", async () => {
    assert.deepEqual(await whoseStays(true), { lobby: false, survival: true });
  });
});

/** The sword is moved to a chest far away, which is not loaded any more when somebody has a copy of it on another server. */
async function whoseStays(overtakes: boolean): Promise<{ lobby: boolean; survival: boolean }> {
  const clock = new HandClock();
  const database = new MemoryDatabase({ clock });
  const [lobby, survival] = [await start("lobby"), await start("survival")];
  const journal = lobby.store as JournallingStore;
  lobby.platform.chest(CHEST)[0] = fakeStack("iron_sword", { tag: SWORD });
  lobby.platform.chest(FAR_CHEST);
  const alex = join(lobby, "Alex");
  await until(() => database.custody.get(SWORD)?.server === "lobby");
  await both(400);
  journal.hold();
  lobby.platform.chest(FAR_CHEST)[0] = lobby.platform.chest(CHEST)[0];
  lobby.platform.chest(CHEST)[0] = undefined;
  act(lobby, alex, new FakeItem(lobby.platform.chest(FAR_CHEST)[0]!), [CHEST, FAR_CHEST]);
  await both(2);
  lobby.doubletake.report({ kind: "going-dark", place: FAR_CHEST, action: "SCAN" });
  lobby.platform.darken(FAR_CHEST);
  survival.platform.chest(CHEST)[0] = fakeStack("iron_sword", { tag: SWORD });
  await both(600);
  journal.release();
  await both(300);
  lobby.platform.lighten(FAR_CHEST);
  lobby.doubletake.report({ kind: "sighting", place: FAR_CHEST, action: "SCAN" });
  const has = ({ platform }: FakeService, place: string) => platform.chest(place)[0]?.tag === SWORD;
  await until(() => !has(lobby, FAR_CHEST) || !has(survival, CHEST));
  await both(200);
  return { lobby: has(lobby, FAR_CHEST), survival: has(survival, CHEST) };

  function start(serverName: string): Promise<FakeService> {
    const store = new JournallingStore({ clock, serverName, database }, overtakes);
    return startedService({ store, clock, serverName, config: "" });
  }

  async function both(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) for (const service of [lobby, survival]) await play(service, 1, 25);
  }

  async function until(isSo: () => boolean): Promise<void> {
    for (let tick = 0; tick < 1500 && !isSo(); tick++) await both(1);
    assert.ok(isSo(), "it did not come about");
  }
}
