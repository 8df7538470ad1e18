import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fakeStack } from "../../testing/fake-item.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { handStore } from "../../testing/unpublished/stores/hand-store.ts";
import { testStaff } from "../../testing/unpublished/test-staff.ts";
import { DoubletakeError, PERMISSIONS, type Permission } from "../index.ts";
import { ROOTS } from "./roots.ts";

const NO_PERMISSION = ["You may not use this command."];
const ID = "0190d5a4-6c1e-4f0a-9b3e-2f6d1c7a8e55";

/** Every command once, as it may be typed, with the permission that it needs. */
const EVERY_COMMAND: readonly (readonly [line: string, permission: Permission])[] = [
  ["/doubletake notices off", "doubletake.alerts"],
  ["/doubletake status", "doubletake.admin"],
  ["/doubletake inspect", "doubletake.admin"],
  [`/doubletake history ${ID}`, "doubletake.admin"],
  ["/doubletake at 1 64 1", "doubletake.admin"],
  ["/doubletake items Staff", "doubletake.admin"],
  ["/doubletake balance Staff", "doubletake.admin"],
  [`/doubletake find ${ID}`, "doubletake.admin"],
  ["/doubletake scan", "doubletake.admin"],
  ["/doubletake cases", "doubletake.admin"],
  ["/doubletake case 1", "doubletake.admin"],
  ["/doubletake tp 1", "doubletake.admin"],
  ["/doubletake confirm 1", "doubletake.admin"],
  ["/doubletake dismiss 1", "doubletake.admin"],
  ["/doubletake remove 1", "doubletake.admin"],
  ["/doubletake restore 1", "doubletake.admin"],
  ["/doubletake restore-since 2h dry-run", "doubletake.admin"],
  ["/doubletake reopen 1", "doubletake.admin"],
  ["/doubletake record Alex", "doubletake.admin"],
  ["/doubletake removal", "doubletake.admin"],
  ["/doubletake retire skyblock", "doubletake.admin"],
  ["/doubletake reload", "doubletake.admin"],
  ["/doubletake reissue", "doubletake.admin"],
  ["/doubletake notify test generic", "doubletake.admin"],
];

describe("the permission of a command", () => {
  it("is needed for each, and the other two are not enough", async () => {
    const { say, staff, game } = await testStaff();
    for (const [line, permission] of EVERY_COMMAND) {
      staff.permissions.clear();
      for (const other of PERMISSIONS) if (other !== permission) staff.permissions.add(other);
      assert.deepEqual(await say(line), NO_PERMISSION, line);
    }
    assert.deepEqual(game.log.lines, []);
  });

  it("lets the holder in, with that one alone", async () => {
    const { say, staff, game } = await testStaff();
    for (const [line, permission] of EVERY_COMMAND) {
      staff.permissions.clear();
      staff.permissions.add(permission);
      const answer = say(line);
      game.platform.tick();
      assert.notDeepEqual(await answer, NO_PERMISSION, line);
      assert.notDeepEqual(await answer, [], line);
    }
    assert.deepEqual(game.log.lines, []);
  });

  it("shows nobody an error code when the store fails: those are for developers", async () => {
    const hand = handStore(new MemoryStore());
    const { say, console, game } = await testStaff({ store: hand.store });
    hand.fail(new DoubletakeError("DT_STORE_UNREACHABLE", "The database is away."));
    for (const [line] of [...EVERY_COMMAND, ["/dttest history"], ["/dttest uuid"]] as const) {
      for (const caller of [undefined, console]) {
        const answer = say(line, caller);
        game.platform.tick();
        assert.doesNotMatch((await answer).join("\n"), /DT_[A-Z]/, line);
      }
    }
  });

  it("is listed above for every command there is, help aside", () => {
    const listed = EVERY_COMMAND.map(([line]) => line.split(" ")[1]);
    const declared = ROOTS[0]?.subcommands.map(({ name }) => name).filter((name) => name !== "help");
    assert.deepEqual(listed.sort(), declared?.sort());
  });

  it("hides everything from those who have none of them", async () => {
    const { say, complete, staff } = await testStaff();
    staff.permissions.clear();
    for (const line of ["/doubletake", "/dt", "/doubletake help", "/doubletake dance"]) {
      assert.deepEqual(await say(line), NO_PERMISSION, line);
    }
    for (const line of ["/doubletake ", "/dt c", "/doubletake items ", "/doubletake case "]) {
      assert.deepEqual(await complete(line), [], line);
    }
  });
});

