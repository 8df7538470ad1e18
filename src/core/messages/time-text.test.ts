import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { englishMessages } from "../../testing/unpublished/english-messages.ts";
import { NOON } from "../../testing/unpublished/hand-clock.ts";
import { agoText, exactTime, timeText } from "./time-text.ts";

const messages = englishMessages();
const ago = (passedMs: number) => agoText(messages, NOON - passedMs, NOON).rendered;

describe("a time in an answer", () => {
  it("says how long ago it was, in the largest unit that fits", () => {
    const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000] as const;
    assert.deepEqual(
      [ago(0), ago(second - 1), ago(second), ago(minute - 1)],
      ["just now", "just now", "1 s ago", "59 s ago"],
    );
    assert.deepEqual([ago(minute), ago(hour - 1)], ["1 min ago", "59 min ago"]);
    assert.deepEqual([ago(hour), ago(day - 1)], ["1 h ago", "23 h ago"]);
    assert.deepEqual([ago(day), ago(400 * day)], ["1 day ago", "400 days ago"]);
  });

  it("is just now when the clock was set back since", () => {
    assert.equal(ago(-86_400_000), "just now");
  });

  it("carries the exact time behind it, in the server's time zone", () => {
    const then = new Date(2026, 10, 15, 2, 27, 53).getTime();
    assert.equal(exactTime(then), "2026-11-15 02:27");
    assert.equal(timeText(messages, then, then + 200_000).rendered, "3 min ago (2026-11-15 02:27)");
  });
});
