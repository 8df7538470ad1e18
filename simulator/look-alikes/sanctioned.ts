import { interacted, useUp } from "../acts/carrying.ts";
import { open } from "../acts/containers.ts";
import type { StoryKind } from "../stories/script.ts";
import type { Story } from "../stories/story.ts";
import type { Session } from "../world/account.ts";
import { BOX, TOOLS } from "../world/material.ts";
import { lift } from "../world/slots.ts";
import { savedStack } from "../world/snapshot.ts";
import { type Stack, withContents } from "../world/stack.ts";

export const templates: StoryKind = {
  id: "H11",
  title: "templates: kit, crate, shop stock, quest reward, merchant offer",
  twin: "D12",
  hasUnannouncedTwin: true,
  *tell(story) {
    const { world, random } = story;
    const takers = [story.player(), story.player()];
    // This kit is made from an item that staff hold. A kit from a file would have no id and be a new item each time.
    const template = story.treasure(story.player(), random.pick([...TOOLS, BOX]));
    yield random.between(2, 220);
    if (!story.isLive(template)) return;
    world.store("templates").add(lift(template));
    for (const taker of takers) {
      const kit = copyOf(story, template, "D12", "kit starter", taker);
      if (kit) interacted(world, taker, kit, "GIVE");
      yield random.between(5, 100);
    }
    yield random.between(20, 250);
  },
};

export const staffRestore: StoryKind = {
  id: "H13",
  title: "staff give or restore; the old item is really gone",
  twin: "D22",
  hasUnannouncedTwin: true,
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const thing = story.treasure(player, random.pick(TOOLS));
    yield random.between(20, 220);
    if (!story.isLive(thing)) return;
    const lost = savedStack(thing);
    if (random.chance(0.5)) useUp(world, player, thing);
    else world.items.end(thing);
    yield random.between(20, 300);
    if (story.isFaulty) world.truth.resurrected(lost.lineage!);
    else story.server.announce({ cause: "staff restore", ids: lost.tag === undefined ? [] : [lost.tag] });
    const restored = story.keep(world.items.revive(lost));
    story.giveTo(player, restored);
    interacted(world, player, restored, "GIVE");
    yield random.between(20, 220);
  },
};

export const fromQuarantine: StoryKind = {
  id: "H14",
  title: "return from quarantine",
  twin: "D22",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const thing = story.treasure(player, random.pick(TOOLS));
    yield random.between(20, 100);
    if (!story.isLive(thing)) return;
    world.items.end(thing);
    yield random.between(20, 200);
    const fresh = story.keep(world.items.mint(thing.material));
    story.giveTo(player, fresh);
    interacted(world, player, fresh, "RESTORED");
    yield 40;
  },
};

export const creativeClone: StoryKind = {
  id: "H12",
  title: "creative clone, pick-block with contents",
  twin: "D07",
  *tell(story) {
    const { world, random } = story;
    const builder = story.player();
    builder.account.isCreative = true;
    const thing = story.treasure(builder);
    yield random.between(5, 60);
    for (let clones = random.between(1, 3); clones > 0; clones--) {
      if (!story.isLive(thing)) return;
      const clone = story.keep(world.items.sanctionedCopy(thing));
      world.channel.emit({ kind: "authored-item", action: "CREATIVE", session: builder, stack: clone });
      story.giveTo(builder, clone);
      interacted(world, builder, clone, "CREATIVE");
      yield random.between(5, 250);
    }
  },
};

export const bulkEdit: StoryKind = {
  id: "H15",
  title: "WorldEdit paste, clone command, schematic with filled containers",
  twin: "D22",
  hasUnannouncedTwin: true,
  *tell(story) {
    const { world, random } = story;
    const builder = story.player();
    const chunk = story.stage(builder);
    const sources = [story.ownChest(chunk), story.ownChest(chunk)];
    for (const source of sources) {
      for (let items = 3; items > 0; items--) source.add(story.treasureInHand());
      open(world, builder, source);
    }
    yield random.between(20, 100);
    const targets = sources.map(() => story.ownChest(chunk));
    if (!story.isFaulty) story.server.announce({ cause: "paste", places: targets.map(({ place }) => place) });
    const paste = (copy: (stack: Stack) => Stack) => {
      sources.forEach((source, at) => {
        for (const stack of source.stacks()) targets[at]!.put(story.keep(copy(stack)), stack.index);
      });
    };
    if (story.isFaulty)
      story.duplication("pasted without a word", () => paste((stack) => world.items.copy(stack)), "D22");
    else paste((stack) => world.items.sanctionedCopy(stack));
    for (const target of targets)
      world.channel.emit({ kind: "sighting", action: "BLOCK_PLACE", slots: target, session: builder });
    yield random.between(40, 460);
  },
};

export const serverWantsIt: StoryKind = {
  id: "H25",
  title: "the server wants it: dupe command, bonus copies, vanilla dupers re-enabled",
  twin: "D05",
  hasUnannouncedTwin: true,
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const thing = story.treasure(player);
    yield random.between(20, 100);
    if (!story.isLive(thing)) return;
    const bonus = copyOf(story, thing, "D05", "bonus", player);
    if (bonus) interacted(world, player, bonus, "GIVE");
    yield random.between(40, 250);
  },
};

/** Makes a sanctioned copy if it is announced; otherwise an ordinary duplicate. */
function copyOf(story: Story, original: Stack, twin: string, cause: string, to: Session): Stack | undefined {
  if (story.isFaulty) {
    return story.duplicate(original, `${cause}, without a word`, (copy) => story.giveTo(to, copy), twin);
  }
  const ids = [...withContents(original)].flatMap(({ tag }) => tag ?? []);
  story.server.announce({ cause, ids });
  const copy = story.keep(story.world.items.sanctionedCopy(original));
  story.giveTo(to, copy);
  return copy;
}