describe("/doubletake help", () => {
  it("lists the commands that the caller may use, with what each does, in pages", async () => {
    const { say } = await testStaff();
    const first = await say("/doubletake help");
    assert.equal(first[0], "Doubletake - commands that you may use:");
    assert.equal(first[1], "/doubletake cases [open|closed|all] [player] [page] - what was detected");
    assert.equal(first.at(-1), "Page 1. More: /doubletake help 2");
    const second = await say("/doubletake help 2");
    const third = await say("/doubletake help 3");
    const both = [...second, ...third];
    assert.ok(both.includes("/doubletake notify test <channel> - send a test message to a channel"));
    assert.ok(both.includes("/doubletake notices <on|off> - whether you are told about first ids"));
    assert.equal(third.at(-1), "/dttest give [material] - a fresh tagged item to try things with");
    assert.deepEqual(await say("/doubletake help 4"), ["There is nothing on page 4."]);
  });

  it("is open to holders of any permission, and shows theirs only", async () => {
    const { say, staff } = await testStaff();
    staff.permissions.clear();
    staff.permissions.add("doubletake.alerts");
    assert.deepEqual((await say("/doubletake help")).slice(1), [
      "/doubletake notices <on|off> - whether you are told about first ids",
      "/doubletake help [page] - the commands that you may use",
    ]);
    staff.permissions.clear();
    staff.permissions.add("doubletake.test");
    assert.equal((await say("/doubletake help")).length, 5);
  });

  it("is what /doubletake and /dt alone answer where the game has no forms", async () => {
    const { say, console } = await testStaff();
    const help = await say("/doubletake help");
    for (const line of ["/doubletake", "/dt", "/dt help"]) assert.deepEqual(await say(line), help, line);
    assert.deepEqual(await say("/doubletake", console), help);
  });
});

describe("bad input", () => {
  it("is answered with the usage of the command", async () => {
    const { say, game } = await testStaff();
    const answers = {
      notices: "/doubletake notices <on|off>",
      "notices maybe": "/doubletake notices <on|off>",
      "status now": "/doubletake status",
      "inspect Alex 1 2": "/doubletake inspect [player] [page]",
      history: "/doubletake history <id> [limit]",
      items: "/doubletake items <player> [page]",
      find: "/doubletake find <id>",
      "scan Alex Bo": "/doubletake scan [player]",
      "cases shut": "/doubletake cases [open|closed|all] [player] [page]",
      case: "/doubletake case <n>",
      tp: "/doubletake tp <n> [k]",
      confirm: "/doubletake confirm <n> [reason]",
      dismiss: "/doubletake dismiss <n> [reason]",
      remove: "/doubletake remove <n>",
      restore: "/doubletake restore <n> [player]",
      "reissue now": "/doubletake reissue [world] [server] [check|now|done]",
      "reissue world": "/doubletake reissue [world] [server] [check|now|done]",
      "notify generic": "/doubletake notify test <channel>",
      "notify test pigeon": "/doubletake notify test <channel>",
    };
    for (const [line, usage] of Object.entries(answers)) {
      assert.deepEqual(await say(`/doubletake ${line}`), [`Usage: ${usage}`], line);
    }
    assert.deepEqual(game.log.lines, []);
  });

  it("where a number belongs is answered with that", async () => {
    const { say } = await testStaff();
    assert.deepEqual(await say("/dt case twelve"), [
      "twelve is not a number of 1 or more. Usage: /doubletake case <n>",
    ]);
    assert.deepEqual(await say("/dt cases all 0"), [
      "0 is not a number of 1 or more. Usage: /doubletake cases [open|closed|all] [player] [page]",
    ]);
    assert.deepEqual(await say("/dt tp 1 -1"), ["-1 is not a number of 1 or more. Usage: /doubletake tp <n> [k]"]);
  });

  it("of any other word points to the help", async () => {
    const { say } = await testStaff();
    assert.deepEqual(await say("/doubletake dance"), ["There is no such command. /doubletake help"]);
  });

  it("of a case or a player that there is not is answered clearly", async () => {
    const { say } = await testStaff();
    for (const command of ["case", "tp", "confirm", "dismiss", "remove", "restore"]) {
      assert.deepEqual(await say(`/dt ${command} 77`), ["There is no case 77."], command);
    }
    for (const line of ["items Nemo", "inspect Nemo", "scan Nemo", "restore 1 Nemo"]) {
      assert.deepEqual(await say(`/dt ${line}`), ["Nobody called Nemo was ever seen here."], line);
    }
  });

  it("does not care about upper case in the words of a command", async () => {
    const { say } = await testStaff();
    assert.deepEqual(await say("/doubletake CASES Open"), ["No case is open."]);
  });
});

