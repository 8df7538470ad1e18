import { drop, interacted, layDown, pickUp } from "../acts/carrying.ts";
import { breakBlock, close, open, putInto, takeFrom } from "../acts/containers.ts";
import { die, respawn } from "../acts/lives.ts";
import type { StoryKind } from "../stories/script.ts";
import { lift } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const windowOutlivesContainer: StoryKind = {
  id: "D01",
  title: "Window outlives its container",
  twin: "H04",
  *tell(story) {
    const { world, random } = story;
    const thief = story.player();
    const breaker = random.chance(0.5) ? thief : story.player();
    const chunk = story.stage(thief, breaker);
    const chest = story.chest(chunk);
    const prize = story.treasure(thief);
    yield random.between(1, 30);
    putInto(world, thief, prize, chest);
    yield random.between(1, 250);
    if (!story.isLive(prize)) return;
    open(world, thief, chest);
    yield random.between(1, 6);
    if (!story.isLive(prize)) return;
    breakBlock(world, breaker, chest);
    if (!story.isFaulty) {
      close(thief);
      yield 60;
      return;
    }
    const window = world.orphanWindow(thief);
    const copy = story.duplicate(prize, "the window still shows what fell out", (made) => window.add(made));
    yield* [random.pick([1, 2, 10])].filter(() => random.chance(0.6));
    if (copy && story.isLive(copy)) takeFrom(world, thief, copy);
    close(thief);
    yield 1;
    for (const left of window.stacks()) world.items.end(left);
    world.darken(window);
    if (random.chance(0.3) && story.isLive(prize)) pickUp(world, breaker, prize);
    yield* aftermath(story, prize, copy);
  },
};

export const windowOutlivesMount: StoryKind = {
  id: "D02",
  title: "Window outlives its mount",
  twin: "H17",
  *tell(story) {
    const { world, random } = story;
    const rider = story.player();
    const stable = story.remoteStage(rider);
    const mount = story.entity(stable, 15);
    const prize = story.treasure(rider);
    yield random.between(1, 20);
    putInto(world, rider, prize, mount);
    yield random.between(5, 100);
    open(world, rider, mount);
    yield random.between(1, 5);
    story.stage(rider);
    story.leaveDark(stable);
    if (!story.isFaulty) close(rider);
    let copy: Stack | undefined;
    if (story.isFaulty && story.isLive(prize)) {
      yield random.between(1, 4);
      copy = story.duplicate(prize, "taken from the window of an unloaded mount", (made) => story.giveTo(rider, made));
      if (copy) interacted(world, rider, copy, "CONTAINER_TRANSFER");
    }
    yield random.between(3, 300);
    story.light(stable);
    yield* aftermath(story, prize, copy);
  },
};

export const twoTakers: StoryKind = {
  id: "D03",
  title: "Two takers of one ground item",
  twin: "H03",
  *tell(story) {
    const { world, random } = story;
    const first = story.player();
    const second = story.player();
    const chunk = story.stage(first, second);
    const hopper = story.chest(chunk, 5);
    const prize = story.treasure(first);
    yield random.between(2, 60);
    drop(world, first, prize);
    yield random.between(11, 80);
    yield "entities";
    if (!story.isLive(prize)) return;
    const { ground } = chunk;
    const isHopper = random.chance(0.5);
    const copy = story.isFaulty
      ? story.duplicate(prize, "taken twice before it was marked dead", (made) => {
          if (isHopper) hopper.add(made);
          else story.giveTo(second, made);
        })
      : undefined;
    if (copy && !isHopper) interacted(world, second, copy, "PICKUP", [ground]);
    if (random.chance(0.7)) pickUp(world, first, prize);
    else story.chest(chunk, 5).add(lift(prize));
    yield* aftermath(story, prize, copy);
  },
};

export const deathRacesHandler: StoryKind = {
  id: "D04",
  title: "Death races an inventory handler",
  twin: "H06",
  *tell(story) {
    const { world, random } = story;
    const victim = story.player();
    story.stage(victim);
    const prize = story.treasure(victim);
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    die(world, victim);
    let copy: Stack | undefined;
    if (story.isFaulty) {
      copy = story.duplicate(prize, "the handler wrote it back after the drop", (made) => story.giveTo(victim, made));
    }
    yield random.between(1, 60);
    respawn(world, victim, victim.account.at);
    yield* aftermath(story, prize, copy);
  },
};

export const cancelledHalfUndone: StoryKind = {
  id: "D16",
  title: "Cancelled action half undone",
  twin: "H19",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const chunk = story.stage(player);
    const prize = story.treasure(player);
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    if (random.chance(0.5)) {
      const copy = story.isFaulty
        ? story.duplicate(prize, "the drop was cancelled, the entity stayed", (made) => layDown(world, player, made))
        : undefined;
      interacted(world, player, prize, "DROP", [chunk.ground], true);
      yield* aftermath(story, copy, prize);
      return;
    }
    const chest = story.chest(chunk);
    const copy = story.isFaulty
      ? story.duplicate(prize, "the move was cancelled on one side only", (made) => chest.add(made))
      : undefined;
    interacted(world, player, prize, "CONTAINER_TRANSFER", [chest], true);
    yield* aftermath(story, copy, prize);
  },
};
