import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ALEX, BO, CHEST, SWORD, SwordLooks } from "../../../testing/unpublished/judging/sword-looks.ts";
import type { PlaceKey } from "../../model/place.ts";

describe("the copy that was there first, when places go dark and come back", () => {
  it("is not the dark one for sure when a machine may have put the other where nobody had looked since the dark one moved", () => {
    for (const isPassedOver of [false, true]) {
      const looks = new SwordLooks();
      looks.tickEnd({ [ALEX]: true });
      looks.tickEnd({ [ALEX]: false, [BO]: true }, BO, ALEX);
      looks.presence.forget(BO);
      if (isPassedOver) looks.passOverEverything();
      const standing = (place: PlaceKey) => looks.first.standingOfDark(SWORD, BO, looks.first.doubtAbout(SWORD, place));
      assert.equal(standing(CHEST), isPassedOver ? "first" : "unknown");
      assert.equal(standing(ALEX), "first", "what players take is reported");
    }
  });

  it("is what it was when a place comes back from the dark", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [BO]: true });
    looks.tickEnd({ [ALEX]: true });
    looks.first.keepStanding(SWORD, ALEX, "later");
    assert.deepEqual(looks.places, [BO, ALEX]);
    looks.first.keepStanding(SWORD, ALEX, "first");
    assert.deepEqual(looks.places, [ALEX, BO]);
    looks.first.keepStanding(SWORD, BO, "unknown");
    assert.ok(!looks.first.isKnown(SWORD));
  });

  it("is what came back from the dark, also when a move of the other is reported in that very tick", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [BO]: true });
    looks.presence.set(ALEX, [SWORD], 0);
    looks.first.keepStanding(SWORD, ALEX, "first");
    looks.tickEnd({ [BO]: false, [CHEST]: true }, CHEST, BO);
    assert.deepEqual(looks.places, [ALEX, CHEST]);
    assert.ok(looks.first.isKnown(SWORD));
  });

  it("is not a copy that was a later one when its place went dark, however the first got where it is", () => {
    const looks = new SwordLooks();
    looks.tickEnd({ [ALEX]: true });
    looks.tickEnd({ [CHEST]: true, [ALEX]: false });
    looks.first.keepStanding(SWORD, BO, "later");
    looks.tickEnd({ [BO]: true });
    assert.deepEqual(looks.places, [CHEST, BO]);
    assert.ok(looks.first.isKnown(SWORD));
  });
});
