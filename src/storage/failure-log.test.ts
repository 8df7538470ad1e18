import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RecordingLog } from "../testing/unpublished/recording-log.ts";
import { FailureLog } from "./failure-log.ts";

describe("FailureLog", () => {
  it("says one line a minute for each kind, with how often it was met meanwhile", () => {
    const lines = new RecordingLog();
    let now = 1_000_000;
    const log = new FailureLog(lines, { now: () => now });
    for (let n = 0; n < 5; n++) log.failure("full", "disk full");
    log.failure("locked", "file locked");
    now += 59_999;
    log.failure("full", "disk full");
    assert.deepEqual(lines.lines, ["error: disk full", "error: file locked"]);
    now += 1;
    log.failure("full", "disk full");
    assert.deepEqual(lines.lines.slice(2), ["error: disk full (met 5 more times since the last line)"]);
  });

  it("tells of a recovery once, and only after a failure that was told", () => {
    const lines = new RecordingLog();
    const log = new FailureLog(lines, { now: () => 0 });
    log.recovered("full", "works again");
    log.failure("full", "disk full");
    log.recovered("full", "works again");
    log.recovered("full", "works again");
    assert.deepEqual(lines.lines, ["error: disk full", "info: works again"]);
  });

  it("stays quiet when a failure comes and goes within the minute", () => {
    const lines = new RecordingLog();
    const log = new FailureLog(lines, { now: () => 0 });
    for (let n = 0; n < 10; n++) {
      log.failure("locked", "file locked");
      log.recovered("locked", "works again");
    }
    assert.deepEqual(lines.lines, ["error: file locked", "info: works again"]);
  });

  it("is not silenced by a clock that was set back", () => {
    const lines = new RecordingLog();
    let now = 10_000_000;
    const log = new FailureLog(lines, { now: () => now });
    log.failure("full", "disk full");
    now -= 5_000_000;
    log.failure("full", "disk full");
    assert.equal(lines.lines.length, 2);
  });
});
