import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { CaseRecord } from "../../../../src/index.ts";
import { type PostgresServer, sharedPostgres } from "../../../support/postgres-server.ts";
import type { BedrockClient } from "../support/bedrock-client.ts";
import { box, inv } from "../support/inventory-acts.ts";
import { until } from "../support/wait.ts";
import { type NetworkServer, NetworkStage } from "./network-stage.ts";

// Two Serenities on one PostgreSQL, with an inventory-sync plugin, and real clients who travel between them.

for (const announces of [true, false]) {
  describe(`a network whose sync plugin ${announces ? "says" : "does not say"} when it is done`, () => {
    let postgres: PostgresServer;
    let stage: NetworkStage;
    let [alpha, beta] = [] as unknown as [NetworkServer, NetworkServer];
    let sites = 0;

    before(async () => {
      postgres = await sharedPostgres();
      stage = await NetworkStage.open(await postgres.freshDatabase(), { servers: ["alpha", "beta"], announces });
      [alpha, beta] = stage.servers as [NetworkServer, NetworkServer];
    });
    after(async () => {
      await stage?.discard();
      if (postgres?.isOurs) await postgres.remove();
    });

    /** A player of the scenario's own with a marked sword on alpha. */
    async function adaWithSword(): Promise<{ ada: BedrockClient; name: string; mark: string; itemId: string }> {
      const site = sites++;
      const [name, mark] = [`Ada${site}${announces ? "a" : "b"}`, `sword ${site}`];
      const ada = await stage.join(alpha, name);
      return { ada, name, mark, itemId: await stage.giveSword(ada, alpha, mark) };
    }

    /** A chest on a server, where the player puts the sword. */
    async function store(client: BedrockClient, server: NetworkServer): Promise<void> {
      const at = chestOf(sites);
      goTo(client, at);
      await server.call("setBlock", at, "chest");
      await client.world.openBlock(at);
      await client.acts.place(1, inv(0), box(0));
      await until("an empty slot", () => !client.items.inventory[0]);
    }

    const chestOf = (site: number) => ({ x: 4, y: 1, z: 4 + site });

    function goTo(client: BedrockClient, { x, z }: { readonly x: number; readonly z: number }): void {
      client.movement.warpTo({ x: x + 1.5, y: 1, z: z + 0.5 });
    }

    async function isSettled(itemId: string): Promise<boolean> {
      return (await stage.cases(itemId)).length > 0;
    }

    /** Proven, told once on the whole network, one copy left. */
    async function expectProof(itemId: string, mark: string): Promise<CaseRecord> {
      const record = await until("the proof", async () =>
        (await stage.cases(itemId)).find(({ type }) => type === "DUPLICATE_ITEM"),
      );
      const left = await until("one copy left", async () => {
        const copies = await stage.copies(mark);
        return copies.length === 1 ? copies : undefined;
      });
      assert.equal(left.length, 1);
      await alpha.call("ticks", 60);
      assert.equal((await stage.copies(mark)).length, 1, "the last copy stays");
      assert.equal((await stage.cases(itemId)).length, 1, "one case for the network");
      const told = await stage.proofsTold(record.number);
      assert.ok(told.length >= 1 && told.length <= stage.servers.length, told.join("\n"));
      assert.equal(new Set(told.map((line) => line.split(":")[0])).size, told.length, "nobody is told twice");
      return record;
    }

    test("an honest traveller is never accused, there and back again", async () => {
      const { ada, mark, itemId } = await adaWithSword();
      const told = (await stage.serious()).length;
      let client = await stage.travel(ada, alpha, beta);
      await until("the sword on beta", () => client.items.inventory[0]?.nbt.mark === mark);
      client = await stage.travel(client, beta, alpha);
      await until("the sword on alpha", () => client.items.inventory[0]?.nbt.mark === mark);
      await store(client, alpha);
      client = await stage.travel(client, alpha, beta);
      await beta.call("ticks", 120);
      assert.deepEqual((await stage.serious()).slice(told), []);
      assert.deepEqual(await stage.cases(itemId), []);
      assert.equal((await stage.copies(mark)).length, 1);
      await stage.leave(client, beta);
    });

    test("an older snapshot brings the sword back that lies in a chest: proven, and one is left", async () => {
      const { ada, mark, itemId } = await adaWithSword();
      // What she had is on record once.
      let client = await stage.travel(ada, alpha, beta);
      client = await stage.travel(client, beta, alpha);
      await alpha.ask("err", "stale");
      await store(client, alpha);
      client = await stage.travel(client, alpha, beta);
      await alpha.ask("err", "none");
      await until("the copy on beta", () => client.items.inventory[0]?.nbt.mark === mark);
      await expectProof(itemId, mark);
      await stage.leave(client, beta);
    });

    // The rest does not depend on who says when a player's things are there.
    if (!announces) return;

    test("what was taken is given back once, on whichever server its owner is", async () => {
      const { ada, name, mark, itemId } = await adaWithSword();
      let client = await stage.travel(ada, alpha, beta);
      client = await stage.travel(client, beta, alpha);
      await alpha.ask("err", "stale");
      await store(client, alpha);
      client = await stage.travel(client, alpha, beta);
      await alpha.ask("err", "none");
      const { number } = await expectProof(itemId, mark);
      // The order is given where the owner is not.
      await alpha.staff.chat.run(`/doubletake restore ${number} ${name}`);
      await until("it in her hands", async () => (await stage.copies(mark)).length === 2);
      client = await stage.travel(client, beta, alpha);
      client = await stage.travel(client, alpha, beta);
      await beta.staff.chat.run(`/doubletake restore ${number} ${name}`);
      await beta.call("ticks", 60);
      assert.equal((await stage.copies(mark)).length, 2, (await stage.copies(mark)).join("\n"));
      const entries = await beta.ask("quarantined", number);
      assert.deepEqual(
        entries.filter(({ state }) => state !== "dropped").map(({ state }) => state),
        ["returned"],
      );
      assert.equal((await stage.cases(itemId)).length, 1, "what was given back is no copy");
      await stage.leave(client, beta);
    });

    test("an account on two servers at once is one record, until one of them puts the sword elsewhere", async () => {
      const { ada, name, mark, itemId } = await adaWithSword();
      // A snapshot with the sword is on record, and the plugin on beta does not wait for alpha.
      const back = await stage.travel(await stage.travel(ada, alpha, beta), beta, alpha);
      await beta.ask("err", "unlocked");
      const twin = await stage.join(beta, name);
      await beta.ask("err", "none");
      await until("the sword on beta", () => twin.items.inventory[0]?.nbt.mark === mark);
      await beta.call("ticks", 100);
      assert.deepEqual(await stage.cases(itemId), [], "two views of one record accuse nobody");
      await store(back, alpha);
      await expectProof(itemId, mark);
      await stage.leave(back, alpha);
      await stage.leave(twin, beta);
    });

    test("a server that is killed after the player left blames nobody, and one sword is left", async () => {
      const { ada, name, mark, itemId } = await adaWithSword();
      await store(ada, alpha);
      await alpha.call("save");
      await ada.acts.take(1, box(0), inv(0));
      await until("the sword in hand", () => ada.items.inventory[0]?.nbt.mark === mark);
      const client = await stage.travel(ada, alpha, beta);
      await until("the sword on beta", () => client.items.inventory[0]?.nbt.mark === mark);
      await beta.call("ticks", 60);
      await alpha.crash();
      await beta.call("ticks", 60);
      assert.deepEqual(await stage.cases(itemId), [], "nobody is accused while alpha is away");
      await alpha.startAgain();
      // The chunk comes to light, and with it the sword that the world was saved with.
      goTo(alpha.staff, chestOf(sites));
      await until(
        "the chest in sight",
        async () => (await alpha.call("copies", mark)).length > 0 || (await isSettled(itemId)),
      );
      await until("one sword left", async () => (await stage.copies(mark)).length === 1);
      await beta.call("ticks", 100);
      assert.equal((await stage.copies(mark)).length, 1);
      for (const record of await stage.cases(itemId))
        assert.notEqual(record.playerName, name, "a crash is nobody's doing");
      await stage.leave(client, beta);
    });

    test("a server that is cut off from the database accuses nobody, and nobody is accused because of it", async () => {
      const { ada, mark, itemId } = await adaWithSword();
      await alpha.proxy.cut();
      let client = await stage.travel(ada, alpha, beta);
      await until("the sword on beta", () => client.items.inventory[0]?.nbt.mark === mark);
      await store(client, beta);
      await beta.call("ticks", 60);
      await alpha.proxy.mend();
      client = await stage.travel(client, beta, alpha);
      await alpha.call("ticks", 120);
      assert.deepEqual(
        (await stage.cases(itemId)).filter(({ severity }) => severity === "HIGH" || severity === "CRITICAL"),
        [],
      );
      assert.equal((await stage.copies(mark)).length, 1);
      await stage.leave(client, alpha);
    });
  });
}
