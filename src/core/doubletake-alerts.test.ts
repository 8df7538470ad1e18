import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../testing/fake-item.ts";
import type { FakePlayer } from "../testing/fake-player.ts";
import { fakeId } from "../testing/unpublished/fake-id.ts";
import {
  type FakeService,
  type FakeServiceOptions,
  finishTickEnd,
  startedService,
} from "../testing/unpublished/fake-service.ts";
import { play } from "../testing/unpublished/story.ts";
import { withoutColours } from "./messages/colours.ts";
import { Messages } from "./messages/messages.ts";

/** Nothing is removed in these stories: they are about what staff are told. */
const WATCH_ONLY = "auto-remove-duplicates: false\n";
const EVERYTHING = `${WATCH_ONLY}alerts: { min-severity: LOW }\n`;
const EXEMPTIONS = [
  "exempt-materials: [diamond_sword]",
  'exempt-materials: ["minecraft:diamond_sword"]',
  "exempt-worlds: [world]",
];
const SWORD = fakeId(77);

describe("two copies of one id", () => {
  it("in one inventory are a DUPLICATE_ITEM, told once to every watcher and the console", async () => {
    const service = await start(WATCH_ONLY);
    const alex = service.platform.join("Alex", { slots: [sword(), sword()] });
    const bystander = service.platform.join("Bea");
    await lookAgainAndAgain(service, alex);
    assert.deepEqual(typesOf(service), ["DUPLICATE_ITEM"]);
    assert.equal(service.heard().length, 1);
    assert.match(
      service.heard()[0] ?? "",
      /^\[Doubletake\] Duplicated item » Alex · Diamond Sword · 2 copies exist at once: /,
    );
    assert.deepEqual(bystander.heard, []);
    // The console keeps the constants: programs read it.
    assert.deepEqual(service.console().map(inWords), [`warn: ${service.heard()[0]}`]);
    assert.match(service.console()[0]!, /DUPLICATE_ITEM » Alex · DIAMOND_SWORD/);
  });

  it("in one container are a DUPLICATE_ITEM of who opened it", async () => {
    const service = await start(WATCH_ONLY);
    const alex = service.platform.join("Alex");
    service.platform.chest("block:world:1,2,3").push(sword(), sword());
    await lookAgainAndAgain(service, alex, "block:world:1,2,3");
    assert.deepEqual(typesOf(service), ["DUPLICATE_ITEM"]);
    assert.equal(service.outside.sent[0]?.player, "Alex");
    assert.deepEqual(service.outside.sent[0]?.locations, ["world:1,2,3"]);
  });

  it("inside two boxes are caught by their inner ids", async () => {
    const service = await start(WATCH_ONLY);
    const alex = service.platform.join("Alex", { slots: [boxOf(sword()), boxOf(sword())] });
    await lookAgainAndAgain(service, alex);
    assert.deepEqual(typesOf(service), ["DUPLICATE_ITEM"]);
    assert.equal(service.outside.sent[0]?.itemId, SWORD);
  });

  it("as one stack with a count above 1 are a DUPLICATE_ITEM at once", async () => {
    const service = await start(WATCH_ONLY);
    const stack = sword({ count: 3 });
    const alex = service.platform.join("Alex", { slots: [stack] });
    service.doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(stack), action: "PICKUP" });
    await finishTickEnd(service);
    assert.deepEqual(typesOf(service), ["DUPLICATE_ITEM"]);
    assert.match(service.heard()[0] ?? "", /3 copies exist at once: Alex at world:0,64,0, a stack of 3/);
  });

  it("carry every field of section 2.6", async () => {
    const service = await start(WATCH_ONLY);
    const alex = service.platform.join("Alex", { slots: [sword({ count: 2 })] });
    await lookAgainAndAgain(service, alex);
    const [alert] = service.outside.sent;
    assert.ok(alert);
    const { plugin, type, severity, player, playerUuid, material, details, timestamp } = alert;
    assert.deepEqual(
      { plugin, type, severity, player, playerUuid, material },
      {
        plugin: "Doubletake",
        type: "DUPLICATE_ITEM",
        severity: "CRITICAL",
        player: "Alex",
        playerUuid: alex.id,
        material: "DIAMOND_SWORD",
      },
    );
    assert.match(details, /^2 copies exist at once: /);
    const now = service.clock.now();
    assert.ok(Number.isInteger(timestamp) && timestamp <= now && timestamp > now - 10_000, String(timestamp));
    assert.deepEqual([alert.itemId, alert.players], [SWORD, ["Alex"]]);
  });

  it("that nobody held carry no player: an empty name and the nil UUID", async () => {
    const service = await start(WATCH_ONLY);
    service.platform.chest("block:world:1,2,3").push(sword({ count: 2 }));
    service.doubletake.report({ kind: "sighting", place: "block:world:1,2,3", action: "SCAN" });
    await finishTickEnd(service);
    const [alert] = service.outside.sent;
    assert.deepEqual([alert?.player, alert?.playerUuid], ["", "00000000-0000-0000-0000-000000000000"]);
    assert.match(service.heard()[0] ?? "", /Duplicated item » nobody · Diamond Sword · /);
  });

  it("stay where they are while auto-remove-duplicates is off", async () => {
    const service = await start(WATCH_ONLY);
    const alex = service.platform.join("Alex", { slots: [sword(), sword({ count: 2 })] });
    await lookAgainAndAgain(service, alex);
    assert.deepEqual(
      alex.slots.slice(0, 2).map((stack) => [stack?.tag, stack?.count]),
      [
        [SWORD, 1],
        [SWORD, 2],
      ],
    );
  });

  it("of an exempt material, or in an exempt world, are not judged", async () => {
    for (const exempt of EXEMPTIONS) {
      const service = await start(WATCH_ONLY + exempt);
      await lookAgainAndAgain(service, service.platform.join("Alex", { slots: [sword(), sword()] }));
      assert.deepEqual(typesOf(service), [], exempt);
    }
    const service = await start(`${WATCH_ONLY}exempt-materials: [bow]\nexempt-worlds: [creative]\n`);
    await lookAgainAndAgain(service, service.platform.join("Alex", { slots: [sword(), sword()] }));
    assert.deepEqual(typesOf(service), ["DUPLICATE_ITEM"]);
  });

  it("as one exempt stack are not judged", async () => {
    for (const exempt of EXEMPTIONS) {
      const service = await start(WATCH_ONLY + exempt);
      await lookAgainAndAgain(service, service.platform.join("Alex", { slots: [sword({ count: 2 })] }));
      assert.deepEqual(typesOf(service), [], exempt);
    }
  });
});

