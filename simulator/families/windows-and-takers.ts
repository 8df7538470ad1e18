import { drop, interacted, layDown, pickUp } from "../acts/carrying.ts";
import { breakBlock, close, open, putInto, takeFrom } from "../acts/containers.ts";
import { die, respawn } from "../acts/sessions.ts";
import type { ScenarioKind } from "../scenarios/script.ts";
import { lift } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const windowOutlivesContainer: ScenarioKind = {
  id: "D01",
  title: "Window outlives its container",
  twin: "H04",
  *play(scenario) {
    const { world, random } = scenario;
    const thief = scenario.player();
    const breaker = random.chance(0.5) ? thief : scenario.player();
    const chunk = scenario.stage(thief, breaker);
    const chest = scenario.chest(chunk);
    const prize = scenario.treasure(thief);
    yield random.between(1, 30);
    putInto(world, thief, prize, chest);
    yield random.between(1, 250);
    if (!scenario.isLive(prize)) return;
    open(world, thief, chest);
    yield random.between(1, 6);
    if (!scenario.isLive(prize)) return;
    breakBlock(world, breaker, chest);
    if (!scenario.isFaulty) {
      close(thief);
      yield 60;
      return;
    }
    const window = world.orphanWindow(thief);
    const copy = scenario.duplicate(prize, "the window still shows what fell out", (made) => window.add(made));
    yield* [random.pick([1, 2, 10])].filter(() => random.chance(0.6));
    if (copy && scenario.isLive(copy)) takeFrom(world, thief, copy);
    close(thief);
    yield 1;
    for (const left of window.stacks()) world.items.end(left);
    world.darken(window);
    if (random.chance(0.3) && scenario.isLive(prize)) pickUp(world, breaker, prize);
    yield* aftermath(scenario, prize, copy);
  },
};

export const windowOutlivesMount: ScenarioKind = {
  id: "D02",
  title: "Window outlives its mount",
  twin: "H17",
  *play(scenario) {
    const { world, random } = scenario;
    const rider = scenario.player();
    const stable = scenario.remoteStage(rider);
    const mount = scenario.entity(stable, 15);
    const prize = scenario.treasure(rider);
    yield random.between(1, 20);
    putInto(world, rider, prize, mount);
    yield random.between(5, 100);
    open(world, rider, mount);
    yield random.between(1, 5);
    scenario.stage(rider);
    scenario.leaveDark(stable);
    if (!scenario.isFaulty) close(rider);
    let copy: Stack | undefined;
    if (scenario.isFaulty && scenario.isLive(prize)) {
      yield random.between(1, 4);
      copy = scenario.duplicate(prize, "taken from the window of an unloaded mount", (made) =>
        scenario.giveTo(rider, made),
      );
      if (copy) interacted(world, rider, copy, "CONTAINER_TRANSFER");
    }
    yield random.between(3, 300);
    scenario.light(stable);
    yield* aftermath(scenario, prize, copy);
  },
};

export const twoTakers: ScenarioKind = {
  id: "D03",
  title: "Two takers of one ground item",
  twin: "H03",
  *play(scenario) {
    const { world, random } = scenario;
    const first = scenario.player();
    const second = scenario.player();
    const chunk = scenario.stage(first, second);
    const hopper = scenario.chest(chunk, 5);
    const prize = scenario.treasure(first);
    yield random.between(2, 60);
    drop(world, first, prize);
    yield random.between(11, 80);
    yield "entities";
    if (!scenario.isLive(prize)) return;
    const { ground } = chunk;
    const isHopper = random.chance(0.5);
    const copy = scenario.isFaulty
      ? scenario.duplicate(prize, "taken twice before it was marked dead", (made) => {
          if (isHopper) hopper.add(made);
          else scenario.giveTo(second, made);
        })
      : undefined;
    if (copy && !isHopper) interacted(world, second, copy, "PICKUP", [ground]);
    if (random.chance(0.7)) pickUp(world, first, prize);
    else scenario.chest(chunk, 5).add(lift(prize));
    yield* aftermath(scenario, prize, copy);
  },
};

export const deathRacesHandler: ScenarioKind = {
  id: "D04",
  title: "Death races an inventory handler",
  twin: "H06",
  *play(scenario) {
    const { world, random } = scenario;
    const victim = scenario.player();
    scenario.stage(victim);
    const prize = scenario.treasure(victim);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    die(world, victim);
    let copy: Stack | undefined;
    if (scenario.isFaulty) {
      copy = scenario.duplicate(prize, "the handler wrote it back after the drop", (made) =>
        scenario.giveTo(victim, made),
      );
    }
    yield random.between(1, 60);
    respawn(world, victim, victim.account.at);
    yield* aftermath(scenario, prize, copy);
  },
};

export const cancelledHalfUndone: ScenarioKind = {
  id: "D16",
  title: "Cancelled action half undone",
  twin: "H19",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const chunk = scenario.stage(player);
    const prize = scenario.treasure(player);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    if (random.chance(0.5)) {
      const copy = scenario.isFaulty
        ? scenario.duplicate(prize, "the drop was cancelled, the entity stayed", (made) => layDown(world, player, made))
        : undefined;
      interacted(world, player, prize, "DROP", [chunk.ground], true);
      yield* aftermath(scenario, copy, prize);
      return;
    }
    const chest = scenario.chest(chunk);
    const copy = scenario.isFaulty
      ? scenario.duplicate(prize, "the move was cancelled on one side only", (made) => chest.add(made))
      : undefined;
    interacted(world, player, prize, "CONTAINER_TRANSFER", [chest], true);
    yield* aftermath(scenario, copy, prize);
  },
};
