import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { formatLocation, type Location } from "../../model/location.ts";
import { blockPlace, enderPlace, entityPlace, windowPlace } from "../../model/place.ts";
import { GameClock } from "../../time/game-clock.ts";
import { Observer } from "../observer.ts";
import { Presence } from "../presence/presence.ts";
import { UnprocessedItems } from "../unprocessed-items.ts";
import { NearbySearch } from "./nearby-search.ts";

const HERE = { world: "world", x: 5, y: 64, z: 5 };
const NEXT_CHUNK = { ...HERE, x: 20 };
const FAR = { ...HERE, x: 500 };

describe("around a copy that is gone", () => {
  it("chests and what lies on the ground are looked at, in its chunk and in the next", () => {
    const { platform, found } = start();
    platform.chest(blockPlace(NEXT_CHUNK))[0] = bow(1);
    platform.drop(bow(2), HERE);
    platform.chest(blockPlace(FAR))[0] = bow(3);
    assert.deepEqual(found(), [1, 2]);
  });

  it("so are entities that carry items, by where they are now", () => {
    const { platform, found } = start();
    platform.carrier(entityPlace("world", "near"), NEXT_CHUNK)[0] = bow(1);
    platform.carrier(entityPlace("world", "far"), FAR)[0] = bow(2);
    assert.deepEqual(found(), [1]);
    platform.carrier(entityPlace("world", "far"), HERE);
    assert.deepEqual(found(), [1, 2]);
  });

  it("so are entities of which the platform cannot say where they are", () => {
    const { platform, found } = start();
    platform.carrier(entityPlace("world", "somewhere"), FAR)[0] = bow(1);
    Object.assign(platform, { locationOf: undefined });
    assert.deepEqual(found(), [1]);
  });

  it("so is what is a player's, wherever that is: inventories, ender chests, left-over windows", () => {
    const { platform, found } = start();
    const { id } = platform.join("Alex", { at: FAR, slots: [bow(1)] });
    platform.carrier(enderPlace(id), FAR)[0] = bow(2);
    platform.carrier(windowPlace(id), FAR)[0] = bow(3);
    assert.deepEqual(found(), [1, 2, 3]);
  });

  it("the places of the world are gone through once a tick end, however many chunks copies are gone from", () => {
    const { platform, found, lookAt } = start();
    for (let chunk = 0; chunk < 40; chunk++) platform.chest(blockPlace({ ...HERE, x: 16 * chunk }));
    platform.chest(blockPlace(FAR))[0] = bow(1);
    const { places } = platform;
    let walks = 0;
    Object.assign(platform, {
      places: () => {
        walks++;
        return places.call(platform);
      },
    });
    for (let chunk = 0; chunk < 40; chunk++) lookAt({ ...HERE, x: 16 * chunk });
    assert.deepEqual([walks, found()], [1, [1]]);
    platform.chest(blockPlace(NEXT_CHUNK))[0] = bow(2);
    assert.deepEqual([found(), walks], [[1, 2], 2]);
  });

  it("very many loaded places are gone through in several tick ends, and it is said that this takes longer", () => {
    const { platform, found, lookAt } = start();
    for (let number = 0; number < 9000; number++)
      platform.chest(blockPlace({ world: "town", x: 100 * number, y: 64, z: 0 }));
    platform.chest(blockPlace(NEXT_CHUNK))[0] = bow(1);
    const answers: boolean[] = [];
    for (let tickEnd = 0; tickEnd < 20 && answers.at(-1) !== true; tickEnd++) {
      answers.push(lookAt(HERE));
      assert.deepEqual(found().length > 0, answers.at(-1));
    }
    assert.ok(answers.length > 2 && answers.at(-1), answers.join());
  });

  it("a tick end that has taken long goes through half as many, and comes to its end all the same", () => {
    const [busy, quiet] = [start(() => true), start()];
    const tickEnds = [busy, quiet].map(({ platform, found }) => {
      for (let number = 0; number < 4000; number++)
        platform.chest(blockPlace({ world: "town", x: 100 * number, y: 64, z: 0 }));
      platform.chest(blockPlace(NEXT_CHUNK))[0] = bow(1);
      let ticks = 1;
      while (ticks < 40 && found().length === 0) ticks++;
      return ticks;
    });
    assert.deepEqual(tickEnds, [8, 4]);
  });

  it("a place that is not loaded any more is not looked at", () => {
    const { platform, found, presence } = start();
    platform.chest(blockPlace(NEXT_CHUNK))[0] = bow(1);
    assert.deepEqual(found(), [1]);
    platform.darken(blockPlace(NEXT_CHUNK));
    presence.forget(blockPlace(NEXT_CHUNK));
    assert.deepEqual(found(), []);
    platform.lighten(blockPlace(NEXT_CHUNK));
    assert.deepEqual(found(), [1]);
  });
});

function bow(id: number) {
  return fakeStack("bow", { tag: fakeId(id) });
}

function start(isSpent = () => false) {
  const platform = new FakePlatform();
  const presence = new Presence();
  const observer = new Observer({
    unprocessed: new UnprocessedItems(),
    platform,
    presence,
    newId: () => assert.fail("everything has an id"),
    clock: new GameClock(new HandClock()),
    afterLook: () => undefined,
    onDark: (place) => assert.fail(`${place} is not loaded`),
  });
  const nearbySearch = new NearbySearch(platform, observer, isSpent);
  const lookAt = (at: Location) => nearbySearch.lookAround([{ location: formatLocation(at), holderId: "" }]);
  const found = () => {
    lookAt(HERE);
    nearbySearch.finishTickEnd();
    return [1, 2, 3].filter((id) => presence.has(fakeId(id)));
  };
  return { platform, presence, found, lookAt };
}