describe("the console", () => {
  it("may run everything that needs no held item", async () => {
    const { say, console, game } = await testStaff();
    const needHand = ["/doubletake notices off", "/doubletake inspect", "/doubletake tp 1", "/doubletake reissue"];
    for (const [line] of EVERY_COMMAND.filter(([command]) => !needHand.includes(command))) {
      const answer = say(line, console);
      game.platform.tick();
      assert.doesNotMatch((await answer).join(), /Only a player|may not/, line);
      assert.notDeepEqual(await answer, [], line);
    }
  });

  it("is told why not where it needs a hand, feet or ears", async () => {
    const { say, console } = await testStaff();
    assert.deepEqual(await say("/doubletake reissue", console), [
      "Only a player can do this: it needs an item in the hand.",
    ]);
    assert.deepEqual(await say("/doubletake tp 1", console), ["Only a player can go there."]);
    assert.deepEqual(await say("/doubletake notices off", console), [
      "Only a player can do this: the console gets no notices.",
    ]);
    assert.deepEqual(await say("/doubletake inspect", console), ["Usage: /doubletake inspect [player] [page]"]);
  });

  it("is answered in English whatever the players' language, and whatever texts the operator wrote for them", async () => {
    const translation = { language: "de", texts: { "commands.cases.none-open": "Kein Fall ist offen." } } as const;
    const { say, console } = await testStaff({ translation, edits: { "commands.usage": "So geht es: {usage}" } });
    assert.deepEqual(await say("/doubletake cases"), ["Kein Fall ist offen."]);
    assert.deepEqual(await say("/doubletake cases", console), ["No case is open."]);
    assert.deepEqual(await say("/doubletake case"), ["So geht es: /doubletake case <n>"]);
    assert.deepEqual(await say("/doubletake case", console), ["Usage: /doubletake case <n>"]);
  });
});

describe("a slow store", () => {
  it("gets a line that says so, and the answer when it comes", async () => {
    const slow = handStore(new MemoryStore());
    const { say, staff, game } = await testStaff({ store: slow.store });
    slow.hang();
    assert.deepEqual(await say("/doubletake cases"), []);
    game.timers.ring();
    assert.equal(staff.heard.length, 1);
    assert.match(staff.heard[0]!, /Looking…/);
    slow.recover();
    await settle();
    assert.match(staff.heard.at(-1)!, /No case is open/);
  });

  it("never holds the game: it ticks on, and other commands are answered", async () => {
    const slow = handStore(new MemoryStore());
    const { say, staff, game } = await testStaff({ store: slow.store });
    slow.hang();
    await say("/doubletake cases");
    staff.slots[0] = fakeStack("bow");
    game.doubletake.report({ kind: "sighting", place: staff.place, action: "JOIN", player: staff });
    game.platform.tick(3);
    assert.notEqual(staff.slots[0].tag, undefined);
    assert.ok((await say("/doubletake status")).includes("Items in the cache: 1, in sight: 1"));
  });

  it("is not announced when it answers in time", async () => {
    const { say, staff, game } = await testStaff();
    await say("/doubletake cases");
    assert.equal(game.timers.waiting, 0);
    game.timers.ring();
    assert.equal(staff.heard.length, 1);
  });
});

describe("a store that fails", () => {
  it("is an answer, with the reason on the console, for every command that asks it", async () => {
    const failing = handStore(new MemoryStore());
    const { say, staff, game } = await testStaff({
      store: failing.store,
      config: "balance: { materials: { diamond: 5 } }",
    });
    staff.slots[0] = fakeStack("bow", { tag: ID });
    failing.fail("the database is away");
    const own = ["status", "inspect", "scan", "reissue", "notify", "items", "removal", "reload"];
    const asking = EVERY_COMMAND.filter(([line]) => !own.includes(line.split(" ")[1]!));
    for (const [line] of asking) {
      const before = game.log.lines.length;
      assert.equal((await say(line)).at(-1), "That did not work; the console says why.", line);
      assert.ok(game.log.lines.slice(before).includes(`error: ${line} failed: the database is away`), line);
    }
  });
});
