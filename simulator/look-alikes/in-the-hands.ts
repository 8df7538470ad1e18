import { drop, improve, interacted, pickUp, rearrange, throughCursor } from "../acts/carrying.ts";
import { breakBlock, open, placeBox, putInto, takeFrom } from "../acts/containers.ts";
import type { Script, StoryKind } from "../stories/script.ts";
import type { Story } from "../stories/story.ts";
import type { Session } from "../world/account.ts";
import { BOX } from "../world/material.ts";
import { CURSOR_SLOT, FIRST_STATION_SLOT, INVENTORY_SLOTS, lift, OFF_HAND_SLOT } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";

export const boxCarried: StoryKind = {
  id: "H07",
  title: "box placed, filled, broken, carried",
  twin: "D10",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const chunk = story.stage(player);
    const box = story.treasure(player, BOX);
    yield random.between(5, 100);
    if (!story.isLive(box)) return;
    const block = story.own(placeBox(world, player, box));
    yield random.between(5, 60);
    open(world, player, block);
    const filling = story.treasure(player);
    if (!putInto(world, player, filling, block)) return;
    yield random.between(5, 100);
    if (!chunk.blocks.has(block.place)) return;
    const [dropped] = breakBlock(world, player, block);
    story.keep(dropped!);
    yield random.between(11, 60);
    if (story.isLive(dropped!)) pickUp(world, player, dropped!);
    yield random.between(16, 250);
  },
};

export const repairing: StoryKind = {
  id: "H08",
  title: "repair, enchant, rename, upgrade, dye a box",
  twin: "D08",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const thing = story.treasure(player);
    for (let times = random.between(1, 3); times > 0; times--) {
      yield random.between(5, 100);
      if (!story.isLive(thing)) return;
      rearrange(world, player, thing, FIRST_STATION_SLOT);
      yield random.between(1, 20);
      if (!story.isLive(thing)) return;
      improve(world, player, thing);
      const to = player.slots.freeSlot(INVENTORY_SLOTS);
      if (to >= 0) rearrange(world, player, thing, to);
    }
    yield 20;
  },
};

export const previews: StoryKind = {
  id: "H09",
  title: "previews: crafting, anvil, smithing, merchant offer",
  twin: "D08",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const thing = story.treasure(player);
    yield random.between(5, 60);
    if (!story.isLive(thing)) return;
    rearrange(world, player, thing, FIRST_STATION_SLOT);
    const preview = world.openDisplay(thing, "preview");
    yield random.between(5, 80);
    world.closeDisplay(preview);
    if (!story.isLive(thing)) return;
    if (random.chance(0.5)) improve(world, player, thing);
    const to = player.slots.freeSlot(INVENTORY_SLOTS);
    if (to >= 0) rearrange(world, player, thing, to);
    yield 20;
  },
};

export const blockedPickUp: StoryKind = {
  id: "H18",
  title: "a protection plugin blocks a pick-up; the event repeats every few ticks",
  twin: "D16",
  *tell(story) {
    const { world, random } = story;
    const owner = story.player();
    const passer = story.player();
    const chunk = story.stage(owner, passer);
    const thing = story.treasure(owner);
    yield random.between(5, 60);
    if (!story.isLive(thing)) return;
    drop(world, owner, thing);
    yield 11;
    for (let times = random.between(5, 15); times > 0; times--) {
      if (!story.isLive(thing)) return;
      interacted(world, passer, thing, "PICKUP", [chunk.ground], true);
      yield random.between(2, 10);
    }
    if (story.isLive(thing)) pickUp(world, owner, thing);
    yield 20;
  },
};

export const announcedNeverDone: StoryKind = {
  id: "H19",
  title: "events that announce what then does not happen",
  twin: "D16",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const other = story.player();
    const chunk = story.stage(player, other);
    const chest = story.chest(chunk);
    const thing = story.treasure(player);
    for (let times = random.between(2, 6); times > 0; times--) {
      yield random.between(5, 60);
      if (!story.isLive(thing)) return;
      const action = random.pick(["CONTAINER_TRANSFER", "DROP", "INVENTORY_CLICK"] as const);
      interacted(world, random.pick([player, other]), thing, action, [chest, chunk.ground], true);
    }
    yield 20;
  },
};

export const unreliableEvents: StoryKind = {
  id: "H20",
  title: "events doubled, late, out of order, missing",
  twin: "any",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const taker = story.player();
    const chunk = story.stage(player, taker);
    const thing = story.treasure(player);
    yield random.between(5, 60);
    if (!story.isLive(thing)) return;
    drop(world, player, thing);
    interacted(world, player, thing, "DROP", [chunk.ground]);
    yield random.between(11, 60);
    if (!story.isLive(thing)) return;
    // Nobody reports this pick-up. The drop is reported again instead, late.
    taker.slots.add(lift(thing), INVENTORY_SLOTS);
    yield random.between(1, 30);
    if (thing.home === undefined) story.giveTo(taker, thing);
    interacted(world, player, thing, "DROP", [chunk.ground]);
    yield random.between(1, 30);
    for (let twice = 0; twice < 2; twice++)
      if (story.isLive(thing)) interacted(world, taker, thing, "PICKUP", [chunk.ground]);
    yield 30;
  },
};

export const withinOneTick: StoryKind = {
  id: "H21",
  title: "inside one tick: cursor, swap key, drag, two players at one chest",
  twin: "D05",
  *tell(story) {
    const { world, random } = story;
    const one = story.player();
    const two = story.player();
    const chest = story.chest(story.stage(one, two));
    const thing = story.treasure(one);
    for (let times = random.between(2, 5); times > 0; times--) {
      yield random.between(3, 40);
      if (!story.isLive(thing) || thing.home !== one.slots) return;
      if (one.slots.slots[CURSOR_SLOT] === undefined)
        throughCursor(world, one, thing, one.slots.freeSlot(INVENTORY_SLOTS));
      rearrange(world, one, thing, OFF_HAND_SLOT);
      putInto(world, one, thing, chest);
      takeFrom(world, two, thing);
      putInto(world, two, thing, chest);
      takeFrom(world, one, thing);
    }
    yield* giveThenTake(story, one, two, thing);
  },
};

/** A plugin hands something over by giving first and taking later: in the same tick, in the next, or within the grace. */
function* giveThenTake(story: Story, from: Session, to: Session, thing: Stack): Script {
  const { world, random } = story;
  yield "entities";
  if (!story.isLive(thing) || thing.home !== from.slots) return;
  const given = story.keep(world.items.sanctionedCopy(thing));
  story.giveTo(to, given);
  interacted(world, to, given, "GIVE", [from.slots]);
  yield random.pick(["tasks", "blocks", random.between(1, world.truth.limits.graceTicks - 1)]);
  if (story.isLive(thing)) world.items.end(thing);
  yield random.between(20, 60);
}
