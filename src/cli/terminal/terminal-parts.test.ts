import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { describe, it } from "node:test";
import { UsageError } from "../cli-errors.ts";
import { inert, paintFor } from "./colours.ts";
import { barText, ProgressBar } from "./progress-bar.ts";
import { bytes, table } from "./table.ts";
import { ago, readDuration, readMoment, readSince } from "./times.ts";

const plain = (_: unknown, text: string): string => text;

describe("times at the terminal", () => {
  it("lengths of time have a unit, and nothing else is taken for one", () => {
    assert.equal(readDuration("90d"), 90 * 86_400_000);
    assert.equal(readDuration("2w"), 14 * 86_400_000);
    for (const wrong of ["", "0d", "-1d", "90", "d", "1.5h", "90 d", "1y"])
      assert.throws(() => readDuration(wrong), UsageError);
  });

  it("a time to look back to is a length of time or a date", () => {
    assert.equal(readSince("1h", 10_000_000), 10_000_000 - 3_600_000);
    assert.equal(readSince("2026-01-02T00:00:00Z", 0), Date.UTC(2026, 0, 2));
    for (const wrong of ["2026", "yesterday", "2026-13-01"]) assert.throws(() => readMoment(wrong), UsageError);
  });

  it("how long ago", () => {
    assert.deepEqual(
      [500, 5000, 300_000, 7_200_000, 86_400_000, 200_000_000].map((ms) => ago(0, ms)),
      ["just now", "5 s ago", "5 min ago", "2 h ago", "1 day ago", "2 days ago"],
    );
  });
});

describe("what a terminal shows", () => {
  it("is painted only where that is wanted", () => {
    const red = "\u001b[31mx\u001b[0m";
    assert.equal(paintFor({ isTTY: true }, {})("red", "x"), red);
    assert.equal(paintFor({ isTTY: true }, { NO_COLOR: "1" })("red", "x"), "x");
    assert.equal(paintFor({ isTTY: true }, { TERM: "dumb" })("red", "x"), "x");
    assert.equal(paintFor({}, {})("red", "x"), "x");
    assert.equal(paintFor({}, { FORCE_COLOR: "1" })("red", "x"), red);
    assert.equal(paintFor({}, { FORCE_COLOR: "1", NO_COLOR: "1" })("red", "x"), "x");
  });

  it("cannot be steered by a name", () => {
    assert.equal(inert("a\u001b[2Jb\r\nc\u202ed"), "a?[2Jb??c?d");
  });

  it("a table has the columns that are not left out", () => {
    const columns = [["name", (n: number) => `e\u0007vil ${n}`], false, ["n", String]] as const;
    assert.deepEqual(table([1, 10], columns, plain), ["name      n", "e?vil 1   1", "e?vil 10  10"]);
  });

  it("sizes have a unit", () => {
    assert.deepEqual([0, 1023, 1536, 34_812_723, 5e12].map(bytes), [
      "0 bytes",
      "1023 bytes",
      "1.5 KB",
      "33.2 MB",
      "4.5 TB",
    ]);
  });

  it("a progress bar is drawn on a terminal, taken away at the end, and not drawn anywhere else", () => {
    assert.equal(barText("rows", 50, 200), `rows  ${"█".repeat(7)}${"░".repeat(21)}  25%  50 of 200`);
    assert.equal(barText("rows", 5, 0), "rows  5");
    const drawn = (isTTY: boolean): string => {
      const to = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY });
      const bar = new ProgressBar(to);
      bar.show("rows", 1, 2);
      bar.end();
      return (to.read() as string | null) ?? "";
    };
    assert.match(drawn(true), /rows .* 50% /);
    assert.ok(drawn(true).endsWith("\r\u001b[2K"));
    assert.equal(drawn(false), "");
  });
});
