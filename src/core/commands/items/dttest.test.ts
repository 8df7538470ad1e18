import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeServiceOptions, startedService } from "../../../testing/unpublished/fake-service.ts";
import { settle } from "../../../testing/unpublished/settle.ts";
import { FailingStore } from "../../../testing/unpublished/stores/failing-store.ts";
import type { Caller } from "../../index.ts";
import { withoutColours } from "../../messages/colours.ts";

const SWORD = fakeId(77);
const USAGE = "/dttest uuid|history|give";

describe("/dttest uuid", () => {
  it("shows the id of the held item and its last ten transfers, newest first", async () => {
    const { say, handle } = await start({ held: sword() });
    await handle(12);
    const [title, ...rows] = await say("/dttest uuid");
    assert.equal(title, `Diamond Sword has the id ${SWORD}`);
    assert.equal(rows.length, 10);
    assert.match(rows[0] ?? "", /^1 s ago \(2026-01-\d\d \d\d:\d\d\) Alex: picked up world:11,64,0$/);
    assert.match(rows[9] ?? "", /^10 s ago \(2026-01-\d\d \d\d:\d\d\) Alex: picked up world:2,64,0$/);
  });

  it("says so when nothing is recorded yet", async () => {
    const { say } = await start({ held: sword() });
    assert.deepEqual(await say("/dttest uuid"), [
      `Diamond Sword has the id ${SWORD}`,
      "Nothing is recorded of this item yet.",
    ]);
  });

  it("says why there is no id: an empty hand, a stackable item, an item that nobody touched yet", async () => {
    assert.deepEqual(await answer(undefined), ["You hold nothing."]);
    assert.deepEqual(await answer(fakeStack("dirt")), ["Dirt can be stacked, so it has no id."]);
    const bow = fakeStack("bow");
    assert.deepEqual(await answer(bow), ["Bow has no id yet. It gets one the next time it is touched."]);
    assert.equal(bow.tag, undefined, "asking gives no id");

    async function answer(held: FakeStack | undefined) {
      const { say } = await start({ held });
      return say("/dttest uuid");
    }
  });

  it("takes no argument", async () => {
    const { say } = await start({ held: sword() });
    assert.deepEqual(await say("/dttest uuid now"), ["Usage: /dttest uuid"]);
  });
});

describe("/dttest history", () => {
  it("shows ten transfers unless told, and as many as it is told", async () => {
    const { say, handle } = await start({ held: sword() });
    await handle(15);
    const [title, ...rows] = await say("/dttest history");
    assert.equal(title, `History of Diamond Sword (${SWORD}), newest first:`);
    assert.equal(rows.length, 10);
    assert.equal((await say("/dttest history 3")).length, 4);
    assert.equal((await say("/dttest history 500")).length, 16);
    assert.equal((await say("/dttest HISTORY 1")).length, 2);
  });

  it("answers a limit that is no number of 1 or more with its usage", async () => {
    const { say } = await start({ held: sword() });
    for (const bad of ["0", "-1", "many", "1.5", "1e3", "99999999999"]) {
      assert.deepEqual(await say(`/dttest history ${bad}`), [
        `${bad} is not a number of 1 or more. Usage: /dttest history [limit]`,
      ]);
    }
    assert.deepEqual(await say("/dttest history 1 2"), ["Usage: /dttest history [limit]"]);
  });

  it("shows a player by the last known name", async () => {
    const { say, service } = await start({ held: sword() });
    const bea = service.platform.join("Bea");
    service.doubletake.report({ kind: "interaction", player: bea, item: new FakeItem(sword()), action: "DROP" });
    assert.match((await say("/dttest history 1"))[1] ?? "", / Bea: dropped world:0,64,0$/);
  });
});

describe("/dttest give", () => {
  it("gives a fresh tagged item, and logs it", async () => {
    const { say, alex, service } = await start({});
    assert.deepEqual(await say("/dttest give"), [`You got Diamond Sword with the id ${fakeId(1)}`]);
    assert.equal(alex.slots[0]?.tag, fakeId(1));
    const [row] = await service.doubletake.store.getItemTransferHistory(fakeId(1), 1);
    assert.deepEqual([row?.action, row?.playerUUID], ["GIVE", alex.id]);
  });

  it("takes a material, with or without its namespace and in any case", async () => {
    const { say, alex } = await start({});
    await say("/dttest give Bow");
    await say("/dttest give minecraft:elytra");
    assert.deepEqual(
      alex.slots.slice(0, 2).map((stack) => stack?.material),
      ["minecraft:bow", "minecraft:elytra"],
    );
  });

  it("says why not: no such item, a stackable one, no room", async () => {
    const { say, alex } = await start({});
    assert.deepEqual(await say("/dttest give no_such_thing"), ["There is no item called No Such Thing."]);
    assert.deepEqual(await say("/dttest give dirt"), ["Dirt can be stacked, so it has no id."]);
    alex.slots.fill(fakeStack("dirt"));
    assert.deepEqual(await say("/dttest give bow"), ["Your inventory is full."]);
  });

  it("says so where the game server cannot give items", async () => {
    class Bare extends FakePlatform {
      override createItem = undefined as never;
    }
    const { say } = await start({}, { platform: new Bare() });
    assert.deepEqual(await say("/dttest give"), ["This game server cannot give items."]);
  });
});

