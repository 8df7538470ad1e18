import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeId } from "../../testing/fake-id.ts";
import { fakeStack } from "../../testing/fake-item.ts";
import type { FormPress } from "../../testing/fake-platform.ts";
import type { FakeServiceOptions } from "../../testing/fake-service.ts";
import { settle } from "../../testing/settle.ts";
import { handStore } from "../../testing/stores/hand-store.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { join, play } from "../../testing/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../testing/test-staff.ts";
import type { Permission } from "../index.ts";

const KEEP_ALL = "auto-remove-duplicates: false";
const FIRST_FORM = "Doubletake";

/** Staff type `/doubletake`, and press these buttons, one a form. */
async function press(desk: TestStaff, ...buttons: FormPress[]) {
  const { platform } = desk.game;
  platform.answerForms(...buttons);
  const before = platform.shownForms.length;
  const heard = await desk.say("/doubletake");
  for (let form = 0; form < buttons.length; form++) await settle();
  return { forms: platform.shownForms.slice(before), last: platform.shownForms.at(-1)!, heard };
}

function allow({ staff }: TestStaff, ...permissions: Permission[]): void {
  staff.permissions.clear();
  for (const permission of permissions) staff.permissions.add(permission);
}

async function staffWithCase(options: FakeServiceOptions = {}) {
  const desk = await testStaff(options);
  return { desk, ...(await duplicatedSword(desk.game)) };
}

describe("/doubletake alone, in a game with forms", () => {
  it("opens the open cases, with the ways to an item and to a player", async () => {
    const { desk } = await staffWithCase();
    desk.game.clock.pass(120_000);
    desk.staff.slots[0] = fakeStack("bow", { tag: fakeId(90) });
    const { forms, heard } = await press(desk);
    assert.deepEqual(forms, [
      {
        title: FIRST_FORM,
        text: "1 case is open.",
        buttons: [
          "Case 1: Diamond Sword of Bo\nDuplicated item, 2 min ago",
          "Closed cases",
          "History of the Bow in my hand",
          "Items of a player",
          "Do not tell me about first ids",
          "Give me an item to try things with",
        ],
      },
    ]);
    assert.deepEqual(heard, []);
  });

  it("says so when no case is open", async () => {
    const desk = await testStaff();
    allow(desk, "doubletake.admin");
    const { last } = await press(desk);
    assert.equal(last.text, "No case is open.");
    assert.deepEqual(last.buttons, ["Closed cases", "Items of a player"]);
  });

  it("shows to holders of any permission what they may use, and nothing else", async () => {
    const desk = await testStaff();
    desk.staff.slots[0] = fakeStack("bow", { tag: fakeId(90) });
    allow(desk, "doubletake.alerts");
    const watcher = await press(desk, "Do not tell me", "Tell me");
    assert.deepEqual(
      watcher.forms.map(({ text, buttons }) => [text.split("\n")[0], buttons]),
      [
        ["What would you like to do?", ["Do not tell me about first ids"]],
        ["You are no longer told when items get their first id. Alerts still reach you.", ["Tell me about first ids"]],
        ["You are told when items get their first id.", ["Do not tell me about first ids"]],
      ],
    );
    allow(desk, "doubletake.test");
    const tester = await press(desk, "History of the Bow", "Back", "Give me");
    assert.deepEqual(tester.forms[0]?.buttons, ["History of the Bow in my hand", "Give me an item to try things with"]);
    assert.equal(tester.forms[1]?.title, "History");
    assert.match(tester.last.text, /^You got Diamond Sword with the id /);
  });

  it("lets nobody press what is no longer theirs", async () => {
    const { desk } = await staffWithCase();
    const { heard } = await press(desk, () => {
      allow(desk, "doubletake.alerts");
      return "Case 1";
    });
    assert.deepEqual(heard, ["You may not use this command."]);
  });

  it("turns the pages of many cases", async () => {
    const { desk } = await staffWithCase();
    const [record] = await desk.game.store.cases({}, { offset: 0, limit: 1 });
    for (let n = 0; n < 8; n++) await desk.game.store.saveCase({ ...record!, number: 0 });
    const { forms } = await press(desk, "More", "Back");
    assert.deepEqual(
      forms.map(({ buttons }) => buttons[0]?.split(":")[0]),
      ["Case 9", "Case 1", "Case 9"],
    );
  });

  it("is help for the console", async () => {
    const { say, console, game } = await testStaff();
    game.platform.answerForms();
    assert.match((await say("/doubletake", console))[0]!, /commands that you may use/);
    assert.deepEqual(game.platform.shownForms, []);
  });

  it("shows nothing to players without a permission", async () => {
    const { say, staff, game } = await testStaff();
    game.platform.answerForms();
    staff.permissions.clear();
    assert.deepEqual(await say("/doubletake"), ["You may not use this command."]);
    assert.deepEqual(game.platform.shownForms, []);
  });
});

