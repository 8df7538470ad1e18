import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { RetriedWrites } from "../../recording/retried-writes.ts";
import type { Store } from "../../store.ts";
import { DoubtNotes } from "./doubt-notes.ts";

const UNTIL_SETTLED = GRACE_TICKS + 20;
const OLD_NOTE = "quarantine-doubt-since";
const HERE = { world: "world", x: 1, y: 64, z: 0 };

const box = (n: number): FakeStack => fakeStack("shulker_box", { tag: fakeId(n) });
const states = async ({ store }: FakeService) => (await store.quarantined({})).map(({ state }) => state);
const restore = async (game: FakeService, number: number) => {
  const outcome = await game.doubletake.staffActs.restore(number, "Staff", undefined);
  return [outcome?.returning.length, outcome?.undecided];
};

let lives = 0;

/** The next process. Longer than any clock is set back, so that only what is noted says what is in doubt. */
async function next(game: FakeService): Promise<FakeService> {
  game.clock.pass(2 * 3_600_000);
  const after = await startedService({ store: game.store, clock: game.clock, firstId: ++lives * 0x1000 });
  await settle();
  return after;
}

async function stopped(game: FakeService): Promise<FakeService> {
  for (const player of [...game.platform.players()]) quit(game, player as never);
  await game.doubletake.stop();
  return next(game);
}

/** Alex has the original, and the copy of somebody else is taken. */
async function take(game: FakeService, name: string, n: number): Promise<void> {
  join(game, `Owner${n}`, { slots: [box(n)] });
  await play(game, 40);
  const slots = join(game, name, { slots: [box(n)] }).slots;
  await play(game, UNTIL_SETTLED);
  assert.equal(slots[0], undefined);
}

/** The process dies after something was taken from Cleo, who never comes back: that entry stays in doubt. */
async function afterCrash(): Promise<FakeService> {
  const game = await startedService();
  await take(game, "Cleo", 7);
  const again = await next(game);
  await play(again, 5);
  assert.deepEqual(await states(again), ["taking"]);
  return again;
}

describe("while one entry is in doubt, because its player is away for ever", () => {
  it("it stays so over clean restarts, and is decided when that player is looked at", async () => {
    let game = await stopped(await afterCrash());
    game = await stopped(game);
    assert.deepEqual(await restore(game, 1), [0, 1]);
    join(game, "Owner7", { slots: [box(7)] });
    join(game, "Cleo");
    await play(game, UNTIL_SETTLED);
    assert.deepEqual(await restore(game, 1), [1, 0]);
  });

  it("what is taken in a later run, which stops cleanly, is not in doubt: staff can give it back", async () => {
    const crashed = await afterCrash();
    await take(crashed, "Bo", 8);
    const game = await stopped(crashed);
    assert.deepEqual(await states(game), ["taking", "held"]);
    assert.deepEqual(await restore(game, 2), [1, 0]);
  });

  it("what was given back, and then used up in a run that stops cleanly, does not come back", async () => {
    const crashed = await afterCrash();
    await take(crashed, "Bo", 8);
    let game = await stopped(crashed);
    await restore(game, 2);
    const bo = join(game, "Bo");
    await play(game, 10);
    const back = bo.slots[0]!;
    bo.slots[0] = undefined;
    const item = new FakeItem({ ...back, count: 0 });
    game.doubletake.report({ kind: "interaction", player: bo, item, action: "BLOCK_PLACE", location: HERE });
    await play(game, 40);
    game = await stopped(game);
    const { slots } = join(game, "Bo");
    join(game, "Owner8", { slots: [box(8)] });
    await play(game, UNTIL_SETTLED);
    assert.deepEqual(await states(game), ["taking", "returned"]);
    assert.deepEqual(slots.filter(Boolean), []);
  });
});

it("what is decided in a run that dies as well is not put in doubt again", async () => {
  const game = await startedService();
  await take(game, "Cleo", 7);
  await take(game, "Bo", 8);
  const again = await next(game);
  join(again, "Bo");
  join(again, "Owner8", { slots: [box(8)] });
  await play(again, 200);
  assert.deepEqual(await states(again), ["taking", "held"]);
  const last = await next(again);
  assert.deepEqual(await states(last), ["taking", "held"]);
});

it("the note of an earlier version counts for what was taken since then, and is replaced", async () => {
  const game = await startedService();
  await take(game, "Bo", 8);
  await game.doubletake.stop();
  await game.store.writeNote(OLD_NOTE, "1");
  const again = await next(game);
  assert.deepEqual(await states(again), ["taking"]);
  assert.equal(await game.store.readNote(OLD_NOTE), undefined);
  await take(again, "Ann", 9);
  const last = await stopped(again);
  assert.deepEqual(await states(last), ["taking", "held"]);
});

it("a copy that its player shows again after each of two clean restarts is in doubt once", async () => {
  let game = await afterCrash();
  const owner = join(game, "Owner7", { slots: [box(7)] });
  const cleo = join(game, "Cleo", { slots: [box(7)] });
  act(game, cleo, new FakeItem(cleo.slots[0]!));
  await play(game, UNTIL_SETTLED);
  assert.deepEqual(await states(game), ["dropped", "held"], "the world was saved with it: it is taken anew");
  assert.ok(owner.slots[0]);
  for (let restart = 0; restart < 2; restart++) {
    game = await stopped(game);
    assert.deepEqual(await states(game), ["dropped", "held"]);
  }
});

describe("what is decided is noted at once", () => {
  /** A store that keeps the note, and takes its time when told to. */
  function noting(note: string) {
    const taken = new Set([1, 2, 3]);
    const written: (string | undefined)[] = [];
    const answers: (() => void)[] = [];
    const game = { isSlow: false };
    const store = {
      readNote: async () => note,
      writeNote: async (_key: string, text: string | undefined) => {
        written.push(text);
        if (game.isSlow) await new Promise<void>((resolve) => answers.push(resolve));
      },
    } as unknown as Store;
    const log = new RecordingLog();
    const writes = new RetriedWrites(new HandClock(), log);
    const notes = new DoubtNotes({ clock: { tick: 0 }, writes, log, doubtful: () => ({ taken, given: new Set() }) });
    return { notes, taken, written, answers, game, store };
  }

  it("but not before it is on record what this run found in doubt: that may not be known yet", async () => {
    const { notes, taken, written, store } = noting('{"taken":[1,2,3],"given":[9]}');
    await notes.read(store);
    taken.delete(1);
    notes.noteNow();
    notes.tick();
    await settle();
    assert.deepEqual(written, []);
    await notes.write(store);
    assert.deepEqual(written, ['{"taken":[2,3],"given":[]}']);
  });

  it("and together with what is decided until the note before has been written", async () => {
    const { notes, taken, written, answers, game, store } = noting("{}");
    await notes.read(store);
    await notes.write(store);
    game.isSlow = true;
    for (const number of [1, 2, 3]) {
      taken.delete(number);
      notes.noteNow();
    }
    await settle();
    answers.shift()!();
    await settle();
    assert.deepEqual(written.slice(1), ['{"taken":[2,3],"given":[]}', undefined]);
  });
});