describe("an item that moved", () => {
  it("raises nothing that staff see while they watch from HIGH on", async () => {
    const service = await start(WATCH_ONLY);
    await passOn(service);
    assert.deepEqual(service.heard(), []);
    assert.deepEqual(service.console(), []);
  });

  it("costs no text while nobody listens", async (context) => {
    const text = context.mock.method(Messages.prototype, "text");
    await passOn(await start(WATCH_ONLY));
    const keys = text.mock.calls.map((call) => call.arguments[0]);
    assert.ok(!keys.includes("alerts.item-relocated") && !keys.includes("alerts.broadcast"), keys.join(", "));
  });

  it("is an ITEM_RELOCATED to staff who watch from LOW on, with both places", async () => {
    const service = await start(EVERYTHING);
    await passOn(service);
    assert.deepEqual(service.heard(), [
      "[Doubletake] Moved item » Bea · Diamond Sword · moved from Alex at world:0,64,0 to Bea at world:9,64,0",
    ]);
    assert.equal(service.outside.sent[0]?.severity, "LOW");
  });

  it("reaches channels outside and listeners although nobody in the game watches", async () => {
    const service = await start(WATCH_ONLY);
    service.outside.hearsFrom = "LOW";
    await passOn(service);
    assert.deepEqual(typesOf(service), ["ITEM_RELOCATED"]);
    assert.deepEqual(service.heard(), []);
    const listening = await start(WATCH_ONLY);
    const heard: string[] = [];
    listening.doubletake.api.on("alert", ({ type }) => heard.push(type));
    await passOn(listening);
    assert.deepEqual(heard, ["ITEM_RELOCATED"]);
  });

  it("within the grace raises nothing, whoever watches", async () => {
    const service = await start(EVERYTHING);
    await passOn(service, 750);
    assert.deepEqual(service.heard(), []);
  });

  it("names a holder whom only the scan has seen", async () => {
    const service = await start(`${EVERYTHING}scan-interval: 1\n`);
    const stack = sword();
    const alex = service.platform.join("Alex", { slots: [stack] });
    await finishTickEnd(service);
    service.clock.pass(5000);
    alex.slots[0] = undefined;
    service.platform.join("Bea", { at: { world: "world", x: 9, y: 64, z: 0 }, slots: [stack] });
    await finishTickEnd(service);
    assert.match(service.heard()[0] ?? "", /moved from Alex at world:0,64,0 to Bea at world:9,64,0$/);
  });

  it("raises nothing for an exempt material or world", async () => {
    for (const exempt of EXEMPTIONS) {
      const service = await start(EVERYTHING + exempt);
      await passOn(service);
      assert.deepEqual(service.heard(), [], exempt);
    }
  });

  it("is never taken away", async () => {
    const service = await start("alerts: { min-severity: LOW }\n");
    const { bea } = await passOn(service);
    for (let second = 0; second < 30; second++) {
      service.clock.pass(1000);
      service.platform.tick(19);
      await finishTickEnd(service);
    }
    assert.equal(bea.slots[0]?.tag, SWORD);
  });
});

