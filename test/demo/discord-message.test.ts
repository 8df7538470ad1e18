import assert from "node:assert/strict";
import { test } from "node:test";
import { discordLines } from "../../scripts/demo/discord-message.ts";

test("a message is shown as Discord shows it: the headline, then the embed behind its bar, without backslashes", () => {
  const lines = discordLines({
    content: "A duplicated item was detected",
    embeds: [
      {
        title: "Item duplication alert",
        color: 16711680,
        fields: [{ name: "Locations", value: "world: 1,64,-2\nold\\_world: 3,64,4" }],
        footer: { text: "DIAMOND\\_SWORD · CRITICAL · case 12" },
      },
    ],
  });
  assert.deepEqual(
    lines.map(({ text, bar }) => [bar, text]),
    [
      [undefined, "A duplicated item was detected"],
      [16711680, "Item duplication alert"],
      [16711680, "Locations"],
      [16711680, "world: 1,64,-2"],
      [16711680, "old_world: 3,64,4"],
      [16711680, "DIAMOND_SWORD · CRITICAL · case 12"],
    ],
  );
});
