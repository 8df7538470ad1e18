import { interacted, rearrange } from "../acts/carrying.ts";
import { open, putInto, takeFrom } from "../acts/containers.ts";
import { join, joinAgain, quit } from "../acts/sessions.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { ScenarioKind, Script } from "../scenarios/script.ts";
import { INVENTORY_SLOTS, lift } from "../world/slots.ts";

export const menus: ScenarioKind = {
  id: "H10",
  title: "menus with clones: auction list, kit preview, partner's side of a trade, staff mirror",
  twin: "D12",
  *play(scenario) {
    const { world, random } = scenario;
    const seller = scenario.player();
    const viewer = scenario.player();
    const thing = scenario.treasure(seller);
    yield random.between(5, 60);
    if (!scenario.isLive(thing)) return;
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

export const consistentCrash: ScenarioKind = {
  id: "H16",
  title: "crash; world and players go back to one consistent save",
  twin: "D19",
  needs: "crash",
  *play(scenario) {
    const { world, random, server } = scenario;
    const player = scenario.player();
    const { account } = player;
    const other = scenario.player();
    const chunk = scenario.remoteStage(player, other);
    const chest = scenario.chest(chunk);
    const thing = scenario.treasure(player);
    yield random.between(5, 60);
    server.saveAll();
    yield random.between(5, 60);
    if (scenario.isLive(thing)) putInto(world, player, thing, chest);
    yield random.between(2, 60);
    if (scenario.isLive(thing)) takeFrom(world, other, thing);
    yield random.between(2, 60);
    server.crash(scenario, undefined);
    yield random.between(5, 60);
    if (random.chance(0.5)) scenario.light(chunk);
    yield random.between(1, 60);
    scenario.enter(scenario.backOnline(account), chunk);
    scenario.light(chunk);
    yield random.between(40, 400);
    for (const stack of thing.lineage?.instances ?? []) scenario.keep(stack);
  },
};

export const longAbsence: ScenarioKind = {
  id: "H17",
  title: "restart, chunk unload and reload, cache expiry, weeks of absence",
  twin: "D18",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const { account } = player;
    const chunk = scenario.remoteStage(player);
    const chest = scenario.chest(chunk);
    const stored = scenario.treasure(player);
    const carried = scenario.treasure(player);
    yield random.between(5, 220);
    if (scenario.isLive(stored)) putInto(world, player, stored, chest);
    yield random.between(2, 40);
    quit(world, player);
    yield random.between(1, 20);
    scenario.leaveDark(chunk);
    yield random.between(100, 3000);
    if (random.chance(0.5)) scenario.light(chunk);
    const back = scenario.backOnline(account);
    scenario.light(chunk);
    scenario.enter(back, chunk);
    yield random.between(5, 60);
    open(world, back, chest);
    if (scenario.isLive(stored)) takeFrom(world, back, stored);
    if (scenario.isLive(carried)) interacted(world, back, carried, "INVENTORY_CLICK");
    yield random.between(20, 60);
  },
};

export const cleanSwitch: ScenarioKind = {
  id: "H22",
  title:
    "clean server switch; the source still lists the leaving player for some ticks, or serves a session that is dead",
  twin: "D23, D24",
  *play(scenario) {
    yield* scenario.random.pick([serverSwitch, brokenConnection])(scenario);
  },
};

function* serverSwitch(scenario: Scenario): Script {
  const { world, random } = scenario;
  const player = scenario.player();
  const { account } = player;
  const thing = scenario.treasure(player);
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
  if (scenario.isLive(thing)) interacted(world, again, thing, "INVENTORY_CLICK");
  yield 30;
}

/** The old session can no longer do anything. */
function* brokenConnection(scenario: Scenario): Script {
  const { world, random } = scenario;
  const dead = scenario.player();
  const { account } = dead;
  const thing = scenario.treasure(dead);
  yield random.between(5, 100);
  const again = joinAgain(world, dead, (ghost) => scenario.keep(ghost));
  const timeOut = random.between(20, 400);
  for (let ticks = 0; ticks < timeOut; ticks += 10) {
    const free = again.slots.freeSlot(INVENTORY_SLOTS);
    if (scenario.isLive(thing) && free >= 0 && random.chance(0.3)) rearrange(world, again, thing, free);
    yield 10;
  }
  quit(world, dead);
  yield random.between(1, 100);
  quit(world, again);
  world.keepRecord(again);
  world.saves?.save(account);
  yield random.between(1, 60);
  scenario.backOnline(account);
  yield 30;
}

export const clockSteps: ScenarioKind = {
  id: "H23",
  title: "clocks differ, drift or step back",
  twin: "D23",
  *play(scenario) {
    const { world, random } = scenario;
    const giver = scenario.player();
    const taker = scenario.player();
    const chest = scenario.chest(scenario.stage(giver, taker));
    const thing = scenario.treasure(giver);
    yield random.between(5, 60);
    if (scenario.isLive(thing)) putInto(world, giver, thing, chest);
    scenario.server.stepClock(random.pick([-5000, -750, 750, 5000, 60_000]));
    yield random.between(1, 60);
    if (scenario.isLive(thing)) takeFrom(world, taker, thing);
    scenario.server.stepClock(random.pick([-5000, 750, 5000]));
    yield random.between(1, 60);
    if (scenario.isLive(thing)) rearrange(world, taker, thing, taker.slots.freeSlot(INVENTORY_SLOTS));
    yield 30;
  },
};

export const enderChestAtTwoBlocks: ScenarioKind = {
  id: "H24",
  title: "one ender chest opened at two blocks, by owner and by staff",
  twin: "D15",
  *play(scenario) {
    const { world, random } = scenario;
    const owner = scenario.player();
    const staff = scenario.player();
    const { ender } = owner.account;
    const thing = scenario.treasure(owner);
    yield random.between(5, 60);
    open(world, owner, ender);
    if (!scenario.isLive(thing) || !putInto(world, owner, thing, ender)) return;
    for (let times = 3; times > 0; times--) {
      owner.account.at = { ...owner.account.at, x: owner.account.at.x + 40 };
      open(world, owner, ender);
      yield random.between(1, 30);
      open(world, staff, ender);
      if (scenario.isLive(thing)) interacted(world, staff, thing, "INVENTORY_CLICK", [ender]);
      yield random.between(5, 40);
    }
    if (scenario.isLive(thing)) takeFrom(world, owner, thing);
    yield 20;
  },
};

export const awayInADatabase: ScenarioKind = {
  id: "H26",
  title: "auction, mail, vault: the id is away in a database and returns at another player",
  twin: "D12",
  *play(scenario) {
    const { world, random } = scenario;
    const seller = scenario.player();
    const buyer = scenario.player();
    const thing = scenario.treasure(seller);
    yield random.between(5, 220);
    if (!scenario.isLive(thing)) return;
    const store = world.store(random.pick(["auction", "mail", "grave", "vault"]));
    store.add(lift(thing));
    if (random.chance(0.7)) interacted(world, seller, thing, "INVENTORY_CLICK", [seller.slots]);
    if (random.chance(0.4)) quit(world, seller);
    yield random.between(20, 600);
    if (!scenario.isLive(thing) || thing.home !== store) return;
    scenario.giveTo(buyer, thing);
    interacted(world, buyer, thing, "GIVE");
    yield random.between(20, 250);
  },
};
