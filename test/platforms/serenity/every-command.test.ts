import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { usageOf } from "../../../src/core/commands/read-arguments.ts";
import { ROOTS } from "../../../src/core/commands/roots.ts";
import { type Permission, withoutColours } from "../../../src/index.ts";
import type { BedrockClient } from "./support/bedrock-client.ts";
import { GuardedServer, idOf } from "./support/guarded-server.ts";
import { inv, place, take } from "./support/inventory-acts.ts";
import { until } from "./support/wait.ts";

// Every command, typed by real clients: one that has the permission for it, and three that do not.

const CONFIG = "auto-remove-duplicates: false\nbalance:\n  materials:\n    EMERALD: 1000\n";

let server: GuardedServer;
let admin: BedrockClient;
let watcher: BedrockClient;
let tester: BedrockClient;
let guest: BedrockClient;
let cheat: BedrockClient;
/** Of the sword that the cheat has twice: case 1. */
let id: string;

before(async () => {
  server = await GuardedServer.start({ config: CONFIG });
  admin = await server.join("Admin", "doubletake.admin");
  watcher = await server.join("Watcher", "doubletake.alerts");
  tester = await server.join("Tester", "doubletake.test");
  guest = await server.join("Guest");
  cheat = await server.join("Cheat");
  cheat.movement.warpTo({ x: 9.5, y: 1, z: 9.5 });
  server.world.give("Cheat", "diamond_sword", { slot: 0 });
  server.world.give("Cheat", "dirt", { slot: 1 });
  await cheat.acts.take(1, inv(0), inv(2));
  id = await until("the id", () => idOf(cheat.items.inventory[2]));
  await cheat.acts.request(place(1, inv(1), inv(2)), take(1, inv(2), inv(5)));
  await until("the case", () => server.serious.length > 0);
});

after(async () => {
  await server?.discard();
});

interface Entry {
  /** What follows the command's name. */
  readonly words?: () => string;
  readonly answer: () => RegExp;
  /** What else has to be true then. */
  readonly follows?: () => unknown;
}

const swordsOf = (client: BedrockClient) => client.items.inventory.filter((item) => item?.name === "diamond_sword");

