import { interacted, rearrange } from "../acts/carrying.ts";
import { open, putInto, takeFrom } from "../acts/containers.ts";
import { join, joinAgain, quit } from "../acts/lives.ts";
import type { Script, StoryKind } from "../stories/script.ts";
import type { Story } from "../stories/story.ts";
import { INVENTORY_SLOTS, lift } from "../world/slots.ts";

export const menus: StoryKind = {
  id: "H10",
  title: "menus with clones: auction list, kit preview, partner's side of a trade, staff mirror",
  twin: "D12",
  *tell(story) {
    const { world, random } = story;
    const seller = story.player();
    const viewer = story.player();
    const thing = story.treasure(seller);
    yield random.between(5, 60);
    if (!story.isLive(thing)) return;
    const menu = world.openDisplay(thing);
    for (let clicks = random.between(1, 4); clicks > 0; clicks--) {
      yield random.between(2, 40);
      const [icon] = menu.stacks();
      if (icon && random.chance(0.5)) interacted(world, viewer, icon, "INVENTORY_CLICK", [], true);
    }
    yield random.between(1, 60);
    world.closeDisplay(menu);
    yield 20;
  },
};

export const consistentCrash: StoryKind = {
  id: "H16",
  title: "crash; world and players go back to one consistent save",
  twin: "D19",
  needs: "crash",
  *tell(story) {
    const { world, random, server } = story;
    const player = story.player();
    const { account } = player;
    const other = story.player();
    const chunk = story.remoteStage(player, other);
    const chest = story.chest(chunk);
    const thing = story.treasure(player);
    yield random.between(5, 60);
    server.saveAll();
    yield random.between(5, 60);
    if (story.isLive(thing)) putInto(world, player, thing, chest);
    yield random.between(2, 60);
    if (story.isLive(thing)) takeFrom(world, other, thing);
    yield random.between(2, 60);
    server.crash(story, undefined);
    yield random.between(5, 60);
    if (random.chance(0.5)) story.light(chunk);
    yield random.between(1, 60);
    story.enter(story.backOnline(account), chunk);
    story.light(chunk);
    yield random.between(40, 400);
    for (const stack of thing.lineage?.instances ?? []) story.keep(stack);
  },
};

export const longAbsence: StoryKind = {
  id: "H17",
  title: "restart, chunk unload and reload, cache expiry, weeks of absence",
  twin: "D18",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const { account } = player;
    const chunk = story.remoteStage(player);
    const chest = story.chest(chunk);
    const stored = story.treasure(player);
    const carried = story.treasure(player);
    yield random.between(5, 220);
    if (story.isLive(stored)) putInto(world, player, stored, chest);
    yield random.between(2, 40);
    quit(world, player);
    yield random.between(1, 20);
    story.leaveDark(chunk);
    yield random.between(100, 3000);
    if (random.chance(0.5)) story.light(chunk);
    const back = story.backOnline(account);
    story.light(chunk);
    story.enter(back, chunk);
    yield random.between(5, 60);
    open(world, back, chest);
    if (story.isLive(stored)) takeFrom(world, back, stored);
    if (story.isLive(carried)) interacted(world, back, carried, "INVENTORY_CLICK");
    yield random.between(20, 60);
  },
};

export const cleanSwitch: StoryKind = {
  id: "H22",
  title:
    "clean server switch; the source still lists the leaving player for some ticks, or serves a session that is dead",
  twin: "D23, D24",
  *tell(story) {
    yield* story.random.pick([serverSwitch, brokenConnection])(story);
  },
};

function* serverSwitch(story: Story): Script {
  const { world, random } = story;
  const player = story.player();
  const { account } = player;
  const thing = story.treasure(player);
  yield random.between(5, 100);
  world.channel.emit({ kind: "going-dark", action: "QUIT", slots: player.slots, session: player });
  world.channel.emit({ kind: "going-dark", action: "QUIT", slots: account.ender, session: player });
  // In transit: the player is still listed, but is no longer a place.
  world.darken(player.slots);
  world.darken(account.ender);
  yield random.between(1, 20);
  world.closeSession(player);
  if (random.chance(0.7)) yield random.between(1, 100);
  const again = join(world, account);
  yield random.between(1, 40);
  if (story.isLive(thing)) interacted(world, again, thing, "INVENTORY_CLICK");
  yield 30;
}

