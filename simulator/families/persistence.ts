import { drop, interacted, layDown, pickUp } from "../acts/carrying.ts";
import { close, open, putInto, takeFrom } from "../acts/containers.ts";
import { quit } from "../acts/lives.ts";
import type { StoryKind } from "../stories/script.ts";
import { savedStack } from "../world/snapshot.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const chunkNeverWritten: StoryKind = {
  id: "D18",
  title: "Chunk never written",
  twin: "H17",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const { account } = player;
    const chunk = story.remoteStage(player);
    const chest = story.chest(chunk);
    const prize = story.treasure(player);
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    putInto(world, player, prize, chest);
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    const { index } = prize;
    const written = savedStack(prize);
    open(world, player, chest);
    takeFrom(world, player, prize);
    yield random.between(1, 60);
    const isAway = random.chance(0.35);
    if (isAway) quit(world, player);
    else story.stage(player);
    story.leaveDark(chunk);
    let back: Stack | undefined;
    if (story.isFaulty && story.isLive(prize) && chest.slots[index] === undefined) {
      story.duplication("the chunk was not written; what was taken out is back inside", () => {
        back = story.keep(world.items.revive(written));
        chest.put(back, index);
      });
    }
    yield random.between(5, 400);
    story.light(chunk);
    yield random.between(3, 60);
    if (isAway) story.backOnline(account);
    yield* aftermath(story, back, prize);
  },
};

export const crashBetweenSaves: StoryKind = {
  id: "D19",
  title: "Crash between two saves",
  twin: "H16",
  needs: "crash",
  *tell(story) {
    const { world, random, server } = story;
    const player = story.player();
    const { account } = player;
    const chunk = story.remoteStage(player);
    const chest = story.chest(chunk);
    const prize = story.treasure(player);
    const lineage = prize.lineage!;
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    const newer = random.pick(["players", "chunks"] as const);
    if (newer === "players") putInto(world, player, prize, chest);
    yield random.between(1, 20);
    server.saveAll();
    yield random.between(1, 60);
    if (story.isLive(prize)) {
      if (newer === "players") {
        takeFrom(world, player, prize);
        yield 2;
        quit(world, player);
      } else {
        putInto(world, player, prize, chest);
        yield 2;
        story.stage(player);
        story.leaveDark(chunk);
      }
    }
    yield random.between(1, 20);
    server.crash(story, story.isFaulty ? newer : undefined);
    yield random.between(5, 60);
    story.light(chunk);
    yield random.between(1, 60);
    story.enter(story.backOnline(account), chunk);
    for (const stack of lineage.instances) story.keep(stack);
    yield* aftermath(story, ...lineage.instances);
  },
};

export const cleanStopRace: StoryKind = {
  id: "D20",
  title: "Clean-stop race",
  twin: "H17",
  needs: "stop",
  *tell(story) {
    const { world, random, server } = story;
    const player = story.player();
    const { account } = player;
    const chunk = story.remoteStage(player);
    const chest = story.chest(chunk);
    const prize = story.treasure(player);
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    putInto(world, player, prize, chest);
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    open(world, player, chest);
    const { index } = prize;
    const whenOpened = savedStack(prize);
    takeFrom(world, player, prize);
    yield random.between(1, 5);
    if (!story.isFaulty) close(player);
    let back: Stack | undefined;
    server.stop(story, () => {
      if (!story.isFaulty || !story.isLive(prize) || chest.slots[index]) return;
      story.duplication("the container was written as it was when its window opened", () => {
        back = story.keep(world.items.revive(whenOpened));
        chest.put(back, index);
      });
    });
    yield random.between(5, 60);
    story.light(chunk);
    yield random.between(1, 60);
    story.enter(story.backOnline(account), chunk);
    yield* aftermath(story, back, prize);
  },
};

export const quitInTheTick: StoryKind = {
  id: "D21",
  title: "Quit in the tick of the act",
  twin: "H02",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const { account } = player;
    const friend = story.player();
    const chunk = story.stage(player, friend);
    const prize = story.treasure(player);
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    let lying: Stack | undefined = prize;
    let copy: Stack | undefined;
    const isDropFirst = random.chance(0.5);
    if (isDropFirst) {
      drop(world, player, prize);
      quit(world, player);
      if (story.isFaulty) {
        copy = story.duplicate(prize, "the record was written before the drop", (made) => account.slots.add(made));
      }
    } else {
      quit(world, player);
      if (story.isFaulty) {
        copy = story.duplicate(prize, "dropped while the connection ended", (made) => layDown(world, player, made));
        world.channel.emit({ kind: "sighting", action: "DROP", slots: chunk.ground });
        lying = copy;
      }
    }
    yield random.between(11, 60);
    if (lying && story.isLive(lying) && lying.home === chunk.ground && random.chance(0.6)) pickUp(world, friend, lying);
    yield random.between(5, 200);
    story.enter(story.backOnline(account), chunk);
    yield* aftermath(story, prize, copy);
  },
};

export const undoWithTheGoodsOut: StoryKind = {
  id: "D22",
  title: "Undo or reset with the goods out",
  twin: "H15",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const chest = story.chest(story.stage(player));
    const prize = story.treasure(player);
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    putInto(world, player, prize, chest);
    yield random.between(5, 60);
    if (!story.isLive(prize)) return;
    const { index } = prize;
    const before = savedStack(prize);
    takeFrom(world, player, prize);
    yield random.between(5, 200);
    let back: Stack | undefined;
    if (story.isFaulty && story.isLive(prize)) {
      story.duplication("the region was put back with what had been taken out", () => {
        back = story.keep(world.items.revive(before));
        story.putBack(chest, back, index);
      });
    }
    if (random.chance(0.5)) {
      yield random.between(1, 30);
      open(world, player, chest);
    }
    if (back && story.isLive(back) && random.chance(0.3)) interacted(world, player, back, "INVENTORY_CLICK", [chest]);
    yield* aftermath(story, back, prize);
  },
};
