import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withoutColours } from "../../../src/index.ts";
import type { BedrockClient } from "./support/bedrock-client.ts";
import { GuardedServer, idOf } from "./support/guarded-server.ts";
import { until } from "./support/wait.ts";

let server: GuardedServer;
let tester: BedrockClient;
let watcher: BedrockClient;
let guest: BedrockClient;

before(async () => {
  server = await GuardedServer.start();
  tester = await server.join("Tester", "doubletake.test");
  watcher = await server.join("Watcher", "doubletake.alerts");
  guest = await server.join("Guest");
});

after(async () => {
  await server?.discard();
});

const answer = async (client: BedrockClient, line: string) => (await client.chat.run(line)).map(withoutColours);

test("give puts a fresh tagged item into the hand; the watcher is told, and nobody else", async () => {
  const lines = await answer(tester, "/dttest give");
  const held = await until("the sword", () =>
    tester.items.held?.name === "diamond_sword" ? tester.items.held : undefined,
  );
  assert.match(lines.join("\n"), new RegExp(`Diamond Sword.*${idOf(held)}`));
  await watcher.chat.waitFor(/Diamond Sword of Tester got an id/);
  // The client has the key, and shows it in its own language.
  assert.ok(watcher.chat.keys.includes("item.diamond_sword.name"));
  assert.ok(!guest.chat.lines.some((line) => line.includes("got an id")));
});

test("an id shows nothing to players: it adds neither a name nor lore to the item", () => {
  const { nbt } = tester.items.held!;
  // The other two are what Serenity itself writes into every tool.
  assert.deepEqual(Object.keys(nbt).sort(), ["Damage", "Unbreakable", "doubletake:id"]);
});

test("uuid and history say what the store says", async () => {
  const id = idOf(tester.items.held)!;
  assert.deepEqual(await server.history(id), [`Tester GIVE default:${position("Tester")}`]);
  const uuid = await answer(tester, "/dttest uuid");
  assert.match(uuid[0] ?? "", new RegExp(id));
  assert.match(uuid.slice(1).join("\n"), /Tester: given by the server default:/);
  await tester.acts.take(1, ["hotbar_and_inventory", 0], ["hotbar_and_inventory", 1]);
  tester.acts.select(1);
  await until("the sword in the next slot", () => idOf(tester.items.held) === id);
  const history = await answer(tester, "/dttest history 1");
  assert.equal(history.length, 2, history.join("\n"));
  assert.match(history[1] ?? "", /clicked in the inventory/);
  assert.match((await answer(tester, "/dttest history")).join(), /clicked in the inventory.*given by the server/);
});

test("subcommands and arguments are completed, for those who may use them", async () => {
  await until("the command", () => tester.chat.commands.includes("dttest"));
  assert.equal(tester.chat.completions("dttest").length, 3);
  for (const name of ["uuid", "history", "give"]) assert.deepEqual(tester.chat.wordsOf(`dttest_${name}`), [name]);
  assert.equal(tester.chat.completions("dttest")[1]?.[1], "limit?");
  assert.ok(!guest.chat.commands.includes("dttest") && !guest.chat.commands.includes("doubletake"));
  assert.ok(!watcher.chat.commands.includes("dttest"));
});

test("a player without the permission cannot run them; bad input gets the usage", async () => {
  assert.match((await answer(guest, "/dttest uuid")).join(), /permission/);
  assert.match((await answer(tester, "/dttest")).join(), /\/dttest uuid\|history\|give/);
  assert.match((await answer(tester, "/dttest history many")).join(), /\/dttest history \[limit\]/);
  assert.match((await answer(tester, "/dttest nonsense")).join(), /\/dttest uuid\|history\|give/);
});

test("operators may do everything, and the console answers in the log", async () => {
  server.world.setOperator("Guest");
  await until("an operator's commands", () => guest.chat.commands.includes("dttest"));
  assert.match((await answer(guest, "/dttest uuid")).join(), /hold|hand/i);
  await server.world.dimension.executeCommandAsync("dttest uuid");
  await until("the console's answer", () => server.harness.log.some((line) => line.includes("Only a player")));
});

test("what the server's own give and enchant commands do is recorded as that", async () => {
  guest.chat.send("/give @s bow");
  const bow = await until("a tagged bow", () => {
    const slot = guest.items.slotOf("bow");
    return idOf(guest.items.inventory[slot]) ? slot : undefined;
  });
  guest.acts.select(bow);
  const id = idOf(guest.items.inventory[bow])!;
  await server.ticks(4);
  guest.chat.send("/enchant @s infinity 1");
  await until("the enchanted bow's row", async () => (await server.history(id)).length === 2);
  assert.deepEqual(await server.history(id), [
    `Guest GIVE default:${position("Guest")}`,
    `Guest ENCHANT default:${position("Guest")}`,
  ]);
});

test("a form is shown and answered; who closes it or leaves has pressed no button", async () => {
  const { platform } = server.running.doubletake;
  const player = [...platform.players()].find(({ name }) => name === "Watcher")!;
  const show = () => platform.showForm!(player, { title: "Title", text: "Text", buttons: ["One", "Two"] });
  const pressed = show();
  const form = await watcher.forms.next();
  assert.deepEqual([form.content.title, form.content.content], ["Title", "Text"]);
  watcher.forms.answer(form, 1);
  assert.equal(await pressed, 1);
  const nonsense = show();
  watcher.forms.answer(await watcher.forms.next(), 17);
  assert.equal(await nonsense, undefined);
  const left = show();
  await watcher.forms.next();
  await server.leave(watcher);
  assert.equal(await left, undefined);
});

function position(name: string): string {
  const { x, y, z } = server.world.player(name).position;
  return [x, Math.round(y * 1000) / 1000, z].map(Math.floor).join(",");
}
