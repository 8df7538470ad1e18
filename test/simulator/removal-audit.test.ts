import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { emptyForgiven } from "../../simulator/scoring/forgiven.ts";
import { RemovalAudit } from "../../simulator/scoring/removal-audit.ts";
import type { Slots } from "../../simulator/world/slots.ts";
import type { Stack } from "../../simulator/world/stack.ts";
import { TinyTruth } from "./tiny-truth.ts";

/** Alex has had the sword for long; Bo gets a copy of it. */
function copied() {
  const tiny = new TinyTruth();
  const [alex, bo] = [tiny.player(1), tiny.player(2)];
  const sword = tiny.sword(alex);
  tiny.tick(() => tiny.report(sword, alex));
  let copy: Stack | undefined;
  tiny.tick(() => {
    copy = tiny.copy(sword, bo);
    return tiny.report(copy, bo);
  });
  return { tiny, alex, bo, sword, copy: copy! };
}

/** The policy errors of taking this copy. */
function errorsOfTaking(tiny: TinyTruth, stack: Stack, keepsOldest: boolean): number {
  const audit = new RemovalAudit(tiny.truth, keepsOldest, emptyForgiven(), () => undefined);
  audit.removed({ tick: tiny.truth.tick, stack, count: 1, data: new Uint8Array() });
  tiny.items.end(stack);
  audit.tickEnd();
  assert.equal(audit.counts.wrongful, 0);
  return audit.counts.policyErrors;
}

describe("the keep rule is held against what was reported", () => {
  for (const keepsOldest of [true, false]) {
    it(`with keep ${keepsOldest ? "oldest" : "unbroken"} the newcomer goes, and nothing else may`, () => {
      const right = copied();
      assert.equal(errorsOfTaking(right.tiny, right.copy, keepsOldest), 0);
      const wrong = copied();
      assert.equal(errorsOfTaking(wrong.tiny, wrong.sword, keepsOldest), 1);
    });
  }

  it("the original may stay, although looks since a crash have known the copy for longer", () => {
    const { tiny, sword, copy } = copied();
    const { lineage } = sword;
    lineage!.watch!.settled = new Set([copy]);
    assert.equal(errorsOfTaking(tiny, copy, false), 0);
  });

  it("on a network nobody was first when a crash put back both: on one server the one is that came to light first", () => {
    for (const answerTicks of [undefined, 80]) {
      const tiny = new TinyTruth(answerTicks === undefined ? {} : { answerTicks });
      const [alex, bo, chest] = [tiny.player(1), tiny.player(2), tiny.place("block", "block:world:0,0,0")];
      const sword = tiny.sword(alex);
      tiny.tick(() => tiny.report(sword, alex));
      const saved: Stack[] = [];
      tiny.truth.duplication("D19", "test", () => {
        for (const place of [bo, chest]) {
          const again = tiny.items.copy(sword);
          place.add(again);
          saved.push(again);
        }
        tiny.items.end(sword);
      });
      tiny.light(chest, false);
      tiny.tick(() => tiny.report(saved[0]!, bo));
      tiny.light(chest, true);
      tiny.tick(() => [chest]);
      assert.equal(errorsOfTaking(tiny, saved[0]!, false), answerTicks === undefined ? 1 : 0);
    }
  });

  it("whoever dropped it holds what lies there: with one holder either may stay", () => {
    for (const isOriginalTaken of [true, false]) {
      const tiny = new TinyTruth();
      const [alex, ground] = [tiny.player(1), tiny.place("ground", "ground:world:0,0")];
      const sword = tiny.sword(alex);
      tiny.tick(() => tiny.report(sword, alex));
      let lying: Stack | undefined;
      tiny.tick(() => {
        lying = tiny.copy(sword, ground);
        return tiny.report(sword, alex, ground);
      });
      assert.equal(errorsOfTaking(tiny, isOriginalTaken ? sword : lying!, true), 0);
    }
  });

  it("a clock that was set back tells nothing about who had it first", () => {
    const { tiny, sword } = copied();
    tiny.truth.clockSetBackTick = tiny.truth.tick;
    assert.equal(errorsOfTaking(tiny, sword, true), 0);
  });

  it("what the rule named when it was proven may stay, although it changed hands since", () => {
    const { tiny, alex, bo, sword, copy } = copied();
    const cleo: Slots = tiny.player(3);
    const audit = new RemovalAudit(tiny.truth, true, emptyForgiven(), () => undefined);
    audit.isRemoving = true;
    audit.proven(sword.lineage!);
    tiny.tick(() => {
      tiny.move(sword, cleo);
      tiny.move(copy, alex);
      return [...tiny.report(sword, cleo, alex), ...tiny.report(copy, alex, bo)];
    });
    audit.removed({ tick: tiny.truth.tick, stack: copy, count: 1, data: new Uint8Array() });
    tiny.items.end(copy);
    audit.tickEnd();
    assert.equal(audit.counts.policyErrors, 0);
  });
});

it("what is left with one account on two servers is one record, and nothing to take", () => {
  const { tiny, sword, copy } = copied();
  const again = tiny.place("player", "player:00000000-0000-4000-8000-000000000001", "survival");
  tiny.copy(sword, again);
  tiny.tick();
  const forgiven = emptyForgiven();
  const audit = new RemovalAudit(tiny.truth, false, forgiven, () => undefined);
  audit.isRemoving = true;
  audit.proven(sword.lineage!);
  audit.removed({ tick: tiny.truth.tick, stack: copy, count: 1, data: new Uint8Array() });
  tiny.items.end(copy);
  for (let tick = 0; tick < 200; tick++) {
    tiny.tick();
    audit.tickEnd();
  }
  assert.equal(audit.counts.incomplete, 0);
  assert.equal(forgiven["one record"], 1);
});
