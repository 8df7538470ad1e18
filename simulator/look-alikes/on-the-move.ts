import { drop, interacted, pickUp, rearrange } from "../acts/carrying.ts";
import { randomSpot } from "../acts/chunks.ts";
import { open, putInto, takeFrom } from "../acts/containers.ts";
import { die, quit, respawn } from "../acts/lives.ts";
import type { StoryKind } from "../stories/script.ts";
import { lift } from "../world/slots.ts";

export const walking: StoryKind = {
  id: "H01",
  title: "walking, riding, flying with the item",
  twin: "–",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const thing = story.treasure(player);
    for (let steps = random.between(4, 12); steps > 0; steps--) {
      const { at } = player.account;
      player.account.at = { ...at, x: Math.max(0, at.x + random.between(-20, 20)) };
      if (story.isLive(thing)) rearrange(world, player, thing, random.int(36));
      yield random.between(5, 60);
    }
  },
};

export const teleporting: StoryKind = {
  id: "H02",
  title: "teleport, portal, respawn, relog elsewhere",
  twin: "D21",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const { account } = player;
    const thing = story.treasure(player);
    yield random.between(16, 60);
    account.at = randomSpot(world, random);
    if (story.isLive(thing)) interacted(world, player, thing, "INVENTORY_CLICK");
    yield random.between(16, 60);
    quit(world, player);
    account.at = randomSpot(world, random);
    yield random.between(5, 400);
    const again = story.backOnline(account);
    yield random.between(1, 30);
    if (story.isLive(thing)) interacted(world, again, thing, "INVENTORY_CLICK");
    yield random.between(20, 60);
  },
};

export const handOverByDropping: StoryKind = {
  id: "H03",
  title: "hand-over by dropping, picked up much later, by anyone",
  twin: "D03",
  *tell(story) {
    const { world, random } = story;
    const giver = story.player();
    const taker = story.player();
    story.stage(giver, taker);
    const thing = story.treasure(giver);
    yield random.between(1, 220);
    if (story.isLive(thing)) drop(world, giver, thing);
    yield random.between(11, 900);
    if (story.isLive(thing)) pickUp(world, taker, thing);
    yield random.between(20, 250);
  },
};

export const hopperLine: StoryKind = {
  id: "H04",
  title: "chest, hopper line, dropper, water: many hops without a player",
  twin: "D18",
  *tell(story) {
    const { world, random } = story;
    const sender = story.player();
    const taker = story.player();
    const chunk = story.stage(sender, taker);
    const line = [story.ownChest(chunk), story.chest(chunk, 5), story.chest(chunk, 5), story.ownChest(chunk)];
    const thing = story.treasure(sender);
    yield random.between(1, 40);
    if (story.isLive(thing)) putInto(world, sender, thing, line[0]!);
    for (const next of line.slice(1)) {
      yield 8;
      yield "blocks";
      if (story.isLive(thing)) next.add(lift(thing));
    }
    if (random.chance(0.5)) {
      yield "entities";
      if (!story.isLive(thing)) return;
      thing.entity = `item-${world.fresh()}`;
      chunk.ground.add(lift(thing));
      yield random.between(10, 40);
      if (story.isLive(thing)) pickUp(world, taker, thing);
    } else {
      yield random.between(1, 300);
      open(world, taker, line[3]!);
      if (story.isLive(thing)) takeFrom(world, taker, thing);
    }
    yield random.between(20, 60);
  },
};

export const sameChestInTurn: StoryKind = {
  id: "H05",
  title: "two players look into the same chest in turn",
  twin: "D15",
  *tell(story) {
    const { world, random } = story;
    const one = story.player();
    const two = story.player();
    const chest = story.chest(story.stage(one, two));
    const thing = story.treasure(one);
    yield random.between(1, 40);
    if (story.isLive(thing)) putInto(world, one, thing, chest);
    for (let turns = 4; turns > 0; turns--) {
      yield random.between(5, 60);
      const viewer = turns % 2 === 0 ? two : one;
      open(world, viewer, chest);
      if (random.chance(0.3) && story.isLive(thing)) interacted(world, viewer, thing, "INVENTORY_CLICK", [chest]);
    }
    yield 20;
  },
};

export const dying: StoryKind = {
  id: "H06",
  title: "death, drops, recovery by anyone; keepInventory",
  twin: "D04",
  *tell(story) {
    const { world, random } = story;
    const victim = story.player();
    const finder = random.chance(0.5) ? victim : story.player();
    story.stage(victim, finder);
    const thing = story.treasure(victim);
    yield random.between(5, 220);
    const keeps = random.chance(0.3);
    const spot = victim.account.at;
    die(world, victim, keeps);
    yield random.between(1, 60);
    respawn(world, victim, spot);
    yield random.between(11, 200);
    if (!keeps && story.isLive(thing) && thing.home?.kind === "ground") pickUp(world, finder, thing);
    yield random.between(20, 60);
  },
};
