import { drop, interacted, pickUp, rearrange } from "../acts/carrying.ts";
import { randomSpot } from "../acts/chunks.ts";
import { open, putInto, takeFrom } from "../acts/containers.ts";
import { die, quit, respawn } from "../acts/sessions.ts";
import type { ScenarioKind } from "../scenarios/script.ts";
import { lift } from "../world/slots.ts";

export const walking: ScenarioKind = {
  id: "H01",
  title: "walking, riding, flying with the item",
  twin: "–",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const thing = scenario.treasure(player);
    for (let steps = random.between(4, 12); steps > 0; steps--) {
      const { at } = player.account;
      player.account.at = { ...at, x: Math.max(0, at.x + random.between(-20, 20)) };
      if (scenario.isLive(thing)) rearrange(world, player, thing, random.int(36));
      yield random.between(5, 60);
    }
  },
};

export const teleporting: ScenarioKind = {
  id: "H02",
  title: "teleport, portal, respawn, relog elsewhere",
  twin: "D21",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const { account } = player;
    const thing = scenario.treasure(player);
    yield random.between(16, 60);
    account.at = randomSpot(world, random);
    if (scenario.isLive(thing)) interacted(world, player, thing, "INVENTORY_CLICK");
    yield random.between(16, 60);
    quit(world, player);
    account.at = randomSpot(world, random);
    yield random.between(5, 400);
    const again = scenario.backOnline(account);
    yield random.between(1, 30);
    if (scenario.isLive(thing)) interacted(world, again, thing, "INVENTORY_CLICK");
    yield random.between(20, 60);
  },
};

export const handOverByDropping: ScenarioKind = {
  id: "H03",
  title: "hand-over by dropping, picked up much later, by anyone",
  twin: "D03",
  *play(scenario) {
    const { world, random } = scenario;
    const giver = scenario.player();
    const taker = scenario.player();
    scenario.stage(giver, taker);
    const thing = scenario.treasure(giver);
    yield random.between(1, 220);
    if (scenario.isLive(thing)) drop(world, giver, thing);
    yield random.between(11, 900);
    if (scenario.isLive(thing)) pickUp(world, taker, thing);
    yield random.between(20, 250);
  },
};

export const hopperLine: ScenarioKind = {
  id: "H04",
  title: "chest, hopper line, dropper, water: many hops without a player",
  twin: "D18",
  *play(scenario) {
    const { world, random } = scenario;
    const sender = scenario.player();
    const taker = scenario.player();
    const chunk = scenario.stage(sender, taker);
    const line = [
      scenario.ownChest(chunk),
      scenario.chest(chunk, 5),
      scenario.chest(chunk, 5),
      scenario.ownChest(chunk),
    ];
    const thing = scenario.treasure(sender);
    yield random.between(1, 40);
    if (scenario.isLive(thing)) putInto(world, sender, thing, line[0]!);
    for (const next of line.slice(1)) {
      yield 8;
      yield "blocks";
      if (scenario.isLive(thing)) next.add(lift(thing));
    }
    if (random.chance(0.5)) {
      yield "entities";
      if (!scenario.isLive(thing)) return;
      thing.entity = `item-${world.fresh()}`;
      chunk.ground.add(lift(thing));
      yield random.between(10, 40);
      if (scenario.isLive(thing)) pickUp(world, taker, thing);
    } else {
      yield random.between(1, 300);
      open(world, taker, line[3]!);
      if (scenario.isLive(thing)) takeFrom(world, taker, thing);
    }
    yield random.between(20, 60);
  },
};

export const sameChestInTurn: ScenarioKind = {
  id: "H05",
  title: "two players look into the same chest in turn",
  twin: "D15",
  *play(scenario) {
    const { world, random } = scenario;
    const one = scenario.player();
    const two = scenario.player();
    const chest = scenario.chest(scenario.stage(one, two));
    const thing = scenario.treasure(one);
    yield random.between(1, 40);
    if (scenario.isLive(thing)) putInto(world, one, thing, chest);
    for (let turns = 4; turns > 0; turns--) {
      yield random.between(5, 60);
      const viewer = turns % 2 === 0 ? two : one;
      open(world, viewer, chest);
      if (random.chance(0.3) && scenario.isLive(thing)) interacted(world, viewer, thing, "INVENTORY_CLICK", [chest]);
    }
    yield 20;
  },
};

export const dying: ScenarioKind = {
  id: "H06",
  title: "death, drops, recovery by anyone; keepInventory",
  twin: "D04",
  *play(scenario) {
    const { world, random } = scenario;
    const victim = scenario.player();
    const finder = random.chance(0.5) ? victim : scenario.player();
    scenario.stage(victim, finder);
    const thing = scenario.treasure(victim);
    yield random.between(5, 220);
    const keeps = random.chance(0.3);
    const spot = victim.account.at;
    die(world, victim, keeps);
    yield random.between(1, 60);
    respawn(world, victim, spot);
    yield random.between(11, 200);
    if (!keeps && scenario.isLive(thing) && thing.home?.kind === "ground") pickUp(world, finder, thing);
    yield random.between(20, 60);
  },
};