/** In the order in which they are typed: what one does, the next ones show. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  "doubletake cases": { answer: () => /1 Duplicated item · Cheat · Diamond Sword · open/ },
  "doubletake case": {
    words: () => "1",
    answer: () => /Case 1: Duplicated item \(critical\).*inventory of Cheat, 2 copies default:9,1,9/,
  },
  "doubletake tp": {
    words: () => "1 1",
    answer: () => /You are at place 1 of case 1: default:9,1,9/,
    follows: () => admin.movement.arriveAt({ x: 9, y: 1, z: 9 }),
  },
  "doubletake balance": { words: () => "Cheat", answer: () => /Ledger of Cheat: Emerald: 0/ },
  "doubletake find": {
    words: () => id.slice(0, 8),
    answer: () => new RegExp(`Diamond Sword \\(${id}\\).*inventory of Cheat`),
  },
  "doubletake history": {
    words: () => `${id} 1`,
    answer: () => /History of Diamond Sword.*Cheat: clicked in the inventory/,
  },
  "doubletake at": {
    words: () => "9 1 9 default",
    answer: () =>
      new RegExp(`moved at default:9,1,9.*Cheat: clicked in the inventory, Diamond Sword ${id.slice(0, 8)}`),
  },
  "doubletake items": {
    words: () => "cheat",
    answer: () => new RegExp(`Items that Cheat has handled.*${id.slice(0, 8)}`),
  },
  "doubletake inspect": { words: () => "Cheat", answer: () => /inventory\/2.*inventory\/5/ },
  "doubletake scan": { words: () => "Cheat", answer: () => /Scanned Cheat: 1 tracked item\./ },
  "doubletake remove": {
    words: () => "1",
    answer: () => /Case 1: extra copies of 1 item go into quarantine/,
    follows: () => until("one sword", () => swordsOf(cheat).length === 1),
  },
  "doubletake restore": {
    words: () => "1 Admin",
    answer: () => /1 item goes back to Admin now/,
    follows: () => until("the sword given to Admin", () => swordsOf(admin).length === 1),
  },
  "doubletake reissue": {
    answer: () => /Diamond Sword has the fresh id [0-9a-f-]{36}/,
    follows: () => assert.notEqual(idOf(admin.items.held), id),
  },
  "doubletake confirm": { words: () => "1", answer: () => /Case 1 is confirmed/ },
  "doubletake dismiss": { words: () => "1", answer: () => /Case 1 is dismissed/ },
  "doubletake reopen": { words: () => "1 I was wrong", answer: () => /Case 1 is open again/ },
  "doubletake record": { words: () => "Cheat", answer: () => /Cases with Cheat: 1.*Items taken: 1, given back: 1/ },
  "doubletake restore-since": { words: () => "2h dry-run", answer: () => /Nothing that was taken since then/ },
  "doubletake removal": { answer: () => /Removal: off: config.yml says so/ },
  "doubletake retire": {
    words: () => "skyblock",
    answer: () => /skyblock is running, or is not a server of this network/,
  },
  "doubletake reload": { answer: () => /The texts and config.yml were read again/ },
  "doubletake status": { answer: () => /Doubletake \d+\.\d+\.\d+ on serenity 0\.8\.\d+.*Store: sqlite, works/ },
  "doubletake notify": { words: () => "test generic", answer: () => /generic is not enabled/ },
  "doubletake notices": { words: () => "off", answer: () => /no longer told/ },
  "doubletake help": { answer: () => /commands that you may use/ },
  "dttest give": {
    words: () => "bow",
    answer: () => /You got Bow with the id/,
    follows: () => until("the bow in the hand", () => tester.items.held?.name === "bow"),
  },
  "dttest uuid": { answer: () => /Bow has the id.*Tester: given by the server/ },
  "dttest history": { words: () => "1", answer: () => /History of Bow.*Tester: given by the server/ },
};

const handlers = ROOTS.flatMap((root) => root.subcommands.map((handler) => ({ root, handler })));
const keyOf = ({ root, handler }: (typeof handlers)[number]) => `${root.name} ${handler.name}`;

test("case numbers, ids and players are completed as they are now, for those who may know them", async () => {
  await server.leave(await server.join("Gone"));
  const words = (list: string) => admin.chat.wordsOf(`doubletake_${list}`) ?? [];
  await until("the case", () => words("case_n").includes("1") && words("confirm_n").includes("1"));
  await until("its item", () => words("find_id").includes(id));
  await until("players, online or not", () => ["Cheat", "Gone"].every((name) => words("items_player").includes(name)));
  // Who may not use these commands is told nothing of them.
  assert.deepEqual(watcher.chat.wordsOf("doubletake_case_n"), ["n"]);
});

test("there is no command that is not tried here", () => {
  assert.deepEqual(Object.keys(ENTRIES).sort(), handlers.map(keyOf).sort());
});

for (const [key, { words = () => "", answer, follows }] of Object.entries(ENTRIES)) {
  const found = handlers.find((candidate) => keyOf(candidate) === key);
  test(`/${key} is for those who may`, async () => {
    const { root, handler } = found!;
    const permitted = [handler.permission, ...(handler.alsoFor ?? [])];
    const line = `/${key} ${words()}`.trim();
    const isPermitted = ({ permission }: Holder) => permission !== undefined && permitted.includes(permission);
    // Those who may not come first: if it did something for them all the same, the answer below would be another one.
    const refusals = holders()
      .filter((holder) => !isPermitted(holder))
      .map(({ client }) => typed(client, line));
    for (const refusal of await Promise.all(refusals)) assert.match(refusal, REFUSED);
    for (const { client } of holders().filter(isPermitted)) {
      if (handler.parameters.some(({ isOptional }) => !isOptional)) {
        assert.ok((await typed(client, `/${key}`)).includes(`Usage: ${usageOf(root.name, handler)}`));
      }
      assert.match(await typed(client, line), answer());
    }
    await follows?.();
  });
}

test("everybody is shown, and so can complete, the commands that they may use and no other", async () => {
  for (const { client, permission } of holders()) {
    const allowed = handlers.filter(({ handler }) => {
      return [handler.permission, ...(handler.alsoFor ?? [])].some((needed) => needed === permission);
    });
    const shown = () => ROOTS.flatMap(({ name }) => client.chat.subcommands(name).map((word) => `${name} ${word}`));
    const expected = allowed.map(keyOf);
    await until(`${client.name}'s commands`, () => shown().length === expected.length);
    assert.deepEqual(shown(), expected, client.name);
    assert.equal(client.chat.commands.includes("dttest"), permission === "doubletake.test");
    assert.equal(client.chat.commands.includes("doubletake"), permission !== undefined);
  }
});

const REFUSED = /You may not use this command|permission/;

interface Holder {
  readonly client: BedrockClient;
  readonly permission: Permission | undefined;
}

const holders = (): Holder[] => [
  { client: admin, permission: "doubletake.admin" },
  { client: watcher, permission: "doubletake.alerts" },
  { client: tester, permission: "doubletake.test" },
  { client: guest, permission: undefined },
];

/** The answer in one line, without colours. */
async function typed(client: BedrockClient, line: string): Promise<string> {
  return (await client.chat.run(line)).map(withoutColours).join(" ");
}
