import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseOptions } from "../../simulator/options.ts";

const MAIN = new URL("../../simulator/main.ts", import.meta.url).pathname;

function sim(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
}

const RESULT_FIELDS = [
  "totals",
  "forgiven",
  "recall",
  "recallByFamily",
  "dueByFamily",
  "misses",
  "hardFalseAlarms",
  "softFalseAlarms",
  "wrongfulRemovals",
  "incompleteRemovals",
  "policyErrors",
  "removals",
  "originalsForced",
  "originalsAvoidable",
  "heldBack",
  "lostEvidence",
  "latencyTicksP99",
  "score",
];

describe("npm run sim", () => {
  it("prints one JSON object on the last line, and the same one again", () => {
    const args = ["--preset", "anarchy", "--seed", "7", "--acts", "2000", "--detectors", "looker,oracle", "--json"];
    const first = sim(...args);
    assert.equal(first.status, 0, first.stderr);
    const report = JSON.parse(first.stdout.trimEnd().split("\n").at(-1)!) as Record<string, unknown>;
    assert.deepEqual(Object.keys(report), ["seed", "acts", "hash", "detectors"]);
    const detectors = report.detectors as Record<string, object>;
    assert.deepEqual(Object.keys(detectors), ["looker", "oracle"]);
    for (const result of Object.values(detectors)) assert.deepEqual(Object.keys(result), RESULT_FIELDS);
    assert.equal(sim(...args).stdout, first.stdout);
  });

  it("writes a page with charts", () => {
    const file = join(mkdtempSync(join(tmpdir(), "sim-")), "report.html");
    sim("--preset", "anarchy", "--acts", "1500", "--detectors", "oracle", "--html", file);
    const page = readFileSync(file, "utf8");
    assert.match(page, /Recall by family/);
    assert.equal(page.match(/<svg/g)?.length, 4);
    assert.doesNotMatch(page, /https?:\/\/|NaN|undefined/);
  });

  it("writes the event stream and the truth beside what it measures", () => {
    const folder = mkdtempSync(join(tmpdir(), "sim-"));
    const [stream, truth] = [join(folder, "stream.ndjson"), join(folder, "truth.ndjson")];
    const args = [
      "--preset",
      "anarchy",
      "--acts",
      "600",
      "--detectors",
      "oracle",
      "--stream",
      stream,
      "--truth",
      truth,
    ];
    const { status, stdout, stderr } = sim(...args);
    assert.equal(status, 0, stderr);
    for (const file of [stream, truth]) {
      const lines = readFileSync(file, "utf8").trimEnd().split("\n");
      assert.ok(lines.every((line) => typeof JSON.parse(line).kind === "string"));
      assert.ok(stdout.includes(`${file}: ${lines.length} lines, hash `));
    }
  });

  it("tells what happened to one id", () => {
    const first = sim("--preset", "calm", "--acts", "300", "--detectors", "rule", "--complaints", "1");
    const itemId = /[0-9a-f]{8}-0000-4000-8000-[0-9a-f]{12}/.exec(first.stdout)![0];
    const { stdout } = sim("--preset", "calm", "--acts", "300", "--detectors", "rule", "--trace", itemId);
    assert.match(stdout, /SAID {2}DUPLICATE_ITEM/);
    assert.match(stdout, /event (interaction|sighting)/);
  });

  it("answers bad input with what to write instead", () => {
    for (const [args, problem] of [
      [["--preset", "bsy"], /There is no preset "bsy"\. There are calm/],
      [["--preset", "network", "--full"], /a run of its own/],
      [["--seed", "-1"], /seed/],
      [["--acts", "many"], /--acts must be a whole number above 0/],
      [["--detectors", "rule,guess"], /There is no detector "guess"/],
      [["--keep", "both"], /--keep is "unbroken" or "oldest"/],
      [["--full", "--truth", "truth.ndjson"], /one preset, not a --full run/],
      [["--unknown"], /--unknown/],
    ] as const) {
      const parsed = parseOptions(args);
      assert.equal(parsed.kind, "problem", args.join(" "));
      assert.match(parsed.kind === "problem" ? parsed.problem : "", problem);
    }
    const { status, stdout, stderr } = sim("--preset", "bsy");
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /^There is no preset "bsy"\. .*\nTry --help\.\n$/);
    assert.match(sim("--help").stdout, /--preset NAME/);
  });

  it("refuses a full run that measures a family too little", () => {
    const { status, stderr } = sim("--full", "--acts", "2000", "--detectors", "oracle", "--json");
    assert.equal(status, 1);
    assert.match(stderr, /had fewer than 20 due events/);
  });
});
