import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { knownTexts } from "../../../src/core/messages/known-texts.ts";
import { withoutColours } from "../../../src/index.ts";
import type { BedrockClient } from "./support/bedrock-client.ts";
import type { ShownForm } from "./support/forms.ts";
import { GuardedServer, idOf } from "./support/guarded-server.ts";
import { inv, place, take } from "./support/inventory-acts.ts";
import { until } from "./support/wait.ts";

// Every form and every button of it, pressed by a real client.

/** More than one page of a list. */
const MANY = 9;

let server: GuardedServer;
let admin: BedrockClient;
let cheat: BedrockClient;
/** What was shown and pressed, by the keys of their texts. */
const seen = new Set<string>();

before(async () => {
  server = await GuardedServer.start();
  admin = await server.join("Admin", "doubletake.admin");
  cheat = await server.join("Cheat");
  cheat.movement.warpTo({ x: 9.5, y: 1, z: 9.5 });
  for (let slot = 20; slot < 20 + MANY; slot++) server.world.give("Cheat", "bow", { slot });
  await admin.chat.run("/doubletake scan Cheat");
  await duplicate(10);
});

after(async () => {
  await server?.discard();
});

test("a case: what was taken is given back, its item and its player are a button away", async () => {
  const { content } = await open();
  assert.equal(content.content, "1 case is open.");
  await press("case", /^Case 1: Diamond Sword of Cheat\nDuplicated item/, "case");
  const restored = await press("restore", /^Give back/, "case");
  assert.match(textOf(restored), /^1 item goes back to Cheat now\./);
  await until("both swords", () => swords().length === 2);
  assert.match(
    textOf(await press("history", /^History of [0-9a-f]{8}$/, "history")),
    /Cheat(§.)*: clicked in the inventory/,
  );
  await press("back", /^Back$/, "case");
  await press("items", /^Items of Cheat$/, "items");
  await press("more", /^More$/, "items");
  await press("back", /^Back$/, "items");
  assert.match(
    textOf(await press("item", /^Bow [0-9a-f]{8}\n/, "history")),
    /History of Bow.*\n.*Cheat(§.)*: (joined with it|seen by a scan)/,
  );
  await press("back", /^Back$/, "items");
  await press("back", /^Back$/, "case");
  await choose("teleport", /^Go to place 1\nCheat default:9,1,9$/);
  await admin.chat.waitFor(/You are at place 1 of case 1/);
  await admin.movement.arriveAt({ x: 9, y: 1, z: 9 });
});

test("verdicts: one case is confirmed, another dismissed, and none is open then", async () => {
  await open();
  await press("case", /^Case 1:/, "case");
  assert.match(textOf(await press("confirm", /^Confirm$/, "case")), /^Case 1 is confirmed\./);
  admin.forms.cancel(await admin.forms.next());
  await duplicate(14);
  await open();
  await press("case", /^Case 2:/, "case");
  const removed = await press("remove", /^Take the extra copies away$/, "case");
  assert.match(textOf(removed), /^Case 2: no extra copy is in sight now\./);
  assert.match(textOf(await press("dismiss", /^Dismiss$/, "case")), /^Case 2 is dismissed\./);
  assert.equal(textOf(await press("back", /^Back$/, "cases")), "No case is open.");
  admin.forms.cancel(await admin.forms.next());
});

test("a closed case is opened again", async () => {
  await open();
  await choose("closed-cases", /^Closed cases$/);
  assert.equal((await admin.forms.next()).content.title, "Closed cases");
  await press("case", /^Case 2:/, "case");
  assert.match(textOf(await press("reopen", /^Open it again$/, "case")), /^Case 2 is open again/);
  assert.match(textOf(await press("dismiss", /^Dismiss$/, "case")), /^Case 2 is dismissed\./);
  admin.forms.cancel(await admin.forms.next());
});

