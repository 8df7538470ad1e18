import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import type { FormPress } from "../../testing/fake-platform.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import type { FakeServiceOptions } from "../../testing/unpublished/fake-service.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { handStore } from "../../testing/unpublished/stores/hand-store.ts";
import { join, play } from "../../testing/unpublished/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../testing/unpublished/test-staff.ts";
import type { Permission } from "../index.ts";

const KEEP_ALL = "auto-remove-duplicates: false";
const FIRST_FORM = "Doubletake";

/** Staff type `/doubletake`, and press these buttons, one a form. */
async function press(team: TestStaff, ...buttons: FormPress[]) {
  const { platform } = team.game;
  platform.answerForms(...buttons);
  const before = platform.shownForms.length;
  const heard = await team.say("/doubletake");
  for (let form = 0; form < buttons.length; form++) await settle();
  return { forms: platform.shownForms.slice(before), last: platform.shownForms.at(-1)!, heard };
}

function allow({ staff }: TestStaff, ...permissions: Permission[]): void {
  staff.permissions.clear();
  for (const permission of permissions) staff.permissions.add(permission);
}

async function staffWithCase(options: FakeServiceOptions = {}) {
  const team = await testStaff(options);
  return { team, ...(await duplicatedSword(team.game)) };
}

describe("/doubletake alone, in a game with forms", () => {
  it("opens the open cases, with the ways to an item and to a player", async () => {
    const { team } = await staffWithCase();
    team.game.clock.pass(120_000);
    team.staff.slots[0] = fakeStack("bow", { tag: fakeId(90) });
    const { forms, heard } = await press(team);
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
    const team = await testStaff();
    allow(team, "doubletake.admin");
    const { last } = await press(team);
    assert.equal(last.text, "No case is open.");
    assert.deepEqual(last.buttons, ["Closed cases", "Items of a player"]);
  });

  it("shows to holders of any permission what they may use, and nothing else", async () => {
    const team = await testStaff();
    team.staff.slots[0] = fakeStack("bow", { tag: fakeId(90) });
    allow(team, "doubletake.alerts");
    const watcher = await press(team, "Do not tell me", "Tell me");
    assert.deepEqual(
      watcher.forms.map(({ text, buttons }) => [text.split("\n")[0], buttons]),
      [
        ["What would you like to do?", ["Do not tell me about first ids"]],
        ["You are no longer told when items get their first id. Alerts still reach you.", ["Tell me about first ids"]],
        ["You are told when items get their first id.", ["Do not tell me about first ids"]],
      ],
    );
    allow(team, "doubletake.test");
    const tester = await press(team, "History of the Bow", "Back", "Give me");
    assert.deepEqual(tester.forms[0]?.buttons, ["History of the Bow in my hand", "Give me an item to try things with"]);
    assert.equal(tester.forms[1]?.title, "History");
    assert.match(tester.last.text, /^You got Diamond Sword with the id /);
  });

  it("lets nobody press what is no longer theirs", async () => {
    const { team } = await staffWithCase();
    const { heard } = await press(team, () => {
      allow(team, "doubletake.alerts");
      return "Case 1";
    });
    assert.deepEqual(heard, ["You may not use this command."]);
  });

  it("turns the pages of many cases", async () => {
    const { team } = await staffWithCase();
    const [record] = await team.game.store.cases({}, { offset: 0, limit: 1 });
    for (let n = 0; n < 8; n++) await team.game.store.saveCase({ ...record!, number: 0 });
    const { forms } = await press(team, "More", "Back");
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
    const { team } = await staffWithCase();
    const { last } = await press(team, "Case 1");
    assert.equal(last.title, "Case 1");
    assert.deepEqual(last.text.split("\n"), (await team.say("/dt case 1")).slice(0, -1));
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
      const { team } = await staffWithCase({ config: KEEP_ALL });
      const { last } = await press(team, "Case 1", button);
      assert.equal(last.text.split("\n")[0], `Case 1 is ${status}.`);
      assert.ok(!last.buttons.includes("Confirm"));
      const record = await team.game.store.caseByNumber(1);
      assert.deepEqual([record?.status, record?.acts[0]?.by], [status, "Staff"]);
    }
  });

  it("gives back what was taken, once", async () => {
    const { team, bo } = await staffWithCase();
    const { last } = await press(team, "Case 1", "Give back");
    assert.equal(last.text.split("\n")[0], "1 item goes back to Bo now.");
    assert.ok(!last.buttons.includes("Give back what was taken"));
    await play(team.game, 3);
    assert.equal(bo.slots[0]?.material, "minecraft:diamond_sword");
  });

  it("takes staff to each place, and is closed then", async () => {
    const { team } = await staffWithCase();
    const { forms } = await press(team, "Case 1", "Go to place 2");
    assert.deepEqual(team.staff.at, { world: "world", x: -20, y: 70, z: 3 });
    assert.equal(forms.length, 2);
    assert.match(team.staff.heard.at(-1)!, /place 2 of case 1/);
  });

  it("has no way to a place whose position is not known, nor where the game cannot teleport", async () => {
    const { team } = await staffWithCase();
    const record = (await team.game.store.caseByNumber(1))!;
    const copies = record.copies.map((copy, at) => (at === 0 ? { ...copy, location: "" } : copy));
    await team.game.store.saveCase({ ...record, copies });
    const places = ({ buttons }: { buttons: readonly string[] }) => buttons.filter((text) => text.startsWith("Go to"));
    assert.deepEqual(places((await press(team, "Case 1")).last), ["Go to place 2\nBo world:-20,70,3"]);
    team.staff.teleport = undefined as never;
    assert.deepEqual(places((await press(team, "Case 1")).last), []);
  });

  it("leads back to the open cases, which are read anew", async () => {
    const { team } = await staffWithCase();
    const { forms } = await press(team, "Case 1", "Dismiss", "Back");
    assert.deepEqual([forms.at(-1)?.title, forms.at(-1)?.text], [FIRST_FORM, "No case is open."]);
  });
});

