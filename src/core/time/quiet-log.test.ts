import assert from "node:assert/strict";
import { it } from "node:test";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { quietLog } from "./quiet-log.ts";

it("says the same warning once a minute, and how often it kept quiet", () => {
  const [clock, lines] = [new HandClock(), new RecordingLog()];
  const log = quietLog(lines, clock);
  for (let second = 0; second < 60; second++) {
    log.warn("it cannot be read yet");
    clock.pass(1000);
  }
  assert.deepEqual(lines.lines, ["warn: it cannot be read yet"]);
  log.warn("it cannot be read yet");
  assert.equal(lines.lines.at(-1), "warn: it cannot be read yet (59 more since the last such line)");
});

it("keeps nothing else back: other lines, what was done, and anything once the clock was set back", () => {
  const [clock, lines] = [new HandClock(), new RecordingLog()];
  const log = quietLog(lines, clock);
  for (const item of ["one", "two"]) {
    log.warn(`took ${item}`);
    log.info("it works again");
    log.error("it fails");
  }
  clock.pass(-3_600_000);
  log.error("it fails");
  assert.deepEqual(lines.lines, [
    "warn: took one",
    "info: it works again",
    "error: it fails",
    "warn: took two",
    "info: it works again",
    "error: it fails (1 more since the last such line)",
  ]);
});
