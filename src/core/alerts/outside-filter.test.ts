import assert from "node:assert/strict";
import { test } from "node:test";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { sampleAlert } from "../../testing/unpublished/sample-alert.ts";
import type { ChannelName } from "../config/settings.ts";
import type { Alert } from "../model/alert.ts";
import { SEVERITIES, type Severity } from "../model/alert.ts";
import { OutsideFilter } from "./outside-filter.ts";

function filterWith({ min = "HIGH" as Severity, seconds = 30, channels = ["embed_chat", "generic"] as ChannelName[] }) {
  const clock = new HandClock();
  const passed: { alert: Alert; channels: readonly ChannelName[] }[] = [];
  const timers: { atMs: number; act: () => void }[] = [];
  const filter = new OutsideFilter({
    channels,
    minSeverity: min,
    rateLimitSeconds: seconds,
    clock,
    runLater(delayMs, act) {
      const timer = { atMs: clock.now() + delayMs, act };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
    pass: (alert, to) => passed.push({ alert, channels: to }),
  });
  /** Lets time pass, and the timers that are due ring. */
  function pass(ms: number): void {
    clock.pass(ms);
    for (const timer of timers.filter(({ atMs }) => atMs <= clock.now())) {
      timers.splice(timers.indexOf(timer), 1);
      timer.act();
    }
  }
  return { filter, passed, timers, pass };
}

test("only what reaches the severity leaves the game", () => {
  for (const min of SEVERITIES) {
    const { filter, passed } = filterWith({ min, seconds: 0 });
    for (const severity of SEVERITIES) filter.offer(sampleAlert({ severity }));
    assert.deepEqual(
      passed.map(({ alert }) => alert.severity),
      SEVERITIES.slice(SEVERITIES.indexOf(min)),
    );
    assert.deepEqual(
      SEVERITIES.filter((severity) => filter.isHeard(severity)),
      SEVERITIES.slice(SEVERITIES.indexOf(min)),
    );
  }
});

test("without a channel nothing is heard", () => {
  const { filter, passed } = filterWith({ channels: [] });
  filter.offer(sampleAlert());
  assert.equal(filter.isHeard("CRITICAL"), false);
  assert.deepEqual(passed, []);
});

test("every enabled channel gets the alert, once per player and item", () => {
  const { filter, passed } = filterWith({});
  filter.offer(sampleAlert());
  filter.offer(sampleAlert());
  filter.offer(sampleAlert({ player: "Steve" }));
  filter.offer(sampleAlert({ itemId: "another" }));
  assert.equal(passed.length, 3);
  for (const { channels } of passed) assert.deepEqual(channels, ["embed_chat", "generic"]);
});

test("alerts of the ledger have no item id: their material counts", () => {
  const { filter, passed } = filterWith({});
  const ledger = (material: string) => sampleAlert({ type: "BALANCE_DISCREPANCY", itemId: "", material });
  filter.offer(ledger("DIAMOND"));
  filter.offer(ledger("EMERALD"));
  filter.offer(ledger("DIAMOND"));
  assert.equal(passed.length, 2);
});

test("something more severe that was dropped is sent when the window ends, once, to every channel", () => {
  const { filter, passed, timers, pass } = filterWith({});
  const proven = sampleAlert({ severity: "CRITICAL" });
  filter.offer(sampleAlert({ severity: "HIGH" }));
  pass(10_000);
  filter.offer(proven);
  filter.offer(proven);
  assert.equal(timers.length, 1, "one timer, however much is dropped");
  pass(19_999);
  assert.equal(passed.length, 1);
  pass(1);
  assert.deepEqual(passed[1], { alert: proven, channels: ["embed_chat", "generic"] });
  pass(60_000);
  assert.equal(passed.length, 2);
});

test("an alert to one channel does not silence the others", () => {
  const { filter, passed } = filterWith({});
  filter.offer(sampleAlert(), "embed_chat");
  filter.offer(sampleAlert(), "embed_chat");
  filter.offer(sampleAlert());
  assert.deepEqual(
    passed.map(({ channels }) => channels),
    [["embed_chat"], ["generic"]],
  );
});

test("an alert to one channel that is off goes nowhere", () => {
  const { filter, passed } = filterWith({ channels: ["generic"] });
  filter.offer(sampleAlert(), "embed_chat");
  assert.deepEqual(passed, []);
});

test("at a stop what waits for its window is sent, and no timer stays", () => {
  const { filter, passed, timers } = filterWith({});
  filter.offer(sampleAlert({ severity: "HIGH" }));
  filter.offer(sampleAlert({ severity: "CRITICAL" }));
  filter.flush();
  assert.equal(passed.length, 2);
  assert.equal(timers.length, 0);
});