describe("the forms of an item and of a player", () => {
  it("lead from a case to the history of its item, and back", async () => {
    const { team, itemId } = await staffWithCase();
    const { forms } = await press(team, "Case 1", "History of", "Back");
    assert.equal(forms[2]?.title, "History");
    assert.deepEqual(forms[2]?.text.split("\n"), await team.say(`/dt history ${itemId}`));
    assert.equal(forms[3]?.title, "Case 1");
  });

  it("lead from a player to the items, and from an item to its history", async () => {
    const { team } = await staffWithCase();
    const { forms } = await press(team, "Items of a player", "Alex", "Diamond Sword", "Back", "Back", "Back");
    assert.deepEqual(
      forms.map(({ title }) => title),
      [FIRST_FORM, "Players", "Items of Alex", "History", "Items of Alex", "Players", FIRST_FORM],
    );
    assert.deepEqual(forms[1]?.buttons, ["Staff", "Alex", "Bo", "Back"]);
  });

  it("turn the pages of many items", async () => {
    const team = await testStaff();
    join(team.game, "Alex", { slots: Array.from({ length: 9 }, () => fakeStack("bow")) });
    await play(team.game);
    const { forms } = await press(team, "Items of a player", "Alex", "More", "Back");
    assert.deepEqual(
      forms.slice(2).map(({ buttons }) => buttons.filter((text) => text.startsWith("Bow")).length),
      [8, 1, 8],
    );
  });

  it("show the history of the item in hand", async () => {
    const { team, alex, itemId } = await staffWithCase();
    team.staff.slots[0] = alex.slots[0];
    const { last } = await press(team, "History of the Diamond Sword");
    assert.match(last.text, new RegExp(`^History of Diamond Sword \\(${itemId}\\)`));
  });
});

describe("every step of the forms", () => {
  it("asks for the permission again: it may have been taken away while a form was open", async () => {
    const { team } = await staffWithCase({ config: KEEP_ALL });
    const { heard, forms } = await press(team, "Case 1", () => {
      team.staff.permissions.delete("doubletake.admin");
      return "Confirm";
    });
    assert.equal(forms.length, 2);
    assert.deepEqual(heard, ["You may not use this command."]);
    assert.equal((await team.game.store.caseByNumber(1))?.status, "open");
  });

  it("says so when the store is slow, and never while a form is merely open", async () => {
    const slow = handStore(new MemoryStore());
    const team = await testStaff({ store: slow.store });
    let close: ((button: undefined) => void) | undefined;
    team.game.platform.showForm = () => new Promise((resolve) => (close = resolve));
    slow.hang();
    await team.say("/doubletake");
    team.game.timers.ring();
    assert.match(team.staff.heard.at(-1)!, /Looking…/);
    slow.recover();
    await settle();
    assert.notEqual(close, undefined);
    assert.equal(team.game.timers.waiting, 0);
  });

  it("ends with an answer when the store fails", async () => {
    const failing = handStore(new MemoryStore());
    const { team } = await staffWithCase({ store: failing.store });
    const { heard } = await press(team, () => {
      failing.fail("the database is away");
      return "Case 1";
    });
    assert.deepEqual(heard, ["That did not work; the console says why."]);
  });
});

describe("the form of a case that is decided", () => {
  it("is reached by the closed cases, and opens it again", async () => {
    const { team } = await staffWithCase({ config: KEEP_ALL });
    await team.say("/dt dismiss 1");
    const { forms, last } = await press(team, "Closed cases", "Case 1", "Open it again");
    assert.equal(forms[1]?.title, "Closed cases");
    assert.ok(!forms[2]?.buttons.includes("Confirm"));
    assert.match(last.text, /^Case 1 is open again\./);
    assert.ok(last.buttons.includes("Confirm"));
  });

  it("takes the extra copies away", async () => {
    const { team, alex, bo } = await staffWithCase({ config: KEEP_ALL });
    const { last } = await press(team, "Case 1", "Take the extra copies away");
    assert.match(last.text, /^Case 1: extra copies of 1 item go into quarantine\./);
    await play(team.game, 6);
    assert.equal([alex.slots[0], bo.slots[0]].filter(Boolean).length, 1);
  });
});