describe("/dttest", () => {
  it("answers anything else with its usage", async () => {
    const { say } = await start({});
    assert.deepEqual(await say("/dttest"), [`Usage: ${USAGE}`]);
    assert.deepEqual(await say("/dttest dance"), [`There is no such command. ${USAGE}`]);
  });

  it("needs doubletake.test", async () => {
    const { say, alex, service } = await start({ held: sword() });
    alex.permissions.clear();
    alex.permissions.add("doubletake.admin");
    for (const line of ["/dttest", "/dttest uuid", "/dttest history", "/dttest give", "/dttest dance"]) {
      assert.deepEqual(await say(line), ["You may not use this command."], line);
    }
    assert.deepEqual(await service.platform.complete(alex, "/dttest "), []);
    assert.equal(alex.slots[1], undefined);
  });

  it("completes its subcommands and offers nothing beyond them", async () => {
    const { service, alex } = await start({});
    const complete = (line: string) => service.platform.complete(alex, line);
    assert.deepEqual(await complete("/dttest "), ["uuid", "history", "give"]);
    assert.deepEqual(await complete("/dttest h"), ["history"]);
    assert.deepEqual(await complete("/dttest H"), ["history"]);
    assert.deepEqual(await complete("/dttest x"), []);
    assert.deepEqual(await complete("/dttest uuid "), []);
    assert.deepEqual(await complete("/nothing "), []);
  });

  it("tells the console that it needs a player", async () => {
    const { service } = await start({});
    for (const line of ["/dttest uuid", "/dttest history 3", "/dttest give"]) {
      const console = fakeConsole();
      service.platform.command(console, line);
      await settle();
      assert.deepEqual(console.heard, ["Only a player can do this: it needs an item in the hand."], line);
    }
  });

  it("answers in the chosen language, from the operator's own texts", async () => {
    const { say } = await start({}, { edits: { "commands.held.none": "&4Leere Hand." } });
    assert.deepEqual(await say("/dttest uuid"), ["Leere Hand."]);
  });

  it("says that it did not work when the store fails, and the console says why", async () => {
    const { say, service } = await start({ held: sword() }, { store: new FailingStore() });
    assert.equal((await say("/dttest uuid")).at(-1), "That did not work; the console says why.");
    assert.ok(service.log.lines.includes("error: /dttest uuid failed: the database is away"));
  });

  it("says that it did not work while the store is still opening", async () => {
    const { say, service } = await start({ held: sword() }, { store: undefined });
    assert.equal((await say("/dttest uuid")).at(-1), "That did not work; the console says why.");
    assert.deepEqual(service.log.lines, [
      "error: /dttest uuid failed: Doubletake is still opening its store; try again in a moment.",
    ]);
  });

  it("does not end the game server when who asked has left before the answer came", async () => {
    const { say, alex, service } = await start({ held: sword() });
    alex.send = () => {
      throw new Error("the connection is closed");
    };
    await say("/dttest uuid");
    assert.deepEqual(service.log.lines, [
      "error: /dttest uuid failed: the connection is closed",
      "warn: The answer to /dttest did not reach Alex: the connection is closed",
    ]);
  });
});

function sword(): FakeStack {
  return fakeStack("diamond_sword", { tag: SWORD });
}

/** Alex, who may use the command, with something in the hand. */
async function start({ held }: { held?: FakeStack | undefined }, options: FakeServiceOptions = {}) {
  const service = await startedService(options);
  const alex = service.platform.join("Alex", { permissions: ["doubletake.test"], slots: [held] });
  const say = async (line: string) => {
    const before = alex.heard.length;
    service.platform.command(alex, line);
    await settle();
    return alex.heard.slice(before).map(withoutColours);
  };
  /** Alex picks the sword up so many times, a second and a block apart. */
  const handle = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const location = { world: "world", x: n, y: 64, z: 0 };
      service.doubletake.report({
        kind: "interaction",
        player: alex,
        item: new FakeItem(held!),
        action: "PICKUP",
        location,
      });
      service.clock.pass(1000);
    }
    await settle();
  };
  return { service, alex, say, handle };
}

function fakeConsole(): Caller & { heard: string[] } {
  const heard: string[] = [];
  return { name: "console", heard, hasPermission: () => true, send: (text) => heard.push(withoutColours(text)) };
}
