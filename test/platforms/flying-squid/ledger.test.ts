import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../serenity/support/wait.ts";
import { click, writeSlot } from "./support/acts.ts";
import type { Bot } from "./support/bot.ts";
import { GuardedServer, HAND } from "./support/guarded-server.ts";
import { VERSIONS } from "./support/squid-harness.ts";

// Diamonds that grow out of nothing are told of; those that are given, found, handed over or carried home are not.

/** What is counted does not depend on the version. */
const version = VERSIONS[0];
/** Players are looked at every fourth tick, and the ground in between. */
const CONFIG = "scan-interval: 4\nbalance:\n  materials:\n    diamond: 1\n";
const EVERYTHING_TICKS = 20;
/** What a gift explains besides itself is forgotten after this. */
const GIFT_TICKS = 25;
const SURVIVAL = 0;
const CREATIVE = 1;

describe(`the ledger on ${version}`, () => {
  let server: GuardedServer;
  let bea: Bot;
  let alex: Bot;

  before(async () => {
    server = await GuardedServer.start({ version, config: CONFIG });
    // Who joined first is offered first what lies within reach.
    bea = await server.join("Bea");
    alex = await server.join("Alex");
    await server.bring(bea, 3);
    await server.bring(alex, 1);
  });

  after(() => server.discard());

  const gameMode = (mode: number) => Object.assign(server.harness.player("Alex"), { gameMode: mode });
  const held = (bot: Bot) =>
    server.harness
      .player(bot.name)
      .inventory.slots.reduce((sum, stack) => sum + (stack?.name === "diamond" ? stack.count : 0), 0);
  const diamonds = (count: number) => server.items.toNetwork(server.items.create("diamond", count)!);
  const told = async () => {
    await server.ticks(EVERYTHING_TICKS);
    const balances = server.alerts.filter(({ type }) => type === "BALANCE_DISCREPANCY");
    return balances.map(({ player, details }) => `${player} ${details}`);
  };

  it("is silent about gifts, and about stacks that are split", async () => {
    await server.harness.serv.handleCommand("give Alex diamond 64");
    await until("64 diamonds", () => held(alex) === 64);
    await server.ticks(GIFT_TICKS);
    click(alex, HAND, { button: 1 });
    await until("half of them on the cursor", () => held(alex) === 32);
    click(alex, HAND + 1);
    await until("all of them", () => held(alex) === 64);
    assert.deepEqual(await told(), []);
  });

  it("is silent about what is dropped for another, who has some already", async () => {
    await server.harness.serv.handleCommand("give Bea diamond 5");
    await until("5 diamonds", () => held(bea) === 5);
    await server.ticks(GIFT_TICKS);
    await server.handOver(alex, bea, "diamond");
    await until("the diamonds with Bea", () => held(bea) > 5);
    await until("none on the ground", () => held(alex) + held(bea) === 69);
    assert.deepEqual(await told(), []);
  });

  it("is silent about what a broken block leaves lying", async () => {
    await server.bring(bea, 5);
    const { serv } = server.harness;
    const type = serv.registry.itemsByName.diamond!.id;
    const { world, position } = server.harness.player("Alex");
    const before = held(alex);
    serv.spawnObject((serv.registry.entitiesByName.item ?? serv.registry.entitiesByName.Item)!.id, world, position, {
      itemId: type,
      itemCount: 3,
      pickupTime: 500,
      deathTime: 60_000,
    });
    await until("three more", () => held(alex) === before + 3);
    assert.deepEqual(await told(), []);
  });

  it("is silent about who leaves and comes back", async () => {
    const before = held(alex);
    await server.leave(alex);
    alex = await server.join("Alex");
    await server.bring(alex, 1);
    await until("the diamonds", () => held(alex) === before);
    assert.deepEqual(await told(), []);
  });

  it("is silent about what is taken in creative mode", async () => {
    gameMode(CREATIVE);
    writeSlot(alex, HAND + 4, diamonds(10));
    await until("ten more", () => server.at(alex, HAND + 4)?.count === 10);
    await server.ticks(GIFT_TICKS);
    gameMode(SURVIVAL);
    assert.deepEqual(await told(), []);
  });

  it("has nothing to tell of what a client writes into its slots in survival mode: that is refused", async () => {
    const before = held(alex);
    writeSlot(alex, HAND + 5, diamonds(40));
    await server.untilAlert("FORGED_ID");
    assert.equal(held(alex), before);
    assert.deepEqual(await told(), []);
  });

  it("tells of a stack that grows by a fault of the server, with the right numbers", async () => {
    const before = held(alex);
    const stack = server.harness.player("Alex").inventory.slots.find((one) => one?.name === "diamond")!;
    stack.count += 40;
    await until("the alert", async () => (await told()).length > 0);
    assert.deepEqual(await told(), [`Alex ${before + 40} DIAMOND where the ledger has ${before}: 40 too many`]);
  });
});
