import { drop, interacted, layDown, pickUp } from "../acts/carrying.ts";
import { breakBlock, placeBox } from "../acts/containers.ts";
import type { StoryKind } from "../stories/script.ts";
import type { Story } from "../stories/story.ts";
import { BED, BOX, TNT, TOOLS } from "../world/material.ts";
import type { Slots } from "../world/slots.ts";
import { lift } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const blockDuper: StoryKind = {
  id: "D09",
  title: "Block dupers and plural drops",
  twin: "H07",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    story.stage(player);
    yield random.between(1, 30);
    const material = random.pick([BED, TNT]);
    const isPlural = story.isFaulty;
    if (isPlural) world.truth.surplus("D09", material === BED ? "a bed dropped twice" : "a piston moved what exploded");
    for (let drops = isPlural ? 2 : 1; drops > 0; drops--) {
      const stack = story.keep(world.items.mint(material));
      interacted(world, player, stack, "BLOCK_BREAK", [layDown(world, player, stack)]);
    }
    yield random.between(20, 60);
  },
};

export const boxBrokenTwice: StoryKind = {
  id: "D10",
  title: "Box broken twice, or placed and kept",
  twin: "H07",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const chunk = story.stage(player);
    const box = story.treasure(player, BOX);
    if (random.chance(0.1)) for (const inner of box.inside!.stacks()) world.items.end(inner);
    yield random.between(5, 220);
    if (!story.isLive(box)) return;
    const isKept = random.chance(0.4);
    const spare =
      isKept && story.isFaulty ? secondBox(story, box.inside!, "the box was placed and stayed in the hand") : undefined;
    if (spare) story.giveTo(player, spare);
    const block = story.own(placeBox(world, player, box));
    yield random.between(1, 60);
    if (!chunk.blocks.has(block.place)) return;
    const twin =
      story.isFaulty && !isKept ? secondBox(story, block, "two causes broke the box in one tick") : undefined;
    const dropped = breakBlock(world, player, block).map((stack) => story.keep(stack));
    if (twin) interacted(world, player, twin, "BLOCK_BREAK", [layDown(world, player, twin)]);
    yield random.between(11, 40);
    for (const stack of [...dropped, ...(twin ? [twin] : [])]) {
      if (random.chance(0.5) && story.isLive(stack)) pickUp(world, player, stack);
    }
    yield* aftermath(story, dropped[0], twin ?? spare);
  },
};

/** A box with copies of everything in the other box. The boxes themselves share no id. */
function secondBox(story: Story, contents: Slots, how: string): Stack {
  const { world } = story;
  const box = world.items.mint(BOX);
  const event = story.duplication(how, () => {
    for (const inner of contents.stacks()) box.inside!.put(world.items.copy(inner), inner.index);
  });
  if (event === undefined) world.truth.surplus("D10", how);
  return story.keep(box);
}

export const dropMultiplier: StoryKind = {
  id: "D11",
  title: "Drop multiplier",
  twin: "H06",
  *tell(story) {
    const { world, random } = story;
    const hunter = story.player();
    const chunk = story.stage(hunter);
    const creature = story.entity(chunk, 2);
    const prize = story.treasure(hunter);
    yield random.between(5, 100);
    if (!story.isLive(prize)) return;
    creature.add(lift(prize));
    interacted(world, hunter, prize, "CONTAINER_TRANSFER", [creature]);
    yield random.between(5, 100);
    if (!story.isLive(prize)) return;
    world.channel.emit({ kind: "going-dark", action: "DEATH", slots: creature, session: hunter });
    layDown(world, hunter, prize);
    world.removeEntity(creature);
    const copies: (Stack | undefined)[] = [];
    for (let more = story.isFaulty ? random.between(1, 3) : 0; more > 0; more--) {
      copies.push(
        story.duplicate(prize, "what the creature carried was multiplied", (made) => layDown(world, hunter, made)),
      );
    }
    world.channel.emit({ kind: "sighting", action: "DEATH", slots: chunk.ground });
    yield random.between(11, 60);
    const [copy] = copies;
    if (copy && story.isLive(copy) && random.chance(0.6)) pickUp(world, hunter, copy);
    yield* aftermath(story, prize, copy);
  },
};

export const groundStacker: StoryKind = {
  id: "D17",
  title: "Ground stackers and auto-pickup",
  twin: "H03",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const collector = story.player();
    const chunk = story.stage(player, collector);
    const prize = story.treasure(player, random.pick(TOOLS));
    yield random.between(5, 100);
    if (!story.isLive(prize)) return;
    drop(world, player, prize);
    yield random.between(11, 40);
    if (!story.isLive(prize)) return;
    const way = random.pick(["count", "copy", "stackable"] as const);
    let copy: Stack | undefined;
    if (story.isFaulty && way === "stackable") {
      world.truth.surplus("D17", "the stacker paid out what another plugin had taken");
      story.giveTo(collector, story.keep(world.items.mint(TNT, 16)));
    } else if (story.isFaulty && way === "count") {
      story.duplication("the count beside the entity was paid out", () => world.items.recount(prize, 2));
    } else if (story.isFaulty) {
      copy = story.duplicate(prize, "auto-pickup took it, the stacker kept it", (made) =>
        story.giveTo(collector, made),
      );
      if (copy) interacted(world, collector, copy, "PICKUP", [chunk.ground]);
    }
    if (story.isLive(prize) && random.chance(0.7)) pickUp(world, player, prize);
    yield* aftermath(story, prize, copy);
  },
};
