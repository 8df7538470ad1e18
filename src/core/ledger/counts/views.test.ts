import assert from "node:assert/strict";
import { test } from "node:test";
import { Views } from "./views.ts";

const WINDOW = "window:00000000-0000-4000-8000-00000000a11c";

test("of what a place shows and does not have, nothing has left when it shows less", () => {
  const views = new Views();
  assert.equal(views.realDecrease(WINDOW, 0, 10, 4), 6);
  views.show(WINDOW, 0, 7, 1);
  assert.equal(views.realDecrease(WINDOW, 0, 10, 8), 2, "what was put in leaves first");
  assert.equal(views.realDecrease(WINDOW, 0, 8, 2), 1);
  assert.equal(views.realDecrease(WINDOW, 0, 2, 0), 0);
});

test("what a place shows may really be there again, or be forgotten with it", () => {
  const views = new Views();
  views.show(WINDOW, 0, 5, 1);
  assert.equal(views.hide(WINDOW, 0, 3), 3);
  assert.equal(views.hide(WINDOW, 0, 3), 2);
  views.show(WINDOW, 0, 5, 1);
  views.forget(WINDOW);
  assert.equal(views.realDecrease(WINDOW, 0, 5, 0), 5);
});
