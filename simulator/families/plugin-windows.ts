import { drop, interacted } from "../acts/carrying.ts";
import { open, putInto } from "../acts/containers.ts";
import { quit } from "../acts/sessions.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { ScenarioKind, Script } from "../scenarios/script.ts";
import { BOX, BUNDLE, TOOLS } from "../world/material.ts";
import { INVENTORY_SLOTS, lift } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const menuTheft: ScenarioKind = {
  id: "D12",
  title: "Menu theft",
  twin: "H10",
  *play(scenario) {
    const { world, random } = scenario;
    const seller = scenario.player();
    const thief = scenario.player();
    const chunk = scenario.stage(seller, thief);
    const prize = scenario.treasure(seller);
    yield random.between(5, 100);
    if (!scenario.isLive(prize)) return;
    const isInStore = random.chance(0.4);
    const shop = scenario.chest(chunk);
    if (isInStore) {
      world.store("auction").add(lift(prize));
      world.channel.emit({ kind: "sighting", action: "INVENTORY_CLICK", slots: seller.slots, session: seller });
    } else putInto(world, seller, prize, shop);
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    const menu = world.openDisplay(prize);
    yield random.between(1, 10);
    world.closeDisplay(menu);
    let copy: Stack | undefined;
    if (scenario.isFaulty && random.chance(0.15)) {
      world.truth.surplus("D12", "an icon without an id left the menu");
      scenario.giveTo(thief, scenario.keep(world.items.mint(random.pick(TOOLS))));
    } else if (scenario.isFaulty && scenario.isLive(prize)) {
      copy = scenario.duplicate(prize, "a display copy left the menu", (made) => scenario.giveTo(thief, made));
      if (copy) interacted(world, thief, copy, "INVENTORY_CLICK");
    }
    yield random.between(5, 100);
    if (isInStore && scenario.isLive(prize) && prize.home?.kind === "store") {
      scenario.giveTo(seller, prize);
      interacted(world, seller, prize, "GIVE");
    }
    yield* aftermath(scenario, prize, copy);
  },
};

export const tradeRace: ScenarioKind = {
  id: "D13",
  title: "Trade race",
  twin: "H21",
  *play(scenario) {
    const { world, random } = scenario;
    const giver = scenario.player();
    const taker = scenario.player();
    scenario.stage(giver, taker);
    const prize = scenario.treasure(giver);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    if (!scenario.isFaulty) {
      scenario.giveTo(taker, prize);
      interacted(world, taker, prize, "INVENTORY_CLICK", [giver.slots]);
      yield random.between(20, 60);
      return;
    }
    const copy = scenario.duplicate(prize, "the trade was cancelled in the tick in which it completed", (made) =>
      scenario.giveTo(taker, made),
    );
    if (copy) interacted(world, taker, copy, "INVENTORY_CLICK", random.chance(0.5) ? [giver.slots] : []);
    if (random.chance(0.3) && scenario.isLive(prize)) drop(world, giver, prize);
    yield* aftermath(scenario, prize, copy);
  },
};

export const bagAndWindow: ScenarioKind = {
  id: "D14",
  title: "Bag and its window part ways",
  twin: "H07",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const chunk = scenario.stage(player);
    const bag = scenario.treasure(player, random.pick([BOX, BUNDLE]));
    yield random.between(5, 220);
    const [inner] = bag.inside!.stacks().filter(({ lineage }) => lineage);
    if (!scenario.isLive(bag) || inner === undefined) return;
    const where = random.pick(["drop", "chest", "keep"] as const);
    if (where === "drop") drop(world, player, bag);
    else if (where === "chest") putInto(world, player, bag, scenario.chest(chunk));
    let loose: Stack | undefined;
    if (scenario.isFaulty) {
      loose = scenario.duplicate(inner, "taken out of the bag's window, and still in the bag", (made) =>
        scenario.giveTo(player, made),
      );
      if (loose) interacted(world, player, loose, "INVENTORY_CLICK");
    }
    yield* aftermath(scenario, bag, loose);
  },
};

export const twoHandsOnOneStore: ScenarioKind = {
  id: "D15",
  title: "Two hands on one store",
  twin: "H24",
  *play(scenario) {
    yield* scenario.random.pick([enderChest, vault, offlineRecord])(scenario);
  },
};

function* enderChest(scenario: Scenario): Script {
  const { world, random } = scenario;
  const owner = scenario.player();
  const staff = scenario.player();
  scenario.stage(owner, staff);
  const prize = scenario.treasure(owner);
  yield random.between(5, 60);
  const { ender } = owner.account;
  if (!scenario.isLive(prize) || !putInto(world, owner, prize, ender)) return;
  open(world, owner, ender);
  open(world, staff, ender);
  yield random.between(2, 60);
  if (!scenario.isLive(prize)) return;
  const copy = scenario.isFaulty
    ? scenario.duplicate(prize, "taken from one view; the other view's write-back won", (made) =>
        scenario.giveTo(staff, made),
      )
    : undefined;
  if (copy) interacted(world, staff, copy, "CONTAINER_TRANSFER", [ender]);
  yield* aftermath(scenario, prize, copy);
}

function* vault(scenario: Scenario): Script {
  const { world, random } = scenario;
  const owner = scenario.player();
  scenario.stage(owner);
  const prize = scenario.treasure(owner);
  yield random.between(5, 60);
  const store = world.store(`vault ${owner.account.name}`);
  if (!scenario.isLive(prize)) return;
  store.add(lift(prize));
  yield random.between(20, 200);
  if (!scenario.isLive(prize)) return;
  const copy = scenario.isFaulty
    ? scenario.duplicate(prize, "withdrawn in one view, written back by the other", (made) =>
        scenario.giveTo(owner, made),
      )
    : undefined;
  if (copy) interacted(world, owner, copy, "INVENTORY_CLICK");
  yield random.between(20, 200);
  if (scenario.isLive(prize) && prize.home === store && owner.slots.freeSlot(INVENTORY_SLOTS) >= 0) {
    scenario.giveTo(owner, prize);
    interacted(world, owner, prize, "INVENTORY_CLICK");
  }
  yield* aftermath(scenario, prize, copy);
}

function* offlineRecord(scenario: Scenario): Script {
  const { world, random } = scenario;
  const owner = scenario.player();
  const staff = scenario.player();
  scenario.stage(staff);
  const { account } = owner;
  const prize = scenario.treasure(owner);
  yield random.between(5, 220);
  quit(world, owner);
  yield random.between(3, 60);
  let copy: Stack | undefined;
  if (scenario.isLive(prize) && scenario.isFaulty) {
    copy = scenario.duplicate(prize, "taken from an offline record that was not written", (made) =>
      scenario.giveTo(staff, made),
    );
    if (copy) interacted(world, staff, copy, "INVENTORY_CLICK");
  }
  yield random.between(5, 200);
  const back = scenario.backOnline(account);
  yield random.between(1, 20);
  if (scenario.isLive(prize) && prize.home === back.slots && random.chance(0.3)) {
    interacted(world, back, prize, "INVENTORY_CLICK");
  }
  yield* aftermath(scenario, prize, copy);
}
