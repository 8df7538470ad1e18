import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Dispute, DisputeStep } from "../../model/network-questions.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import { nextChange, type OwnLook, type OwnTiming, SHUT_IN } from "./dispute-steps.ts";

const seen = (place: string): SeenCopy => ({
  itemId: "x",
  place,
  slot: "0",
  location: "world:1,2,3",
  holderId: "p",
  holderName: "P",
  count: 1,
  seenMs: 1,
});
const MINE = seen("block:world:1,2,3");
const HELD: OwnLook = { kind: "held", token: "7", seen: MINE };
const IN_TIME: OwnTiming = { hasGracePassed: true, isFresh: true };

function dispute(step: DisputeStep, token = "7"): Dispute {
  return {
    number: 1,
    version: 1,
    itemId: "x",
    material: "sword",
    step,
    finder: { server: "b", epoch: 1, token, seen: MINE },
    holder: { server: "a", epoch: 1, token: step === "opened" ? "" : token, seen: MINE },
    custodyVersion: 1,
    keeper: "",
    caseNumber: 0,
    ageMs: 0,
  };
}

const asFinder = (step: DisputeStep, look: OwnLook = HELD, timing = IN_TIME, token = "7") =>
  nextChange(dispute(step, token), "finder", look, timing);
const asHolder = (step: DisputeStep, look: OwnLook = HELD, timing = IN_TIME, token = "7") =>
  nextChange(dispute(step, token), "holder", look, timing);

describe("the steps of a dispute", () => {
  it("go from look to look: holder, finder, holder after the grace, finder", () => {
    assert.equal(asFinder("opened"), undefined);
    assert.equal(asHolder("opened")?.step, "held");
    assert.equal(asHolder("held"), undefined);
    assert.equal(asFinder("held")?.step, "seen-again");
    assert.equal(asHolder("seen-again", HELD, { hasGracePassed: false, isFresh: true }), undefined);
    assert.equal(asHolder("seen-again")?.step, "held-again");
    assert.deepEqual(asFinder("held-again"), { step: "proven", token: "7", seen: MINE, keeper: "holder" });
  });

  it("start over when a copy was away in between, on either side", () => {
    assert.equal(asFinder("held", HELD, IN_TIME, "6")?.step, "opened");
    assert.equal(asFinder("held-again", HELD, IN_TIME, "6")?.step, "opened");
    assert.equal(asHolder("seen-again", HELD, IN_TIME, "6")?.step, "held");
  });

  it("say where the copy went that was a player's, once: the finder may wait because the same player shows the other", () => {
    const alex = seen("player:alex");
    for (const step of ["held", "held-again"] as const) {
      const known = { ...dispute(step), holder: { server: "a", epoch: 1, token: "7", seen: alex } };
      assert.deepEqual(nextChange(known, "holder", HELD, IN_TIME), { step, token: "7", seen: MINE });
      assert.equal(nextChange(known, "holder", { ...HELD, seen: alex }, IN_TIME), undefined);
      assert.equal(asHolder(step, { ...HELD, seen: alex }), undefined, "what goes to and fro is said once");
      const inEnderChest = nextChange(known, "holder", { ...HELD, seen: seen("ender:alex") }, IN_TIME);
      assert.equal(inEnderChest, undefined, "the finder's is in a chest, and waits for nothing");
    }
  });

  it("end with a move when the holder does not have it, and with nothing when the finder does not", () => {
    for (const step of ["opened", "held", "seen-again", "dark"] as const) {
      assert.deepEqual(asHolder(step, { kind: "gone" }), { step: "gone", moveCustody: true });
      assert.equal(asFinder(step, { kind: "gone" })?.step, "withdrawn");
    }
    assert.equal(asFinder("proven", { kind: "gone" })?.step, "settled");
  });

  it("take nothing away once the copy that was to stay is used up", () => {
    assert.deepEqual(asHolder("proven", { kind: "gone" }), { step: "settled", moveCustody: true });
    assert.equal(asHolder("proven"), undefined);
    assert.equal(asHolder("proven", { kind: "dark", seen: MINE }), undefined);
  });

  it("wait for a dark place, and say what it held", () => {
    assert.deepEqual(asHolder("opened", { kind: "dark", seen: MINE }), {
      step: "dark",
      token: SHUT_IN,
      seen: MINE,
    });
    assert.deepEqual(asHolder("held", { kind: "dark" }), { step: "dark", token: "" });
    assert.equal(asHolder("dark", { kind: "dark", seen: MINE }), undefined);
    assert.equal(asHolder("dark")?.step, "held");
    assert.equal(asHolder("opened", { kind: "unknown" }), undefined);
  });

  it("end with a move when the finder saw the holder's player bring it, and that player is not with the holder", () => {
    const brought = { ...HELD, broughtFrom: "player:p" };
    assert.deepEqual(asFinder("dark", brought), { step: "gone", moveCustody: true, custodyAt: "player:p" });
    assert.equal(asFinder("dark"), undefined, "who put it there is not known");
    assert.equal(asFinder("opened", brought), undefined, "the holder may have it as well");
    assert.equal(asFinder("held", brought)?.step, "seen-again");
  });

  it("ask once more when the holder's answer is old", () => {
    assert.equal(asFinder("held-again", HELD, { hasGracePassed: true, isFresh: false })?.step, "seen-again");
  });
});
