import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FAMILIES } from "../../simulator/families/index.ts";
import { LOOK_ALIKES } from "../../simulator/look-alikes/index.ts";
import { resultOf } from "../../simulator/scoring/result.ts";
import { playOne } from "./small-world.ts";

describe("families of exploits", () => {
  for (const { id, title } of FAMILIES) {
    it(`${id} ${title}: copies something, and its twin does not`, async () => {
      const { report, parts } = await playOne(id, true);
      const families = new Set(parts.truth.events.map(({ family }) => family));
      assert.deepEqual([...families], [id]);
      assert.ok((report.tally.due[id] ?? report.tally.surplus[id] ?? 0) > 0, "none of its events was due");
      assert.deepEqual(report.complaints, [], "a careful detector lost points");

      const twin = await playOne(id, false);
      assert.deepEqual(twin.parts.truth.events, []);
      assert.deepEqual(twin.report.complaints, []);
    });
  }
});

describe("honest look-alikes", () => {
  for (const { id, title, hasUnannouncedTwin } of LOOK_ALIKES) {
    it(`${id} ${title}: nothing is copied, and a careful detector says nothing`, async () => {
      const { report, parts } = await playOne(id, false);
      assert.ok((parts.scenarioRunner.played.get(id) ?? 0) >= 3);
      assert.deepEqual(parts.truth.events, []);
      assert.equal(resultOf(report.tally).score, 100);
      assert.equal(parts.scorer.alarms.proven + parts.scorer.alarms.suspected, 0);
    });

    if (hasUnannouncedTwin) {
      it(`${id} unannounced is judged like anything else`, async () => {
        const { report, parts } = await playOne(id, true);
        if (id === "H13") assert.deepEqual(parts.truth.events, [], "what is really gone can be given again");
        else assert.ok(parts.truth.events.length > 0);
        assert.deepEqual(report.complaints, []);
      });
    }
  }

  it("the bare rule accuses most of them", async () => {
    let accused = 0;
    for (const { id } of LOOK_ALIKES.slice(0, 8)) {
      const { parts } = await playOne(id, false, { detector: "rule" });
      if (parts.scorer.alarms.hard > 0) accused++;
    }
    assert.ok(accused >= 7, `only ${accused} of 8`);
  });
});
