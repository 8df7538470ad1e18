import { drop, improve, interacted, pickUp, rearrange, throughCursor } from "../acts/carrying.ts";
import { breakBlock, open, placeBox, putInto, takeFrom } from "../acts/containers.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { ScenarioKind, Script } from "../scenarios/script.ts";
import type { Session } from "../world/account.ts";
import { BOX } from "../world/material.ts";
import { CURSOR_SLOT, FIRST_STATION_SLOT, INVENTORY_SLOTS, lift, OFF_HAND_SLOT } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";

export const boxCarried: ScenarioKind = {
  id: "H07",
  title: "box placed, filled, broken, carried",
  twin: "D10",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const chunk = scenario.stage(player);
    const box = scenario.treasure(player, BOX);
    yield random.between(5, 100);
    if (!scenario.isLive(box)) return;
    const block = scenario.own(placeBox(world, player, box));
    yield random.between(5, 60);
    open(world, player, block);
    const filling = scenario.treasure(player);
    if (!putInto(world, player, filling, block)) return;
    yield random.between(5, 100);
    if (!chunk.blocks.has(block.place)) return;
    const [dropped] = breakBlock(world, player, block);
    scenario.keep(dropped!);
    yield random.between(11, 60);
    if (scenario.isLive(dropped!)) pickUp(world, player, dropped!);
    yield random.between(16, 250);
  },
};

export const repairing: ScenarioKind = {
  id: "H08",
  title: "repair, enchant, rename, upgrade, dye a box",
  twin: "D08",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const thing = scenario.treasure(player);
    for (let times = random.between(1, 3); times > 0; times--) {
      yield random.between(5, 100);
      if (!scenario.isLive(thing)) return;
      rearrange(world, player, thing, FIRST_STATION_SLOT);
      yield random.between(1, 20);
      if (!scenario.isLive(thing)) return;
      improve(world, player, thing);
      const to = player.slots.freeSlot(INVENTORY_SLOTS);
      if (to >= 0) rearrange(world, player, thing, to);
    }
    yield 20;
  },
};

export const previews: ScenarioKind = {
  id: "H09",
  title: "previews: crafting, anvil, smithing, merchant offer",
  twin: "D08",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const thing = scenario.treasure(player);
    yield random.between(5, 60);
    if (!scenario.isLive(thing)) return;
    rearrange(world, player, thing, FIRST_STATION_SLOT);
    const preview = world.openDisplay(thing, "preview");
    yield random.between(5, 80);
    world.closeDisplay(preview);
    if (!scenario.isLive(thing)) return;
    if (random.chance(0.5)) improve(world, player, thing);
    const to = player.slots.freeSlot(INVENTORY_SLOTS);
    if (to >= 0) rearrange(world, player, thing, to);
    yield 20;
  },
};

export const blockedPickUp: ScenarioKind = {
  id: "H18",
  title: "a protection plugin blocks a pick-up; the event repeats every few ticks",
  twin: "D16",
  *play(scenario) {
    const { world, random } = scenario;
    const owner = scenario.player();
    const passer = scenario.player();
    const chunk = scenario.stage(owner, passer);
    const thing = scenario.treasure(owner);
    yield random.between(5, 60);
    if (!scenario.isLive(thing)) return;
    drop(world, owner, thing);
    yield 11;
    for (let times = random.between(5, 15); times > 0; times--) {
      if (!scenario.isLive(thing)) return;
      interacted(world, passer, thing, "PICKUP", [chunk.ground], true);
      yield random.between(2, 10);
    }
    if (scenario.isLive(thing)) pickUp(world, owner, thing);
    yield 20;
  },
};

export const announcedNeverDone: ScenarioKind = {
  id: "H19",
  title: "events that announce what then does not happen",
  twin: "D16",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const other = scenario.player();
    const chunk = scenario.stage(player, other);
    const chest = scenario.chest(chunk);
    const thing = scenario.treasure(player);
    for (let times = random.between(2, 6); times > 0; times--) {
      yield random.between(5, 60);
      if (!scenario.isLive(thing)) return;
      const action = random.pick(["CONTAINER_TRANSFER", "DROP", "INVENTORY_CLICK"] as const);
      interacted(world, random.pick([player, other]), thing, action, [chest, chunk.ground], true);
    }
    yield 20;
  },
};

export const unreliableEvents: ScenarioKind = {
  id: "H20",
  title: "events doubled, late, out of order, missing",
  twin: "any",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const taker = scenario.player();
    const chunk = scenario.stage(player, taker);
    const thing = scenario.treasure(player);
    yield random.between(5, 60);
    if (!scenario.isLive(thing)) return;
    drop(world, player, thing);
    interacted(world, player, thing, "DROP", [chunk.ground]);
    yield random.between(11, 60);
    if (!scenario.isLive(thing)) return;
    // Nobody reports this pick-up. The drop is reported again instead, late.
    taker.slots.add(lift(thing), INVENTORY_SLOTS);
    yield random.between(1, 30);
    if (thing.home === undefined) scenario.giveTo(taker, thing);
    interacted(world, player, thing, "DROP", [chunk.ground]);
    yield random.between(1, 30);
    for (let twice = 0; twice < 2; twice++)
      if (scenario.isLive(thing)) interacted(world, taker, thing, "PICKUP", [chunk.ground]);
    yield 30;
  },
};

export const withinOneTick: ScenarioKind = {
  id: "H21",
  title: "inside one tick: cursor, swap key, drag, two players at one chest",
  twin: "D05",
  *play(scenario) {
    const { world, random } = scenario;
    const one = scenario.player();
    const two = scenario.player();
    const chest = scenario.chest(scenario.stage(one, two));
    const thing = scenario.treasure(one);
    for (let times = random.between(2, 5); times > 0; times--) {
      yield random.between(3, 40);
      if (!scenario.isLive(thing) || thing.home !== one.slots) return;
      if (one.slots.slots[CURSOR_SLOT] === undefined)
        throughCursor(world, one, thing, one.slots.freeSlot(INVENTORY_SLOTS));
      rearrange(world, one, thing, OFF_HAND_SLOT);
      putInto(world, one, thing, chest);
      takeFrom(world, two, thing);
      putInto(world, two, thing, chest);
      takeFrom(world, one, thing);
    }
    yield* giveThenTake(scenario, one, two, thing);
  },
};

/** A plugin hands something over by giving first and taking later: in the same tick, in the next, or within the grace. */
function* giveThenTake(scenario: Scenario, from: Session, to: Session, thing: Stack): Script {
  const { world, random } = scenario;
  yield "entities";
  if (!scenario.isLive(thing) || thing.home !== from.slots) return;
  const given = scenario.keep(world.items.sanctionedCopy(thing));
  scenario.giveTo(to, given);
  interacted(world, to, given, "GIVE", [from.slots]);
  yield random.pick(["tasks", "blocks", random.between(1, world.truth.limits.graceTicks - 1)]);
  if (scenario.isLive(thing)) world.items.end(thing);
  yield random.between(20, 60);
}