describe("what staff read", () => {
  it("is shown from alerts.min-severity on, and not below", async () => {
    for (const threshold of ["LOW", "MEDIUM", "HIGH", "CRITICAL"]) {
      const service = await start(`${WATCH_ONLY}alerts: { min-severity: ${threshold} }\n`);
      await lookAgainAndAgain(service, service.platform.join("Alex", { slots: [sword({ count: 2 })] }));
      assert.equal(service.heard().length, 1, threshold);
    }
    for (const [threshold, lines] of [
      ["LOW", 1],
      ["MEDIUM", 0],
      ["HIGH", 0],
      ["CRITICAL", 0],
    ] as const) {
      const service = await start(`${WATCH_ONLY}alerts: { min-severity: ${threshold} }\n`);
      const raised: string[] = [];
      service.doubletake.api.on("alert", ({ type }) => raised.push(type));
      await passOn(service);
      assert.deepEqual(raised, ["ITEM_RELOCATED"], "whoever listens hears it");
      assert.equal(service.heard().length, lines, threshold);
    }
  });

  it("is in their language, and English on the console", async () => {
    const service = await start(EVERYTHING, {
      translation: {
        language: "de",
        texts: {
          "alerts.broadcast": "&4{type}: {details}",
          "alerts.item-relocated": "von {there} nach {here}",
          "words.type.item-relocated": "Ortswechsel",
        },
      },
      edits: { "alerts.place": "{holder}@{location}" },
    });
    await passOn(service);
    assert.deepEqual(service.heard(), ["Ortswechsel: von Alex@world:0,64,0 nach Bea@world:9,64,0"]);
    assert.deepEqual(service.console(), [
      "warn: [Doubletake] ITEM_RELOCATED » Bea · DIAMOND_SWORD · moved from Alex at world:0,64,0 to Bea at world:9,64,0",
    ]);
  });

  it("can have every placeholder of section 2.6, in the line for all and in a type's own text", async () => {
    const all = "{player}|{type}|{severity}|{material}|{actual}|{expected}|{excess}";
    const edits = { "alerts.broadcast": `${all} <{details}>`, "alerts.duplicate-item": `${all} ({details})` };
    const service = await start(WATCH_ONLY, { edits });
    await lookAgainAndAgain(service, service.platform.join("Alex", { slots: [sword({ count: 3 })] }));
    const words = "Alex|Duplicated item|critical|Diamond Sword|3|1|2";
    const builtIn = "3 copies exist at once: Alex at world:0,64,0, a stack of 3";
    assert.deepEqual(service.heard(), [`${words} <${words} (${builtIn}) — /doubletake case 1>`]);
  });

  it("cannot be changed by a player's name", async () => {
    const service = await start(EVERYTHING);
    await passOn(service, 5000, "&4{details}§k\nop");
    assert.deepEqual(service.console(), [
      "warn: [Doubletake] ITEM_RELOCATED » &4{details}k op · DIAMOND_SWORD · " +
        "moved from Alex at world:0,64,0 to &4{details}k op at world:9,64,0",
    ]);
    assert.deepEqual(
      service.heard(),
      service.console().map((line) => inWords(line).replace("warn: ", "")),
    );
  });
});

/** A service with one watcher: what the watcher was told about alerts, without colours, and what the console says of them. */
async function start(config: string, options: FakeServiceOptions = {}) {
  const service = await startedService({ config, ...options });
  const staff = service.platform.join("Staff", { permissions: ["doubletake.alerts"] });
  const isAlert = (line: string) => /DUPLICATE_|ITEM_RELOCATED|Duplicated item|Moved item|Ortswechsel/.test(line);
  return {
    ...service,
    heard: () => staff.heard.map(withoutColours).filter(isAlert),
    console: () => service.log.lines.filter(isAlert),
  };
}

/** A line of the console as players read it. */
function inWords(line: string): string {
  return line
    .replace("DUPLICATE_ITEM", "Duplicated item")
    .replace("ITEM_RELOCATED", "Moved item")
    .replace("DIAMOND_SWORD", "Diamond Sword");
}

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type);
}

function sword(overrides: Partial<FakeStack> = {}): FakeStack {
  return fakeStack("diamond_sword", { tag: SWORD, ...overrides });
}

function boxOf(...slots: FakeStack[]): FakeStack {
  return fakeStack("shulker_box", { inside: { kind: "shulker-box", slots } });
}

/** Five looks, a second apart: more than the grace asks for. */
async function lookAgainAndAgain(service: FakeService, player: FakePlayer, place = player.place): Promise<void> {
  for (let look = 0; look < 5; look++) {
    service.doubletake.report({ kind: "sighting", place, action: "CONTAINER_OPEN", player });
    await play(service, 20);
  }
}

/** Alex has the sword, and some time later Bea has it. */
async function passOn(service: FakeService, afterMs = 5000, name = "Bea") {
  const { doubletake, platform, clock } = service;
  const stack = sword();
  const alex = platform.join("Alex", { slots: [stack] });
  const bea = platform.join(name, { at: { world: "world", x: 9, y: 64, z: 0 } });
  doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(stack), action: "INVENTORY_CLICK" });
  await finishTickEnd(service);
  clock.pass(afterMs);
  alex.slots[0] = undefined;
  bea.slots[0] = stack;
  doubletake.report({ kind: "interaction", player: bea, item: new FakeItem(stack), action: "PICKUP" });
  await finishTickEnd(service);
  return { alex, bea };
}
