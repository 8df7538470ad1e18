import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Caller, type CommandSet, canonicalItemId, PERMISSIONS, playerPlace } from "../../core/index.ts";
import type { OpenGame } from "./game-under-test.ts";
import { onlyOneAt, seenAt } from "./looking.ts";

/** Players, what they may do and hear, ticks and commands. */
export function playerContract(open: OpenGame): void {
  describe("players, ticks and commands", () => {
    it("says what it is", async (context) => {
      const { platform } = await open(context);
      assert.notEqual(platform.name, "");
      assert.notEqual(platform.version, "");
    });

    it("lists whoever is online, with account, name and place", async (context) => {
      const { platform, ...game } = await open(context);
      const alex = await game.join("Alex");
      const bea = await game.join("Bea");
      assert.deepEqual([...platform.players()].map(({ name }) => name).sort(), ["Alex", "Bea"]);
      for (const player of [alex, bea]) {
        assert.equal(canonicalItemId(player.id), player.id);
        assert.equal(player.place, playerPlace(player.id));
        const { world, x, y, z } = player.location();
        assert.ok(world !== "" && [x, y, z].every(Number.isFinite));
      }
      assert.notEqual(alex.id, bea.id);
      await game.leave(alex);
      assert.deepEqual(
        [...platform.players()].map(({ name }) => name),
        ["Bea"],
      );
    });

    it("gives who joins again the same account", async (context) => {
      const game = await open(context);
      const alex = await game.join("Alex");
      await game.leave(alex);
      assert.equal((await game.join("Alex")).id, alex.id);
    });

    it("hears a player's client, one by one", async (context) => {
      const game = await open(context);
      const [alex, bea] = [await game.join("Alex"), await game.join("Bea")];
      if (!alex.lastInput || !bea.lastInput || !game.stand) return context.skip("nobody knows when a client was heard");
      for (const player of [alex, bea, alex]) {
        const before = player.lastInput!();
        await game.stand(player);
        assert.notEqual(player.lastInput!(), before);
      }
    });

    it("tells permissions apart", async (context) => {
      const game = await open(context);
      const alex = await game.join("Alex");
      const staff = await game.join("Staff", ["doubletake.alerts"]);
      assert.deepEqual(
        PERMISSIONS.filter((permission) => alex.hasPermission(permission)),
        [],
      );
      assert.deepEqual(
        PERMISSIONS.filter((permission) => staff.hasPermission(permission)),
        ["doubletake.alerts"],
      );
    });

    it("shows a message to the player it is for, and to no other", async (context) => {
      const game = await open(context);
      const alex = await game.join("Alex");
      const bea = await game.join("Bea");
      alex.send("§cHello §rAlex");
      await game.tick();
      assert.ok(game.heard(alex).some((text) => text.includes("Hello")));
      assert.ok(!game.heard(bea).some((text) => text.includes("Hello")));
    });

    it("gives a player this very stack, not a copy", async (context) => {
      const { platform, ...game } = await open(context);
      const alex = await game.join("Alex");
      if (!platform.createItem || !alex.give) return context.skip("this game server cannot give items");
      const item = platform.createItem("minecraft:bow")!;
      assert.equal(alex.give(item), true);
      item.writeTag("after");
      assert.equal(onlyOneAt(platform, alex.place).item.readTag(), "after");
    });

    it("gives nothing to a player without room", async (context) => {
      const { platform, ...game } = await open(context);
      const alex = await game.join("Alex");
      if (!platform.createItem || !alex.give) return context.skip("this game server cannot give items");
      let given = 0;
      while (given < 1000 && alex.give(platform.createItem("minecraft:bow")!)) given++;
      assert.ok(given > 0 && given < 1000, `${given} bows found room`);
      assert.equal(seenAt(platform, alex.place).length, given);
    });

    it("calls back at every tick, until that is ended", async (context) => {
      const { platform, ...game } = await open(context);
      let ticks = 0;
      const end = platform.onTick(() => ticks++);
      await game.tick();
      await game.tick();
      const counted = ticks;
      assert.ok(counted >= 2, `${counted} ticks`);
      end();
      await game.tick();
      assert.equal(ticks, counted);
    });

    it("hands what a player types to the command, word by word", async (context) => {
      const { platform, ...game } = await open(context);
      const runs: [root: string, caller: string, words: readonly string[]][] = [];
      platform.registerCommands(commandSet((root, caller, words) => runs.push([root, caller.name, words])));
      const alex = await game.join("Alex", ["doubletake.test"]);
      await game.type(alex, "/dttest history 5");
      assert.deepEqual(runs, [["dttest", "Alex", ["history", "5"]]]);
    });
  });
}

function commandSet(run: (root: string, caller: Caller, words: readonly string[]) => void): CommandSet {
  const limit = { name: "limit", kind: "integer", isOptional: true, choices: [] } as const;
  const history = { name: "history", parameters: [limit], permission: "doubletake.test" } as const;
  return {
    roots: [
      {
        name: "dttest",
        aliases: [],
        description: "For the contract",
        permissions: ["doubletake.test"],
        subcommands: [history],
      },
    ],
    run,
    complete: async () => [],
  };
}
