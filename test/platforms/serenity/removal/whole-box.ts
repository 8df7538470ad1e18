import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutColours } from "../../../../src/index.ts";
import { place } from "../support/inventory-acts.ts";
import { box, inv, Lab } from "../support/lab.ts";
import { idOf } from "../support/network-item.ts";
import type { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import type { GatedStage } from "./gated-stage.ts";

const BOX = "undyed_shulker_box";
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The box, the sword, the bow and the box in it, and the pickaxe in that box. */
const TRACKED_ITEMS = 5;

export function wholeBox(gated: () => GatedStage): void {
  test("a filled box that is copied goes into quarantine whole, and comes back whole under fresh ids, once", async () => {
    const { stage } = gated();
    const lab = new Lab(stage, gated().nextSite());
    const ada = await lab.join("Ada");
    const chest = lab.at(3, 3);
    await stage.server.call("setBlock", chest, "chest");
    const inner = { name: BOX, options: { mark: "inner box", inside: [{ name: "diamond_pickaxe" }] } };
    const inside = [
      { name: "diamond_sword", options: { mark: "inner sword" } },
      { name: "dirt", options: { count: 5 } },
      { name: "bow" },
      inner,
    ];
    await stage.server.call("give", ada.name, BOX, { slot: 0, mark: lab.mark, inside });
    await stage.server.call("give", ada.name, "dirt", { slot: 5, count: 2 });
    await ada.acts.take(1, inv(5), inv(6));
    const id = await until("the box's id", () => idOf(ada.items.inventory[0]));
    const original = await until("the box with all its ids", async () => {
      const [text = ""] = await textsOf(stage, [id]);
      return idsIn(text).length === TRACKED_ITEMS ? text : undefined;
    });
    await ada.world.openBlock(chest);
    await ada.acts.request(place(1, inv(5), inv(0)), place(1, inv(0), box(3)));

    const taken = await until("it in quarantine", async () => {
      const entries = await stage.ask("quarantined");
      assert.ok(
        entries.every(({ itemId, state }) => itemId === id || state === "dropped"),
        "nothing of it goes by itself",
      );
      return entries.find(({ itemId, state }) => itemId === id && state === "held");
    });
    assert.equal(Buffer.from(taken.data).toString("latin1"), original);
    assert.equal(await textOf(stage, [id]), original, "the one that stayed is as it was");
    assert.equal(await lab.count(), 1);

    const restore = `/doubletake restore ${taken.caseNumber}`;
    assert.deepEqual(await answerTo(stage, restore), [`1 item goes back to ${ada.name} now.`]);
    const { freshId } = await until("it given back", async () => {
      return (await stage.ask("quarantined")).find(({ itemId, state }) => itemId === id && state === "returned");
    });
    const restored = await until("it in her hands", async () => (await textsOf(stage, [freshId]))[0]);
    assert.equal(restored.replaceAll(UUID, "id"), original.replaceAll(UUID, "id"));
    assert.equal(new Set([...idsIn(restored), ...idsIn(original)]).size, 2 * TRACKED_ITEMS, "all ids inside are fresh");

    assert.deepEqual(await answerTo(stage, restore), [`Everything of case ${taken.caseNumber} was given back before.`]);
    await stage.server.call("ticks", 40);
    assert.equal(await lab.count(), 2);
    const accused = (await stage.ask("cases")).filter(({ itemIds }) => itemIds.some((one) => restored.includes(one)));
    assert.deepEqual(accused, []);
  });
}

/** Leaves out the notices of first ids, which may come at any time. */
async function answerTo(stage: Stage, command: string): Promise<string[]> {
  const lines = (await stage.staff.chat.run(command)).map(withoutColours);
  return lines.filter((line) => !/ got an id$/.test(line));
}

/** All data of the one visible item with one of these ids. */
async function textOf(stage: Stage, itemIds: string[]): Promise<string> {
  const [text, ...others] = await textsOf(stage, itemIds);
  assert.equal(others.length, 0);
  return text ?? "none is in sight";
}

async function textsOf(stage: Stage, itemIds: string[]): Promise<string[]> {
  return (await stage.ask("dataOf", itemIds)).map((data) => Buffer.from(data).toString("latin1"));
}

function idsIn(text: string): string[] {
  return text.match(UUID) ?? [];
}
