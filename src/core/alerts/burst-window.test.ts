import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleAlert } from "../../testing/unpublished/sample-alert.ts";
import type { Severity } from "../model/alert.ts";
import { BurstWindow } from "./burst-window.ts";

const of = (severity: Severity, details = "") => sampleAlert({ severity, details });

test("a burst is one alert, and the next window lets the next one through", () => {
  const window = new BurstWindow(30_000);
  assert.equal(window.admits("a", of("HIGH"), 0), true);
  assert.equal(window.admits("a", of("HIGH"), 1), false);
  assert.equal(window.admits("a", of("HIGH"), 29_999), false);
  assert.equal(window.admits("a", of("HIGH"), 30_000), true);
});

test("another key has a window of its own", () => {
  const window = new BurstWindow(30_000);
  assert.equal(window.admits("a", of("HIGH"), 0), true);
  assert.equal(window.admits("b", of("HIGH"), 0), true);
});

test("what was dropped and is not more severe never comes", () => {
  const window = new BurstWindow(30_000);
  window.admits("a", of("HIGH"), 0);
  window.admits("a", of("HIGH"), 1);
  window.admits("a", of("LOW"), 2);
  assert.equal(window.nextDueMs, Number.POSITIVE_INFINITY);
  assert.deepEqual(window.release(60_000), []);
});

test("the first of the most severe that were dropped comes when the window ends, and opens the next", () => {
  const window = new BurstWindow(30_000);
  const critical = of("CRITICAL", "first");
  window.admits("a", of("MEDIUM"), 0);
  window.admits("a", of("HIGH"), 10);
  window.admits("a", critical, 20);
  window.admits("a", of("CRITICAL", "second"), 30);
  assert.equal(window.nextDueMs, 30_000);
  assert.deepEqual(window.release(29_999), []);
  assert.deepEqual(window.release(30_000), [critical]);
  assert.equal(window.admits("a", of("CRITICAL"), 30_001), false);
  assert.equal(window.nextDueMs, Number.POSITIVE_INFINITY);
  assert.equal(window.admits("a", of("LOW"), 60_000), true);
});

test("a held alert is not lost when the next one comes before anybody asked for it", () => {
  const window = new BurstWindow(30_000);
  const held = of("CRITICAL");
  window.admits("a", of("HIGH"), 0);
  window.admits("a", held, 10);
  assert.equal(window.admits("a", of("HIGH"), 31_000), false);
  assert.deepEqual(window.release(31_000), [held]);
});

test("a window of no length limits nothing", () => {
  const window = new BurstWindow(0);
  for (let i = 0; i < 3; i++) assert.equal(window.admits("a", of("HIGH"), 5), true);
  assert.equal(window.size, 0);
});

test("a clock that was set back does not keep windows open", () => {
  const window = new BurstWindow(30_000);
  window.admits("a", of("HIGH"), 1_000_000);
  assert.equal(window.admits("a", of("HIGH"), 0), true);
});

test("what has ended is forgotten", () => {
  const window = new BurstWindow(1000);
  for (let i = 0; i < 5000; i++) window.admits(`item ${i}`, of("HIGH"), i * 10);
  assert.ok(window.size <= 201, `${window.size} are remembered`);
});

test("a flood inside one window is bounded, and what is held comes out rather than being forgotten", () => {
  const window = new BurstWindow(1_000_000, 100);
  const held = of("CRITICAL");
  window.admits("first", of("LOW"), 0);
  window.admits("first", held, 0);
  for (let i = 0; i < 1000; i++) {
    assert.equal(window.admits(`item ${i}`, of("HIGH"), 1), true);
    assert.ok(window.size <= 100);
  }
  assert.deepEqual(window.release(1), [held]);
  assert.equal(window.admits("item 999", of("HIGH"), 2), false, "the newest are still remembered");
});

test("at a stop everything held comes out at once", () => {
  const window = new BurstWindow(30_000);
  const held = of("CRITICAL");
  window.admits("a", of("HIGH"), 0);
  window.admits("a", held, 1);
  assert.deepEqual(window.releaseAll(), [held]);
  assert.deepEqual(window.releaseAll(), []);
});
