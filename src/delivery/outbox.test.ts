import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleAlert } from "../testing/unpublished/sample-alert.ts";
import { settle } from "../testing/unpublished/settle.ts";
import { type Load, Outbox } from "./outbox.ts";

function outboxWithLoads() {
  const loads: Load[] = [];
  return { loads, outbox: new Outbox((load) => loads.push(load)) };
}

test("the alerts of one tick leave together, after the tick", async () => {
  const { loads, outbox } = outboxWithLoads();
  for (let i = 0; i < 5; i++) outbox.add(sampleAlert(), ["generic"]);
  assert.equal(loads.length, 0);
  await settle();
  assert.deepEqual(
    loads.map(({ alerts }) => alerts.length),
    [5],
  );
});

test("the next load waits until the last one was taken", async () => {
  const { loads, outbox } = outboxWithLoads();
  outbox.add(sampleAlert(), ["generic"]);
  await settle();
  outbox.add(sampleAlert(), ["generic"]);
  await settle();
  assert.equal(loads.length, 1);
  outbox.noteTaken();
  await settle();
  assert.equal(loads.length, 2);
});

test("a flood is bounded, and what finds no room is counted for each of its channels", async () => {
  const { loads, outbox } = outboxWithLoads();
  for (let i = 0; i < 1500; i++) outbox.add(sampleAlert(), i % 2 === 0 ? ["generic"] : ["generic", "bot_chat"]);
  await settle();
  const [load] = loads;
  assert.equal(load!.alerts.length, 1000);
  assert.deepEqual(
    load!.overflowed,
    new Map([
      ["generic", 500],
      ["bot_chat", 250],
    ]),
  );
});

test("a load that nobody could take is counted with the next", async () => {
  const { loads, outbox } = outboxWithLoads();
  outbox.add(sampleAlert(), ["generic"]);
  await settle();
  outbox.noteLost(loads[0]!);
  outbox.add(sampleAlert(), ["generic"]);
  await settle();
  assert.deepEqual(loads[1]!.overflowed, new Map([["generic", 1]]));
});

test("an alert about thousands of copies is cut to more than a channel can show", async () => {
  const { loads, outbox } = outboxWithLoads();
  const names = Array(5000).fill("x".repeat(1000));
  outbox.add(sampleAlert({ details: "x".repeat(100_000), player: names[0], players: names, locations: names }), [
    "generic",
  ]);
  await settle();
  const { details, player, players, locations } = loads[0]!.alerts[0]!.alert;
  assert.deepEqual([details.length, player.length, players.length, locations.length], [10_000, 256, 128, 128]);
  assert.equal(players[0]!.length, 256);
});

test("an ordinary alert is handed over as it is", async () => {
  const { loads, outbox } = outboxWithLoads();
  outbox.add(sampleAlert(), ["generic"]);
  await settle();
  assert.deepEqual(loads[0]!.alerts[0], { alert: sampleAlert(), channels: ["generic"] });
});
