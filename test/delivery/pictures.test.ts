import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { drawPictures } from "./support/draw-pictures.ts";

/** `DRAW_PICTURES=1 node --test test/delivery/pictures.test.ts` draws them anew. */
const DRAW = process.env.DRAW_PICTURES === "1";

for (const [channel, svg] of drawPictures()) {
  const file = join(import.meta.dirname, "../../docs/channels", `${channel}.svg`);
  if (DRAW) writeFileSync(file, svg);

  test(`the picture of ${channel} in the docs shows what is sent`, () => {
    assert.equal(
      readFileSync(file, "utf8"),
      svg,
      "draw it anew: DRAW_PICTURES=1 node --test test/delivery/pictures.test.ts",
    );
  });
}