test("a player's items, and the item in one's own hand", async () => {
  server.world.give("Admin", "trident", { slot: 0 });
  await admin.chat.run("/doubletake scan Admin");
  await open();
  const history = await press("held-history", /^History of the Trident in my hand$/, "history");
  assert.match(textOf(history), /Admin: (joined with it|seen by a scan)/);
  await press("back", /^Back$/, "cases");
  await press("players", /^Items of a player$/, "players");
  await press("player", /^Cheat$/, "items");
  admin.forms.cancel(await admin.forms.next());
});

test("holders of another permission see what that one allows", async () => {
  const watcher = await server.join("Watcher", "doubletake.alerts");
  const tester = await server.join("Tester", "doubletake.test");
  watcher.chat.send("/doubletake");
  assert.equal(textOf(await shown("cases", watcher)), "What would you like to do?");
  assert.match(textOf(await press("notices-off", /^Do not tell me/, "cases", watcher)), /^You are no longer told/);
  assert.match(textOf(await press("notices-on", /^Tell me/, "cases", watcher)), /^You are told/);
  watcher.forms.cancel(await watcher.forms.next());
  tester.chat.send("/doubletake");
  await shown("cases", tester);
  assert.match(textOf(await press("give", /^Give me an item/, "cases", tester)), /^You got Diamond Sword/);
  tester.forms.cancel(await tester.forms.next());
});

test("there is no form and no button that was not tried here", () => {
  const keys = [...knownTexts().texts.keys()].filter((key) => /^forms\.(button\.|\w+\.title$)/.test(key));
  assert.deepEqual([...seen].sort(), keys.sort());
});

test("without the permission there are no forms, also when it is taken away while one is open", async () => {
  const guest = await server.join("Guest");
  assert.match((await guest.chat.run("/doubletake")).join(), /permission/);
  await open();
  server.world.player("Admin").removePermission("doubletake.admin");
  const before = admin.chat.lines.length;
  await choose("players", /^Items of a player$/);
  await admin.chat.waitFor(/You may not use this command/, before);
  for (const { forms } of [guest, admin]) assert.deepEqual(forms.open, []);
});

const swords = () => cheat.items.inventory.filter((item) => item?.name === "diamond_sword");

/** The cheat has a sword twice, by dirt placed onto it; the copy is taken. Four slots from this one on are empty before. */
async function duplicate(slot: number): Promise<void> {
  const cases = server.serious.length;
  const before = swords().length;
  server.world.give("Cheat", "diamond_sword", { slot });
  server.world.give("Cheat", "dirt", { slot: slot + 1 });
  await cheat.acts.take(1, inv(slot), inv(slot + 2));
  await until("its id", () => idOf(cheat.items.inventory[slot + 2]));
  await cheat.acts.request(place(1, inv(slot + 1), inv(slot + 2)), take(1, inv(slot + 2), inv(slot + 3)));
  await until("the case", () => server.serious.length > cases);
  await until("the copy taken", () => swords().length === before + 1);
}

/** `/doubletake` alone: the first form. */
async function open(): Promise<ShownForm> {
  admin.chat.send("/doubletake");
  return shown("cases");
}

/** Presses a button, which leads to another form. */
async function press(button: string, label: RegExp, form: string, client = admin): Promise<ShownForm> {
  await choose(button, label, client);
  return shown(form, client);
}

async function choose(button: string, label: RegExp, client = admin): Promise<void> {
  const form = await client.forms.next();
  const labels = (form.content.elements as { text: string }[]).map(({ text }) => withoutColours(text));
  const at = labels.findIndex((text) => label.test(text));
  assert.notEqual(at, -1, `${label} is not among ${JSON.stringify(labels)}`);
  seen.add(`forms.button.${button}`);
  client.forms.answer(form, at);
}

const TITLES: Readonly<Record<string, RegExp>> = {
  cases: /^Doubletake$/,
  case: /^Case \d+$/,
  history: /^History$/,
  items: /^Items of \w+$/,
  players: /^Players$/,
};

async function shown(form: string, client = admin): Promise<ShownForm> {
  const next = await client.forms.next();
  assert.match(withoutColours(next.content.title ?? ""), TITLES[form]!);
  seen.add(`forms.${form}.title`);
  return next;
}

function textOf({ content }: ShownForm): string {
  return withoutColours(String(content.content));
}
