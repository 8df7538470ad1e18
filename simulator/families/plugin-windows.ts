import { drop, interacted } from "../acts/carrying.ts";
import { open, putInto } from "../acts/containers.ts";
import { quit } from "../acts/lives.ts";
import type { Script, StoryKind } from "../stories/script.ts";
import type { Story } from "../stories/story.ts";
import { BOX, BUNDLE, TOOLS } from "../world/material.ts";
import { INVENTORY_SLOTS, lift } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const menuTheft: StoryKind = {
  id: "D12",
  title: "Menu theft",
  twin: "H10",
  *tell(story) {
    const { world, random } = story;
    const seller = story.player();
    const thief = story.player();
    const chunk = story.stage(seller, thief);
    const prize = story.treasure(seller);
    yield random.between(5, 100);
    if (!story.isLive(prize)) return;
    const isInStore = random.chance(0.4);
    const shop = story.chest(chunk);
    if (isInStore) {
      world.store("auction").add(lift(prize));
      world.channel.emit({ kind: "sighting", action: "INVENTORY_CLICK", slots: seller.slots, session: seller });
    } else putInto(world, seller, prize, shop);
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    const menu = world.openDisplay(prize);
    yield random.between(1, 10);
    world.closeDisplay(menu);
    let copy: Stack | undefined;
    if (story.isFaulty && random.chance(0.15)) {
      world.truth.surplus("D12", "an icon without an id left the menu");
      story.giveTo(thief, story.keep(world.items.mint(random.pick(TOOLS))));
    } else if (story.isFaulty && story.isLive(prize)) {
      copy = story.duplicate(prize, "a display copy left the menu", (made) => story.giveTo(thief, made));
      if (copy) interacted(world, thief, copy, "INVENTORY_CLICK");
    }
    yield random.between(5, 100);
    if (isInStore && story.isLive(prize) && prize.home?.kind === "store") {
      story.giveTo(seller, prize);
      interacted(world, seller, prize, "GIVE");
    }
    yield* aftermath(story, prize, copy);
  },
};

export const tradeRace: StoryKind = {
  id: "D13",
  title: "Trade race",
  twin: "H21",
  *tell(story) {
    const { world, random } = story;
    const giver = story.player();
    const taker = story.player();
    story.stage(giver, taker);
    const prize = story.treasure(giver);
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    if (!story.isFaulty) {
      story.giveTo(taker, prize);
      interacted(world, taker, prize, "INVENTORY_CLICK", [giver.slots]);
      yield random.between(20, 60);
      return;
    }
    const copy = story.duplicate(prize, "the trade was cancelled in the tick in which it completed", (made) =>
      story.giveTo(taker, made),
    );
    if (copy) interacted(world, taker, copy, "INVENTORY_CLICK", random.chance(0.5) ? [giver.slots] : []);
    if (random.chance(0.3) && story.isLive(prize)) drop(world, giver, prize);
    yield* aftermath(story, prize, copy);
  },
};

export const bagAndWindow: StoryKind = {
  id: "D14",
  title: "Bag and its window part ways",
  twin: "H07",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const chunk = story.stage(player);
    const bag = story.treasure(player, random.pick([BOX, BUNDLE]));
    yield random.between(5, 220);
    const [inner] = bag.inside!.stacks().filter(({ lineage }) => lineage);
    if (!story.isLive(bag) || inner === undefined) return;
    const where = random.pick(["drop", "chest", "keep"] as const);
    if (where === "drop") drop(world, player, bag);
    else if (where === "chest") putInto(world, player, bag, story.chest(chunk));
    let loose: Stack | undefined;
    if (story.isFaulty) {
      loose = story.duplicate(inner, "taken out of the bag's window, and still in the bag", (made) =>
        story.giveTo(player, made),
      );
      if (loose) interacted(world, player, loose, "INVENTORY_CLICK");
    }
    yield* aftermath(story, bag, loose);
  },
};

export const twoHandsOnOneStore: StoryKind = {
  id: "D15",
  title: "Two hands on one store",
  twin: "H24",
  *tell(story) {
    yield* story.random.pick([enderChest, vault, offlineRecord])(story);
  },
};

function* enderChest(story: Story): Script {
  const { world, random } = story;
  const owner = story.player();
  const staff = story.player();
  story.stage(owner, staff);
  const prize = story.treasure(owner);
  yield random.between(5, 60);
  const { ender } = owner.account;
  if (!story.isLive(prize) || !putInto(world, owner, prize, ender)) return;
  open(world, owner, ender);
  open(world, staff, ender);
  yield random.between(2, 60);
  if (!story.isLive(prize)) return;
  const copy = story.isFaulty
    ? story.duplicate(prize, "taken from one view; the other view's write-back won", (made) =>
        story.giveTo(staff, made),
      )
    : undefined;
  if (copy) interacted(world, staff, copy, "CONTAINER_TRANSFER", [ender]);
  yield* aftermath(story, prize, copy);
}

function* vault(story: Story): Script {
  const { world, random } = story;
  const owner = story.player();
  story.stage(owner);
  const prize = story.treasure(owner);
  yield random.between(5, 60);
  const store = world.store(`vault ${owner.account.name}`);
  if (!story.isLive(prize)) return;
  store.add(lift(prize));
  yield random.between(20, 200);
  if (!story.isLive(prize)) return;
  const copy = story.isFaulty
    ? story.duplicate(prize, "withdrawn in one view, written back by the other", (made) => story.giveTo(owner, made))
    : undefined;
  if (copy) interacted(world, owner, copy, "INVENTORY_CLICK");
  yield random.between(20, 200);
  if (story.isLive(prize) && prize.home === store && owner.slots.freeSlot(INVENTORY_SLOTS) >= 0) {
    story.giveTo(owner, prize);
    interacted(world, owner, prize, "INVENTORY_CLICK");
  }
  yield* aftermath(story, prize, copy);
}

function* offlineRecord(story: Story): Script {
  const { world, random } = story;
  const owner = story.player();
  const staff = story.player();
  story.stage(staff);
  const { account } = owner;
  const prize = story.treasure(owner);
  yield random.between(5, 220);
  quit(world, owner);
  yield random.between(3, 60);
  let copy: Stack | undefined;
  if (story.isLive(prize) && story.isFaulty) {
    copy = story.duplicate(prize, "taken from an offline record that was not written", (made) =>
      story.giveTo(staff, made),
    );
    if (copy) interacted(world, staff, copy, "INVENTORY_CLICK");
  }
  yield random.between(5, 200);
  const back = story.backOnline(account);
  yield random.between(1, 20);
  if (story.isLive(prize) && prize.home === back.slots && random.chance(0.3)) {
    interacted(world, back, prize, "INVENTORY_CLICK");
  }
  yield* aftermath(story, prize, copy);
}