/** The old session can no longer do anything. */
function* brokenConnection(story: Story): Script {
  const { world, random } = story;
  const dead = story.player();
  const { account } = dead;
  const thing = story.treasure(dead);
  yield random.between(5, 100);
  const again = joinAgain(world, dead, (ghost) => story.keep(ghost));
  const timeOut = random.between(20, 400);
  for (let ticks = 0; ticks < timeOut; ticks += 10) {
    const free = again.slots.freeSlot(INVENTORY_SLOTS);
    if (story.isLive(thing) && free >= 0 && random.chance(0.3)) rearrange(world, again, thing, free);
    yield 10;
  }
  quit(world, dead);
  yield random.between(1, 100);
  quit(world, again);
  world.keepRecord(again);
  yield random.between(1, 60);
  story.backOnline(account);
  yield 30;
}

export const clockSteps: StoryKind = {
  id: "H23",
  title: "clocks differ, drift or step back",
  twin: "D23",
  *tell(story) {
    const { world, random } = story;
    const giver = story.player();
    const taker = story.player();
    const chest = story.chest(story.stage(giver, taker));
    const thing = story.treasure(giver);
    yield random.between(5, 60);
    if (story.isLive(thing)) putInto(world, giver, thing, chest);
    story.server.stepClock(random.pick([-5000, -750, 750, 5000, 60_000]));
    yield random.between(1, 60);
    if (story.isLive(thing)) takeFrom(world, taker, thing);
    story.server.stepClock(random.pick([-5000, 750, 5000]));
    yield random.between(1, 60);
    if (story.isLive(thing)) rearrange(world, taker, thing, taker.slots.freeSlot(INVENTORY_SLOTS));
    yield 30;
  },
};

export const enderChestAtTwoBlocks: StoryKind = {
  id: "H24",
  title: "one ender chest opened at two blocks, by owner and by staff",
  twin: "D15",
  *tell(story) {
    const { world, random } = story;
    const owner = story.player();
    const staff = story.player();
    const { ender } = owner.account;
    const thing = story.treasure(owner);
    yield random.between(5, 60);
    open(world, owner, ender);
    if (!story.isLive(thing) || !putInto(world, owner, thing, ender)) return;
    for (let times = 3; times > 0; times--) {
      owner.account.at = { ...owner.account.at, x: owner.account.at.x + 40 };
      open(world, owner, ender);
      yield random.between(1, 30);
      open(world, staff, ender);
      if (story.isLive(thing)) interacted(world, staff, thing, "INVENTORY_CLICK", [ender]);
      yield random.between(5, 40);
    }
    if (story.isLive(thing)) takeFrom(world, owner, thing);
    yield 20;
  },
};

export const awayInADatabase: StoryKind = {
  id: "H26",
  title: "auction, mail, vault: the id is away in a database and returns at another player",
  twin: "D12",
  *tell(story) {
    const { world, random } = story;
    const seller = story.player();
    const buyer = story.player();
    const thing = story.treasure(seller);
    yield random.between(5, 220);
    if (!story.isLive(thing)) return;
    const store = world.store(random.pick(["auction", "mail", "grave", "vault"]));
    store.add(lift(thing));
    if (random.chance(0.7)) interacted(world, seller, thing, "INVENTORY_CLICK", [seller.slots]);
    if (random.chance(0.4)) quit(world, seller);
    yield random.between(20, 600);
    if (!story.isLive(thing) || thing.home !== store) return;
    story.giveTo(buyer, thing);
    interacted(world, buyer, thing, "GIVE");
    yield random.between(20, 250);
  },
};
