import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { duplicatedSword, testStaff } from "../../testing/unpublished/test-staff.ts";
import { LANGUAGES } from "../config/settings.ts";
import { ACTIONS } from "../item-event.ts";
import { ALERT_TYPES, SEVERITIES } from "../model/alert.ts";
import { knownTexts } from "./known-texts.ts";
import { wordKey } from "./messages.ts";
import { builtInTexts } from "./messages-file.ts";

const CONSTANTS = [...Object.keys(ALERT_TYPES), ...SEVERITIES, ...Object.keys(ACTIONS), "DIAMOND_SWORD", "BOW"];
/** As words of their own: `case` and `scan` are subcommands, and a German sentence may begin with anything. */
const SHOWN = new RegExp(`(?<![A-Za-z_])(?:${CONSTANTS.join("|")})(?![A-Za-z_])`);

it("every type, severity and action has its word", () => {
  const wanted = [
    ...Object.keys(ALERT_TYPES).map((type) => wordKey("type", type)),
    ...SEVERITIES.map((severity) => wordKey("severity", severity)),
    ...Object.keys(ACTIONS).map((action) => wordKey("action", action)),
  ];
  const words = [...knownTexts().texts.keys()].filter((key) => key.startsWith("words."));
  assert.deepEqual(words.sort(), wanted.sort());
});

for (const language of LANGUAGES) {
  it(`players read no constant in ${language}: alerts, notices, answers and forms`, async () => {
    const texts = Object.fromEntries(builtInTexts(language));
    const team = await testStaff({ translation: { language, texts } });
    team.staff.slots[0] = fakeStack("bow");
    const { itemId, bo } = await duplicatedSword(team.game);
    const lines: string[] = [];
    for (const line of [
      "/dttest uuid",
      "/dt cases all",
      "/dt case 1",
      `/dt history ${itemId}`,
      "/dt items Alex",
      "/dt record Bo",
      `/dt find ${itemId}`,
      "/dt inspect Alex",
      "/dt restore 1",
      "/dt reissue",
    ]) {
      lines.push(...(await team.say(line)));
    }
    team.game.platform.answerForms("1", "1", () => "");
    await team.say("/dt");
    for (let form = 0; form < 3; form++) await settle();
    const forms = team.game.platform.shownForms.flatMap(({ title, text, buttons }) => [title, text, ...buttons]);
    for (const text of [...lines, ...team.staff.heard, ...bo.heard, ...forms]) assert.doesNotMatch(text, SHOWN, text);
    assert.ok(
      team.game.log.lines.some((line) => line.includes("DUPLICATE_ITEM")),
      "the console has them",
    );
  });
}
