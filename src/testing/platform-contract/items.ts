import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Item } from "../../core/index.ts";
import type { OpenGame } from "./game-under-test.ts";
import { onlyOneAt, seenAt } from "./looking.ts";

/** What an item says of itself, its tag, its contents, and its encoded form. */
export function itemContract(open: OpenGame): void {
  describe("items", () => {
    it("tell material, count, and the largest stack of their type", async (context) => {
      const { platform, ...game } = await open(context);
      const { item: sword } = onlyOneAt(platform, await game.container({ material: "diamond_sword" }));
      assert.deepEqual([sword.material, sword.count, sword.maxStackSize], ["minecraft:diamond_sword", 1, 1]);
      const { item: dirt } = onlyOneAt(platform, await game.container({ material: "dirt", count: 5 }));
      assert.deepEqual([dirt.material, dirt.count, dirt.maxStackSize], ["minecraft:dirt", 5, 64]);
      assert.equal(sword.hasMetadata, true);
    });

    it("keep a tag as it is written, for every later look", async (context) => {
      const { platform, ...game } = await open(context);
      const place = await game.container({ material: "bow" });
      assert.equal(onlyOneAt(platform, place).item.readTag(), undefined);
      for (const text of ["abcdef12-0000-4000-8000-000000000000", "ABC", "", "ünicode"]) {
        onlyOneAt(platform, place).item.writeTag(text);
        assert.equal(onlyOneAt(platform, place).item.readTag(), text);
      }
      onlyOneAt(platform, place).item.writeTag(undefined);
      assert.equal(onlyOneAt(platform, place).item.readTag(), undefined);
    });

    it("are the same stack in two looks, and another one in another slot", async (context) => {
      const { platform, ...game } = await open(context);
      const place = await game.container({ material: "bow" }, { material: "bow" });
      const [first, second] = seenAt(platform, place);
      assert.ok(first && second);
      const again = seenAt(platform, place);
      assert.equal(again.find(({ slot }) => slot === first.slot)?.item.stack, first.item.stack);
      assert.notEqual(first.item.stack, second.item.stack);
    });

    it("are given to other plugins by the game's own stack, and nothing else is", async (context) => {
      const { platform, ...game } = await open(context);
      if (platform.itemOf === undefined) return context.skip("other plugins work with ids only here");
      const place = await game.container({ material: "bow" });
      const { item } = onlyOneAt(platform, place);
      platform.itemOf(item.stack)?.writeTag("theirs");
      assert.equal(onlyOneAt(platform, place).item.readTag(), "theirs");
      for (const other of [{}, [], new Date()]) assert.equal(platform.itemOf(other), undefined);
      for (const other of [{}, item.stack]) assert.equal(platform.playerOf?.(other), undefined);
    });

    it("show what is inside a box, and keep a change only once it is written back", async (context) => {
      const { platform, ...game } = await open(context);
      const inside = [{ material: "bow" }, { material: "dirt", count: 3 }] as const;
      const place = await game.container({ material: "shulker_box", inside });
      const box = () => onlyOneAt(platform, place).item;
      assert.deepEqual(insideOf(box()), ["0 1x minecraft:bow", "1 3x minecraft:dirt"]);
      box()
        .contents()
        ?.each((item) => item.writeTag("lost"));
      assert.ok(tagsIn(box()).every((tag) => tag === undefined));
      const contents = box().contents();
      assert.equal(contents?.kind, "shulker-box");
      contents?.each((item, slot) => slot === 0 && item.writeTag("kept"));
      contents?.writeBack();
      assert.deepEqual(tagsIn(box()), ["kept", undefined]);
    });

    it("let something be taken out of a box", async (context) => {
      const { platform, ...game } = await open(context);
      const inside = [{ material: "bow" }, { material: "dirt", count: 3 }] as const;
      const place = await game.container({ material: "shulker_box", inside });
      const contents = onlyOneAt(platform, place).item.contents();
      contents?.remove(0, 1);
      contents?.remove(1, 1);
      contents?.writeBack();
      assert.deepEqual(insideOf(onlyOneAt(platform, place).item), ["1 2x minecraft:dirt"]);
    });

    it("show boxes within boxes", async (context) => {
      const { platform, ...game } = await open(context);
      const inner = { material: "shulker_box", inside: [{ material: "bow" }] } as const;
      const place = await game.container({ material: "shulker_box", inside: [inner] });
      const outer = onlyOneAt(platform, place).item.contents();
      outer?.each((box) => {
        const contents = box.contents();
        contents?.each((bow) => bow.writeTag("deep"));
        contents?.writeBack();
      });
      outer?.writeBack();
      const deep: string[] = [];
      onlyOneAt(platform, place)
        .item.contents()
        ?.each((box) => deep.push(...tagsIn(box).map(String)));
      assert.deepEqual(deep, ["deep"]);
    });

    it("that cannot hold others have no contents", async (context) => {
      const { platform, ...game } = await open(context);
      assert.equal(onlyOneAt(platform, await game.container({ material: "bow" })).item.contents(), undefined);
    });

    it("can be made again from their encoded form: tag, count and contents included", async (context) => {
      const { platform, ...game } = await open(context);
      if (!platform.decodeItem) return context.skip("this game server cannot decode items");
      const inside = [{ material: "bow" }, { material: "dirt", count: 3 }] as const;
      const { item } = onlyOneAt(platform, await game.container({ material: "shulker_box", inside }));
      item.writeTag("kept");
      const copy = platform.decodeItem(item.encode());
      assert.ok(copy);
      assert.deepEqual([copy.material, copy.count, copy.readTag()], [item.material, 1, "kept"]);
      assert.deepEqual(insideOf(copy), ["0 1x minecraft:bow", "1 3x minecraft:dirt"]);
      assert.notEqual(copy.stack, item.stack);
      copy.writeTag("another");
      assert.equal(item.readTag(), "kept");
    });

    it("are not made of data that is not this game's", async (context) => {
      const { platform } = await open(context);
      if (!platform.decodeItem) return context.skip("this game server cannot decode items");
      assert.equal(platform.decodeItem(new Uint8Array([1, 2, 3])), undefined);
      assert.equal(platform.decodeItem(new Uint8Array()), undefined);
    });

    it("can be made by their material's name, untagged and in nobody's hands", async (context) => {
      const { platform } = await open(context);
      if (!platform.createItem) return context.skip("this game server cannot make items");
      const item = platform.createItem("minecraft:diamond_sword");
      assert.deepEqual([item?.material, item?.count, item?.readTag()], ["minecraft:diamond_sword", 1, undefined]);
      assert.equal(platform.createItem("minecraft:no_such_item"), undefined);
    });
  });
}

function insideOf(box: Item): string[] {
  const inside: string[] = [];
  box.contents()?.each(({ material, count }, slot) => inside.push(`${slot} ${count}x ${material}`));
  return inside;
}

function tagsIn(box: Item): (string | undefined)[] {
  const tags: (string | undefined)[] = [];
  box.contents()?.each((item) => tags.push(item.readTag()));
  return tags;
}
