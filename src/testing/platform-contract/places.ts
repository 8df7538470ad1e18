import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { formatLocation, locationOfPlace, placeKind } from "../../core/index.ts";
import type { OpenGame, Seen } from "./game-under-test.ts";
import { isDark, materialsAt, onlyOneAt, seenAt } from "./looking.ts";

/** What can be looked at, and what a look shows. */
export function placeContract(open: OpenGame): void {
  describe("places", () => {
    it("shows every stack of a player, each in a slot of its own, where the player stands", async (context) => {
      const { platform, ...game } = await open(context);
      const alex = await game.join("Alex");
      assert.deepEqual(seenAt(platform, alex.place), []);
      await game.put(alex, { material: "diamond_sword" });
      await game.put(alex, { material: "dirt", count: 5 });
      const seen = seenAt(platform, alex.place);
      assert.deepEqual(materialsAt(platform, alex.place), ["minecraft:diamond_sword", "minecraft:dirt"]);
      assert.equal(new Set(seen.map(({ slot }) => slot)).size, 2);
      for (const { location } of seen) assert.equal(location, formatLocation(alex.location()));
    });

    it("shows the same of what cannot be stacked when nothing else is asked for", async (context) => {
      const { platform, ...game } = await open(context);
      const player = await game.join("Alex");
      await game.put(player, { material: "dirt", count: 5 });
      await game.put(player, { material: "diamond_sword" });
      const container = await game.container({ material: "dirt" }, { material: "bow" });
      for (const [place, hints] of [
        [player.place, { player, unstackableOnly: true }],
        [container, { unstackableOnly: true }],
      ] as const) {
        const unstackable = (seen: Seen[]) =>
          seen.filter(({ item }) => item.maxStackSize === 1).map(({ item, slot }) => ({ stack: item.stack, slot }));
        const all = unstackable(seenAt(platform, place));
        assert.equal(all.length, 1, place);
        assert.deepEqual(unstackable(seenAt(platform, place, hints)), all, place);
      }
    });

    it("is dark when the player has left", async (context) => {
      const { platform, ...game } = await open(context);
      const alex = await game.join("Alex");
      await game.put(alex, { material: "bow" });
      await game.leave(alex);
      assert.equal(isDark(platform, alex.place), true);
      assert.equal(isDark(platform, alex.place, { player: alex }), true);
    });

    it("shows what is in a container, at the container's own block", async (context) => {
      const { platform, ...game } = await open(context);
      const place = await game.container({ material: "bow" }, { material: "dirt" }, { material: "bow" });
      if (placeKind(place) === "ground") return context.skip("this game server has no containers");
      assert.equal(placeKind(place), "block");
      assert.deepEqual(materialsAt(platform, place), ["minecraft:bow", "minecraft:bow", "minecraft:dirt"]);
      const at = locationOfPlace(place);
      for (const { location } of seenAt(platform, place)) assert.equal(location, at && formatLocation(at));
    });

    it("shows what lies on the ground", async (context) => {
      const { platform, ...game } = await open(context);
      const place = await game.drop({ material: "bow" });
      assert.equal(placeKind(place), "ground");
      assert.equal(onlyOneAt(platform, place).item.material, "minecraft:bow");
    });

    it("says by a stamp that other entities lie on a ground than before", async (context) => {
      const { platform, ...game } = await open(context);
      if (platform.stampOf === undefined) return context.skip("this platform has no stamps");
      const place = await game.drop({ material: "bow" });
      const stamp = platform.stampOf(place);
      assert.notEqual(stamp, undefined);
      assert.equal(platform.stampOf(place), stamp);
      const { slot, item } = onlyOneAt(platform, place);
      assert.equal(platform.remove?.(place, slot, item, 1), true);
      await game.tick();
      assert.notEqual(platform.stampOf(place), stamp);
    });

    it("shows the top level only: core looks into boxes itself", async (context) => {
      const { platform, ...game } = await open(context);
      const place = await game.container({ material: "shulker_box", inside: [{ material: "bow" }] });
      // Bedrock has no undyed box under the plain name.
      assert.match(onlyOneAt(platform, place).item.material, /^minecraft:(undyed_)?shulker_box$/);
    });

    it("lists what can be looked at and is no player's, each place once", async (context) => {
      const { platform, ...game } = await open(context);
      const alex = await game.join("Alex");
      const places = [await game.container({ material: "bow" }), await game.drop({ material: "bow" })];
      const listed = [...platform.places()];
      for (const place of places) assert.equal(listed.filter((candidate) => candidate === place).length, 1, place);
      assert.ok(!listed.includes(alex.place));
      for (const place of listed) assert.equal(isVisible(place), true, place);

      function isVisible(place: string): boolean {
        return platform.look(place, () => {});
      }
    });

    it("is dark where a player is meant who was never there", async (context) => {
      const { platform } = await open(context);
      assert.equal(isDark(platform, "player:00000000-0000-4000-8000-000000000000"), true);
    });

    it("is dark and not listed while it is unloaded, and as it was when it is loaded again", async (context) => {
      const { platform, unload, load, ...game } = await open(context);
      if (!unload || !load) return context.skip("the driver cannot unload a place");
      const place = await game.container({ material: "bow" });
      onlyOneAt(platform, place).item.writeTag("kept");
      await unload(place);
      assert.equal(isDark(platform, place), true);
      assert.ok(![...platform.places()].includes(place));
      await load(place);
      assert.equal(onlyOneAt(platform, place).item.readTag(), "kept");
    });
  });
}