describe("the form of a case", () => {
  it("shows what the command shows, with a button for everything that can be done", async () => {
    const { desk } = await staffWithCase();
    const { last } = await press(desk, "Case 1");
    assert.equal(last.title, "Case 1");
    assert.deepEqual(last.text.split("\n"), (await desk.say("/dt case 1")).slice(0, -1));
    assert.deepEqual(last.buttons, [
      "Confirm",
      "Dismiss",
      "Take the extra copies away",
      "Give back what was taken",
      "Go to place 1\nAlex world:10,64,10",
      "Go to place 2\nBo world:-20,70,3",
      "History of 00000000",
      "Items of Bo",
      "Items of Alex",
      "Back",
    ]);
  });

  it("confirms and dismisses, and shows the case as it is then", async () => {
    for (const [button, status] of [
      ["Confirm", "confirmed"],
      ["Dismiss", "dismissed"],
    ] as const) {
      const { desk } = await staffWithCase({ config: KEEP_ALL });
      const { last } = await press(desk, "Case 1", button);
      assert.equal(last.text.split("\n")[0], `Case 1 is ${status}.`);
      assert.ok(!last.buttons.includes("Confirm"));
      const record = await desk.game.store.caseByNumber(1);
      assert.deepEqual([record?.status, record?.acts[0]?.by], [status, "Staff"]);
    }
  });

  it("gives back what was taken, once", async () => {
    const { desk, bo } = await staffWithCase();
    const { last } = await press(desk, "Case 1", "Give back");
    assert.equal(last.text.split("\n")[0], "1 item goes back to Bo now.");
    assert.ok(!last.buttons.includes("Give back what was taken"));
    await play(desk.game, 3);
    assert.equal(bo.slots[0]?.material, "minecraft:diamond_sword");
  });

  it("takes staff to each place, and is closed then", async () => {
    const { desk } = await staffWithCase();
    const { forms } = await press(desk, "Case 1", "Go to place 2");
    assert.deepEqual(desk.staff.at, { world: "world", x: -20, y: 70, z: 3 });
    assert.equal(forms.length, 2);
    assert.match(desk.staff.heard.at(-1)!, /place 2 of case 1/);
  });

  it("has no way to a place whose position is not known, nor where the game cannot teleport", async () => {
    const { desk } = await staffWithCase();
    const record = (await desk.game.store.caseByNumber(1))!;
    const copies = record.copies.map((copy, at) => (at === 0 ? { ...copy, location: "" } : copy));
    await desk.game.store.saveCase({ ...record, copies });
    const places = ({ buttons }: { buttons: readonly string[] }) => buttons.filter((text) => text.startsWith("Go to"));
    assert.deepEqual(places((await press(desk, "Case 1")).last), ["Go to place 2\nBo world:-20,70,3"]);
    desk.staff.teleport = undefined as never;
    assert.deepEqual(places((await press(desk, "Case 1")).last), []);
  });

  it("leads back to the open cases, which are read anew", async () => {
    const { desk } = await staffWithCase();
    const { forms } = await press(desk, "Case 1", "Dismiss", "Back");
    assert.deepEqual([forms.at(-1)?.title, forms.at(-1)?.text], [FIRST_FORM, "No case is open."]);
  });
});

