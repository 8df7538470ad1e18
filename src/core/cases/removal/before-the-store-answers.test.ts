import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play, sold } from "../../../testing/unpublished/story.ts";
import type { Store } from "../../index.ts";

const ID = fakeId(7);
const sword = () => fakeStack("diamond_sword", { tag: ID });
const has = (slots: readonly (FakeStack | undefined)[]) => slots.some((stack) => stack?.tag === ID);

/** The store, with one question that gets no answer until it is let go. */
function holding(store: Store, question: "custodyOf" | "quarantined"): { store: Store; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = new Proxy(store, {
    get: (target, name) => {
      const member = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        if (name === question) await promise;
        return member.apply(target, args);
      };
    },
  });
  return { store: held, letGo: () => resolve() };
}

for (const question of ["custodyOf", "quarantined"] as const)
  test(`nothing is taken before the store has said where the item was (${question} is not answered)`, async () => {
    const before = await startedService();
    await sold(before, sword());
    await before.doubletake.stop();
    const { store, clock } = before;
    const { store: slow, letGo } = holding(store, question);
    const again = await startedService({ store: slow, clock });
    const alex = join(again, "Alex", { slots: [sword()] });
    await play(again, 3);
    const bo = join(again, "Bo", { slots: [sword()] });
    await play(again, GRACE_TICKS + 50);
    assert.deepEqual([has(alex.slots), has(bo.slots)], [true, true]);
    letGo();
    await play(again, GRACE_TICKS + 10);
    assert.deepEqual([has(alex.slots), has(bo.slots)], [false, true], "the former owner was only seen first");
  });
