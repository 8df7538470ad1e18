import assert from "node:assert/strict";
import { test } from "node:test";
import { englishMessages } from "../testing/unpublished/english-messages.ts";
import { HandClock } from "../testing/unpublished/hand-clock.ts";
import { ChannelReport } from "./channel-report.ts";
import { consoleLine } from "./console-line.ts";

const BROKEN = { kind: "answered", status: 503 } as const;

function reportWithLines() {
  const clock = new HandClock();
  const lines: string[] = [];
  const report = new ChannelReport("embed_chat", "chat.example", clock, (notice) => {
    const { level, text } = consoleLine(englishMessages(), notice);
    lines.push(`${level}: ${text}`);
  });
  return { clock, lines, report };
}

test("a channel that works says nothing", () => {
  const { lines, report } = reportWithLines();
  report.noteDelivered(true);
  assert.deepEqual(lines, []);
});

test("a failing channel warns once a minute, counts what was lost, and says once that it works again", () => {
  const { clock, lines, report } = reportWithLines();
  for (let second = 0; second < 130; second++) {
    report.noteFailed(BROKEN);
    clock.pass(1000);
  }
  report.noteDelivered(true);
  report.noteDelivered(true);
  assert.deepEqual(lines, [
    "warn: Alerts do not reach embed_chat (chat.example): it answered with status 503. Since the last line: 1 alert given up.",
    "warn: Alerts do not reach embed_chat (chat.example): it answered with status 503. Since the last line: 60 alerts given up.",
    "warn: Alerts do not reach embed_chat (chat.example): it answered with status 503. Since the last line: 60 alerts given up.",
    "info: embed_chat (chat.example) works again. Since the last line: 9 alerts given up.",
  ]);
});

test("a failing channel is warned of each minute until it works again, also when nothing more is sent", () => {
  const { clock, lines, report } = reportWithLines();
  report.remind();
  assert.deepEqual(lines, []);
  report.noteFailed(BROKEN);
  for (let second = 0; second < 125; second++) {
    clock.pass(1000);
    report.remind();
  }
  assert.deepEqual(lines.slice(1), [
    "warn: Alerts do not reach embed_chat (chat.example): it answered with status 503.",
    "warn: Alerts do not reach embed_chat (chat.example): it answered with status 503.",
  ]);
  report.noteDelivered(true);
  clock.pass(120_000);
  report.remind();
  assert.equal(lines.at(-1), "info: embed_chat (chat.example) works again.");
});

test("what overflows is counted in the warning", () => {
  const { clock, lines, report } = reportWithLines();
  report.noteFailed(BROKEN);
  report.noteOverflow(400);
  report.noteOverflow(12);
  clock.pass(60_000);
  report.noteFailed(BROKEN);
  assert.match(lines[1]!, /1 alert given up, 412 alerts dropped because the queue was full\.$/);
});

test("a channel that is only slow says so, and is well again when its queue is empty", () => {
  const { lines, report } = reportWithLines();
  report.noteDelivered(false);
  report.noteOverflow(5);
  report.noteDelivered(false);
  assert.equal(lines.length, 1);
  report.noteDelivered(true);
  assert.deepEqual(lines, [
    "warn: Alerts come faster than embed_chat (chat.example) takes them. Since the last line: 5 alerts dropped because the queue was full.",
    "info: embed_chat (chat.example) works again.",
  ]);
});

test("a channel that comes and goes does not fill the console", () => {
  const { lines, report } = reportWithLines();
  for (let turn = 0; turn < 20; turn++) {
    report.noteFailed(BROKEN);
    report.noteDelivered(true);
  }
  assert.equal(lines.length, 2);
});

test("health tells what is known", () => {
  const { report } = reportWithLines();
  const counts = { waiting: 0, delivered: 0, lost: 0, overflowed: 0 };
  const who = { channel: "embed_chat", host: "chat.example" };
  assert.deepEqual(report.health(0), { ...who, ...counts, state: "untried" });
  report.noteFailed(BROKEN);
  report.noteOverflow(3);
  assert.deepEqual(report.health(4), {
    ...who,
    state: "failing",
    waiting: 4,
    delivered: 0,
    lost: 1,
    overflowed: 3,
    failure: BROKEN,
  });
  report.noteDelivered(true);
  assert.equal(report.health(0).state, "working");
  assert.equal(report.health(0).failure, undefined);
  report.noteTestFailed(BROKEN);
  assert.equal(report.health(0).state, "failing");
  assert.equal(report.health(0).lost, 1);
});

test("what a stop leaves behind is said", () => {
  const { lines, report } = reportWithLines();
  report.noteUnsentAtStop(0);
  report.noteUnsentAtStop(3);
  assert.deepEqual(lines, ["warn: 3 alerts could not be sent to embed_chat (chat.example) before the stop."]);
});
