import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { PlaceKey, Platform } from "../../core/index.ts";
import type { OpenGame, Seen } from "./game-under-test.ts";
import { materialsAt, onlyOneAt, seenAt } from "./looking.ts";

/** `Platform.replace`: a slot gets a stack object of its own. */
export function replacingContract(open: OpenGame): void {
  describe("replacing", () => {
    it("puts a stack of its own into a slot whose stack object is in another slot too", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.replace) return context.skip("this game server cannot replace a stack");
      const alex = await game.join("Alex");
      await game.put(alex, { material: "diamond_sword" });
      const inside = [{ material: "bow" }] as const;
      for (const place of [
        await game.container({ material: "shulker_box", inside }),
        await game.drop({ material: "bow" }),
        alex.place,
      ]) {
        const other = await game.container({ material: "diamond_sword" });
        const [one, shared] = [onlyOneAt(platform, place), onlyOneAt(platform, other)];
        assert.equal(platform.replace(other, shared.slot, shared.item, one.item), true, place);
        onlyOneAt(platform, place).item.writeTag("both");
        assert.equal(onlyOneAt(platform, other).item.readTag(), "both", "one object in two slots");
        assert.equal(ownStackAt(platform, place), true, place);
        onlyOneAt(platform, place).item.writeTag("own");
        assert.equal(onlyOneAt(platform, place).item.readTag(), "own", place);
        assert.equal(onlyOneAt(platform, other).item.readTag(), "both", place);
        assert.deepEqual(materialsAt(platform, place), materialsAt(platform, other));
      }
    });

    it("refuses a slot that holds another stack by now, and the right stack at the wrong slot or place", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.replace) return context.skip("this game server cannot replace a stack");
      const place = await game.container({ material: "bow" }, { material: "diamond_sword" });
      const other = await game.container({ material: "bow" });
      const [first, second] = seenAt(platform, place) as [Seen, Seen];
      const by = platform.decodeItem!(first.item.encode())!;
      assert.equal(platform.replace(place, second.slot, first.item, by), false);
      assert.equal(platform.replace(other, onlyOneAt(platform, other).slot, first.item, by), false);
      assert.equal(platform.replace("block:no-such-world:1,2,3", first.slot, first.item, by), false);
      assert.equal(platform.replace(place, first.slot, first.item, by), true);
      assert.equal(platform.replace(place, first.slot, first.item, second.item), false, "it is another one by now");
      assert.deepEqual(materialsAt(platform, place), ["minecraft:bow", "minecraft:diamond_sword"]);
    });
  });
}

function ownStackAt(platform: Platform, place: PlaceKey): boolean {
  const { item, slot } = onlyOneAt(platform, place);
  return platform.replace!(place, slot, item, platform.decodeItem!(item.encode())!);
}
