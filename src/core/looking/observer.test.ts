import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { GameClock } from "../time/game-clock.ts";
import { RECHECK } from "./look-cause.ts";
import { Observer } from "./observer.ts";
import { Presence } from "./presence/presence.ts";
import { UnprocessedItems } from "./unprocessed-items.ts";

const [A, B] = [fakeId(1), fakeId(2)];

describe("a quick check of a player, of whom the last find is kept with the session", () => {
  it("goes by what was found last, however often that has changed", () => {
    const { observer, alex } = start();
    for (const tag of [A, B, A]) {
      alex.slots[0] = fakeStack("bow", { tag });
      assert.equal(observer.isAsBefore(alex.place, alex), false, tag);
      observer.lookAgain(alex.place, RECHECK);
      assert.equal(observer.isAsBefore(alex.place, alex), true, tag);
    }
  });

  it("finds nothing as before once the place was forgotten", () => {
    const { observer, presence, alex } = start();
    alex.slots[0] = fakeStack("bow", { tag: A });
    observer.lookAgain(alex.place, RECHECK);
    assert.equal(observer.isAsBefore(alex.place, alex), true);
    presence.forget(alex.place);
    assert.equal(observer.isAsBefore(alex.place, alex), false);
  });

  it("does not take another observer's find for its own", () => {
    const { observer, platform, alex } = start();
    alex.slots[0] = fakeStack("bow", { tag: A });
    observer.lookAgain(alex.place, RECHECK);
    assert.equal(observer.isAsBefore(alex.place, alex), true);
    const other = start(platform);
    assert.equal(other.observer.isAsBefore(alex.place, alex), false);
    other.observer.lookAgain(alex.place, RECHECK);
    assert.deepEqual(
      [other, { observer }].map((it) => it.observer.isAsBefore(alex.place, alex)),
      [true, true],
    );
  });

  it("does not mind a player that nothing can be kept with", () => {
    const { observer, alex } = start();
    alex.slots[0] = fakeStack("bow", { tag: A });
    observer.lookAgain(alex.place, RECHECK);
    const frozen = Object.freeze({ ...alex, place: alex.place }) as unknown as typeof alex;
    assert.equal(observer.isAsBefore(alex.place, frozen), true);
  });
});

it("a place is gone through once in a tick end, and again in the next, however many have a reason to look", () => {
  const platform = new FakePlatform();
  let walks = 0;
  const look = platform.look.bind(platform);
  platform.look = (...args) => {
    walks++;
    return look(...args);
  };
  const { observer, alex } = start(platform);
  alex.slots[0] = fakeStack("bow", { tag: A });
  observer.lookAgain(alex.place, RECHECK);
  walks = 0;
  for (let tick = 1; tick <= 3; tick++) {
    observer.beginTickEnd();
    for (const player of [alex, undefined, alex]) assert.equal(observer.isAsBefore(alex.place, player), true);
    assert.equal(walks, tick);
    observer.finishTickEnd();
  }
  alex.slots[0] = fakeStack("bow", { tag: B });
  observer.beginTickEnd();
  assert.equal(observer.isAsBefore(alex.place, alex), false);
});

function start(platform = new FakePlatform()) {
  const presence = new Presence();
  const observer = new Observer({
    unprocessed: new UnprocessedItems(),
    platform,
    presence,
    newId: () => assert.fail("everything has an id"),
    clock: new GameClock(new HandClock()),
    afterLook: () => undefined,
    onDark: () => undefined,
  });
  return { platform, presence, observer, alex: platform.join("Alex") };
}
