import assert from "node:assert/strict";
import { it } from "node:test";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import type { Look } from "../../looking/look.ts";
import { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
import { QuarantineCheck } from "./quarantine-check.ts";

it("after a crash all that was taken is put in doubt at once: a start does not wait for one answer after the other", async () => {
  const entries = Array.from({ length: 50 }, (_, at) => taken(at + 1));
  const waiting: (() => void)[] = [];
  const store = {
    serverName: "lobby",
    openClaims: async () => [],
    quarantined: async ({ state }: { state?: string }) => (state === "held" ? entries : []),
    // Answers none of them before all were asked.
    changeQuarantined: () =>
      new Promise<boolean>((resolve) => {
        waiting.push(() => resolve(true));
        if (waiting.length === entries.length) for (const answer of waiting) answer();
      }),
  } as unknown as Store;
  const check = new QuarantineCheck({
    log: new RecordingLog(),
    writes: undefined as never,
    isAwaited: () => false,
    isPresent: () => false,
    onBack: () => undefined,
    onDecided: () => undefined,
  });
  await check.connect(store, 0, 0, async () => []);
  assert.equal(check.doubtfulPlaces.length, entries.length);
});

it("an entry whose answer got lost while it was put in doubt is held again when its place was looked at", async () => {
  const stored = new MemoryStore({ clock: new HandClock(), serverName: "lobby" });
  const number = await stored.saveQuarantined({ ...taken(1), number: 0 });
  let isLost = false;
  const store = new Proxy(stored, {
    get: (target, name: keyof MemoryStore) => {
      const member = target[name] as unknown;
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        const answer = await member.apply(target, args);
        if (name !== "changeQuarantined" || isLost) return answer;
        isLost = true;
        throw new Error("The database does not answer.");
      };
    },
  });
  const log = new RecordingLog();
  const check = new QuarantineCheck({
    log,
    writes: new RetriedWrites(new HandClock(), log),
    isAwaited: () => false,
    isPresent: () => false,
    onBack: () => undefined,
    onDecided: () => undefined,
  });
  const stateNow = async () => (await stored.quarantined({ number }))[0]?.state;
  await check.connect(store, 0, 0, async () => []);
  assert.equal(await stateNow(), "taking");
  const { place } = taken(1).takenFrom;
  check.onLook({ place, copies: [], waiting: { isEmpty: true } } as unknown as Look, () => false);
  check.holdMissing();
  await settle();
  assert.equal(await stateNow(), "held");
});

function taken(number: number): QuarantinedItem {
  const place = `block:world:${number},64,0`;
  const itemId = fakeId(number);
  const takenFrom = { itemId, place, slot: "0", location: "", holderId: "", holderName: "", count: 1, seenMs: 0 };
  const about = { caseNumber: 1, material: "SWORD", data: new Uint8Array(), state: "held", takenMs: 1 } as const;
  return {
    number,
    itemId,
    takenFrom,
    ...about,
    returnToId: "",
    freshId: "",
    takenBy: "lobby",
    returnedBy: "",
    claim: "",
  };
}
