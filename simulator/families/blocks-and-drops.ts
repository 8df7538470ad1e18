import { drop, interacted, layDown, pickUp } from "../acts/carrying.ts";
import { breakBlock, placeBox } from "../acts/containers.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { ScenarioKind } from "../scenarios/script.ts";
import { BED, BOX, TNT, TOOLS } from "../world/material.ts";
import type { Slots } from "../world/slots.ts";
import { lift } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const blockDuper: ScenarioKind = {
  id: "D09",
  title: "Block dupers and plural drops",
  twin: "H07",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    scenario.stage(player);
    yield random.between(1, 30);
    const material = random.pick([BED, TNT]);
    const isPlural = scenario.isFaulty;
    if (isPlural) world.truth.surplus("D09", material === BED ? "a bed dropped twice" : "a piston moved what exploded");
    for (let drops = isPlural ? 2 : 1; drops > 0; drops--) {
      const stack = scenario.keep(world.items.mint(material));
      interacted(world, player, stack, "BLOCK_BREAK", [layDown(world, player, stack)]);
    }
    yield random.between(20, 60);
  },
};

export const boxBrokenTwice: ScenarioKind = {
  id: "D10",
  title: "Box broken twice, or placed and kept",
  twin: "H07",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const chunk = scenario.stage(player);
    const box = scenario.treasure(player, BOX);
    if (random.chance(0.1)) for (const inner of box.inside!.stacks()) world.items.end(inner);
    yield random.between(5, 220);
    if (!scenario.isLive(box)) return;
    const isKept = random.chance(0.4);
    const spare =
      isKept && scenario.isFaulty
        ? secondBox(scenario, box.inside!, "the box was placed and stayed in the hand")
        : undefined;
    if (spare) scenario.giveTo(player, spare);
    const block = scenario.own(placeBox(world, player, box));
    yield random.between(1, 60);
    if (!chunk.blocks.has(block.place)) return;
    const twin =
      scenario.isFaulty && !isKept ? secondBox(scenario, block, "two causes broke the box in one tick") : undefined;
    const dropped = breakBlock(world, player, block).map((stack) => scenario.keep(stack));
    if (twin) interacted(world, player, twin, "BLOCK_BREAK", [layDown(world, player, twin)]);
    yield random.between(11, 40);
    for (const stack of [...dropped, ...(twin ? [twin] : [])]) {
      if (random.chance(0.5) && scenario.isLive(stack)) pickUp(world, player, stack);
    }
    yield* aftermath(scenario, dropped[0], twin ?? spare);
  },
};

/** A box with copies of everything in the other box. The boxes themselves share no id. */
function secondBox(scenario: Scenario, contents: Slots, how: string): Stack {
  const { world } = scenario;
  const box = world.items.mint(BOX);
  const event = scenario.duplication(how, () => {
    for (const inner of contents.stacks()) box.inside!.put(world.items.copy(inner), inner.index);
  });
  if (event === undefined) world.truth.surplus("D10", how);
  return scenario.keep(box);
}

export const dropMultiplier: ScenarioKind = {
  id: "D11",
  title: "Drop multiplier",
  twin: "H06",
  *play(scenario) {
    const { world, random } = scenario;
    const hunter = scenario.player();
    const chunk = scenario.stage(hunter);
    const creature = scenario.entity(chunk, 2);
    const prize = scenario.treasure(hunter);
    yield random.between(5, 100);
    if (!scenario.isLive(prize)) return;
    creature.add(lift(prize));
    interacted(world, hunter, prize, "CONTAINER_TRANSFER", [creature]);
    yield random.between(5, 100);
    if (!scenario.isLive(prize)) return;
    world.channel.emit({ kind: "going-dark", action: "DEATH", slots: creature, session: hunter });
    layDown(world, hunter, prize);
    world.removeEntity(creature);
    const copies: (Stack | undefined)[] = [];
    for (let more = scenario.isFaulty ? random.between(1, 3) : 0; more > 0; more--) {
      copies.push(
        scenario.duplicate(prize, "what the creature carried was multiplied", (made) => layDown(world, hunter, made)),
      );
    }
    world.channel.emit({ kind: "sighting", action: "DEATH", slots: chunk.ground });
    yield random.between(11, 60);
    const [copy] = copies;
    if (copy && scenario.isLive(copy) && random.chance(0.6)) pickUp(world, hunter, copy);
    yield* aftermath(scenario, prize, copy);
  },
};

export const groundStacker: ScenarioKind = {
  id: "D17",
  title: "Ground stackers and auto-pickup",
  twin: "H03",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const collector = scenario.player();
    const chunk = scenario.stage(player, collector);
    const prize = scenario.treasure(player, random.pick(TOOLS));
    yield random.between(5, 100);
    if (!scenario.isLive(prize)) return;
    drop(world, player, prize);
    yield random.between(11, 40);
    if (!scenario.isLive(prize)) return;
    const way = random.pick(["count", "copy", "stackable"] as const);
    let copy: Stack | undefined;
    if (scenario.isFaulty && way === "stackable") {
      world.truth.surplus("D17", "the stacker paid out what another plugin had taken");
      scenario.giveTo(collector, scenario.keep(world.items.mint(TNT, 16)));
    } else if (scenario.isFaulty && way === "count") {
      scenario.duplication("the count beside the entity was paid out", () => world.items.recount(prize, 2));
    } else if (scenario.isFaulty) {
      copy = scenario.duplicate(prize, "auto-pickup took it, the stacker kept it", (made) =>
        scenario.giveTo(collector, made),
      );
      if (copy) interacted(world, collector, copy, "PICKUP", [chunk.ground]);
    }
    if (scenario.isLive(prize) && random.chance(0.7)) pickUp(world, player, prize);
    yield* aftermath(scenario, prize, copy);
  },
};
