import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OpenGame } from "./game-under-test.ts";
import { materialsAt, onlyOneAt, seenAt } from "./looking.ts";

/** `Platform.remove`: what was seen is taken, and nothing else ever is. */
export function removalContract(open: OpenGame): void {
  describe("removal", () => {
    it("takes the whole stack that was seen, and no other", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.remove) return context.skip("this game server cannot take an item back");
      const place = await game.container({ material: "bow" }, { material: "diamond_sword" });
      const seen = seenAt(platform, place).find(({ item }) => item.material === "minecraft:bow")!;
      assert.equal(platform.remove(place, seen.slot, seen.item, 1), true);
      assert.deepEqual(materialsAt(platform, place), ["minecraft:diamond_sword"]);
    });

    it("cuts a stack", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.remove) return context.skip("this game server cannot take an item back");
      const place = await game.container({ material: "dirt", count: 5 });
      const { slot, item } = onlyOneAt(platform, place);
      assert.equal(platform.remove(place, slot, item, 4), true);
      assert.equal(onlyOneAt(platform, place).item.count, 1);
    });

    it("takes from a player and from the ground", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.remove) return context.skip("this game server cannot take an item back");
      const alex = await game.join("Alex");
      await game.put(alex, { material: "bow" });
      for (const place of [alex.place, await game.drop({ material: "bow" })]) {
        const { slot, item } = onlyOneAt(platform, place);
        assert.equal(platform.remove(place, slot, item, 1), true, place);
        assert.deepEqual(seenAt(platform, place), [], place);
      }
    });

    it("refuses a slot that holds another stack by now, and changes nothing", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.remove) return context.skip("this game server cannot take an item back");
      const alex = await game.join("Alex");
      await game.put(alex, { material: "bow" });
      const { slot, item } = onlyOneAt(platform, alex.place);
      await game.empty(alex);
      assert.equal(platform.remove(alex.place, slot, item, 1), false, "the slot is empty");
      await game.put(alex, { material: "bow" });
      assert.equal(platform.remove(alex.place, slot, item, 1), false, "another bow of the same kind");
      assert.deepEqual(materialsAt(platform, alex.place), ["minecraft:bow"]);
    });

    it("refuses the right stack at the wrong slot or place", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.remove) return context.skip("this game server cannot take an item back");
      const place = await game.container({ material: "bow" }, { material: "diamond_sword" });
      const other = await game.container({ material: "bow" });
      const [first, second] = seenAt(platform, place);
      assert.ok(first && second);
      assert.equal(platform.remove(place, second.slot, first.item, 1), false);
      assert.equal(platform.remove(other, first.slot, first.item, 1), false);
      assert.equal(platform.remove("block:no-such-world:1,2,3", first.slot, first.item, 1), false);
      assert.equal(seenAt(platform, place).length + seenAt(platform, other).length, 3);
    });
  });
}
