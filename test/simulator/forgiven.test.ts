import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import { FORGIVEN } from "../../simulator/scoring/forgiven.ts";
import { Scorer } from "../../simulator/scoring/scorer.ts";
import { forgivenAlerts } from "./forgiven/alerts.ts";
import { forgivenClaims } from "./forgiven/claims.ts";
import { forgivenRemovals } from "./forgiven/removals.ts";
import { tested } from "./forgiven/scene.ts";
import { TinyTruth } from "./tiny-truth.ts";

describe("what is forgiven, and what is not without its reason", () => {
  forgivenAlerts();
  forgivenClaims();
  forgivenRemovals();
  after(() => assert.deepEqual([...tested].sort(), Object.keys(FORGIVEN).sort(), "each has a test here"));
});

it("docs/detection.md lists them, with their reasons", () => {
  const page = readFileSync(new URL("../../docs/detection.md", import.meta.url), "utf8");
  for (const [name, reason] of Object.entries(FORGIVEN)) assert.ok(page.includes(`| ${name} | ${reason} |`), name);
});

it("cutting a stack of boxes takes nothing out of them", () => {
  const tiny = new TinyTruth();
  const scorer = new Scorer(tiny.truth, false);
  const box = tiny.box(tiny.player(1));
  const [inner] = box.inside!.stacks();
  tiny.tick();
  tiny.truth.duplication("D06", "test", () => tiny.items.recount(box, 2));
  tiny.tick();
  scorer.removed({ tick: tiny.truth.tick, stack: box, count: 1, data: new Uint8Array() });
  tiny.items.recount(box, 1);
  assert.equal(scorer.removals.counts.wrongful, 0, "the last of what is inside is still there");
  assert.deepEqual(
    [scorer.removals.shortened.has(box.lineage!), scorer.removals.shortened.has(inner!.lineage!)],
    [true, false],
  );
});