describe("the forms of an item and of a player", () => {
  it("lead from a case to the history of its item, and back", async () => {
    const { desk, itemId } = await staffWithCase();
    const { forms } = await press(desk, "Case 1", "History of", "Back");
    assert.equal(forms[2]?.title, "History");
    assert.deepEqual(forms[2]?.text.split("\n"), await desk.say(`/dt history ${itemId}`));
    assert.equal(forms[3]?.title, "Case 1");
  });

  it("lead from a player to the items, and from an item to its history", async () => {
    const { desk } = await staffWithCase();
    const { forms } = await press(desk, "Items of a player", "Alex", "Diamond Sword", "Back", "Back", "Back");
    assert.deepEqual(
      forms.map(({ title }) => title),
      [FIRST_FORM, "Players", "Items of Alex", "History", "Items of Alex", "Players", FIRST_FORM],
    );
    assert.deepEqual(forms[1]?.buttons, ["Staff", "Alex", "Bo", "Back"]);
  });

  it("turn the pages of many items", async () => {
    const desk = await testStaff();
    join(desk.game, "Alex", { slots: Array.from({ length: 9 }, () => fakeStack("bow")) });
    await play(desk.game);
    const { forms } = await press(desk, "Items of a player", "Alex", "More", "Back");
    assert.deepEqual(
      forms.slice(2).map(({ buttons }) => buttons.filter((text) => text.startsWith("Bow")).length),
      [8, 1, 8],
    );
  });

  it("show the history of the item in hand", async () => {
    const { desk, alex, itemId } = await staffWithCase();
    desk.staff.slots[0] = alex.slots[0];
    const { last } = await press(desk, "History of the Diamond Sword");
    assert.match(last.text, new RegExp(`^History of Diamond Sword \\(${itemId}\\)`));
  });
});

describe("every step of the forms", () => {
  it("asks for the permission again: it may have been taken away while a form was open", async () => {
    const { desk } = await staffWithCase({ config: KEEP_ALL });
    const { heard, forms } = await press(desk, "Case 1", () => {
      desk.staff.permissions.delete("doubletake.admin");
      return "Confirm";
    });
    assert.equal(forms.length, 2);
    assert.deepEqual(heard, ["You may not use this command."]);
    assert.equal((await desk.game.store.caseByNumber(1))?.status, "open");
  });

  it("says so when the store is slow, and never while a form is merely open", async () => {
    const slow = handStore(new MemoryStore());
    const desk = await testStaff({ store: slow.store });
    let close: ((button: undefined) => void) | undefined;
    desk.game.platform.showForm = () => new Promise((resolve) => (close = resolve));
    slow.hang();
    await desk.say("/doubletake");
    desk.game.timers.ring();
    assert.match(desk.staff.heard.at(-1)!, /Looking…/);
    slow.recover();
    await settle();
    assert.notEqual(close, undefined);
    assert.equal(desk.game.timers.waiting, 0);
  });

  it("ends with an answer when the store fails", async () => {
    const failing = handStore(new MemoryStore());
    const { desk } = await staffWithCase({ store: failing.store });
    const { heard } = await press(desk, () => {
      failing.fail("the database is away");
      return "Case 1";
    });
    assert.deepEqual(heard, ["That did not work; the console says why."]);
  });
});

describe("the form of a case that is decided", () => {
  it("is reached by the closed cases, and opens it again", async () => {
    const { desk } = await staffWithCase({ config: KEEP_ALL });
    await desk.say("/dt dismiss 1");
    const { forms, last } = await press(desk, "Closed cases", "Case 1", "Open it again");
    assert.equal(forms[1]?.title, "Closed cases");
    assert.ok(!forms[2]?.buttons.includes("Confirm"));
    assert.match(last.text, /^Case 1 is open again\./);
    assert.ok(last.buttons.includes("Confirm"));
  });

  it("takes the extra copies away", async () => {
    const { desk, alex, bo } = await staffWithCase({ config: KEEP_ALL });
    const { last } = await press(desk, "Case 1", "Take the extra copies away");
    assert.match(last.text, /^Case 1: extra copies of 1 item go into quarantine\./);
    await play(desk.game, 6);
    assert.equal([alex.slots[0], bo.slots[0]].filter(Boolean).length, 1);
  });
});
