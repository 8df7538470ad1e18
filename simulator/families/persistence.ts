import { drop, interacted, layDown, pickUp } from "../acts/carrying.ts";
import { close, open, putInto, takeFrom } from "../acts/containers.ts";
import { quit } from "../acts/sessions.ts";
import type { ScenarioKind } from "../scenarios/script.ts";
import { savedStack } from "../world/snapshot.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const chunkNeverWritten: ScenarioKind = {
  id: "D18",
  title: "Chunk never written",
  twin: "H17",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const { account } = player;
    const chunk = scenario.remoteStage(player);
    const chest = scenario.chest(chunk);
    const prize = scenario.treasure(player);
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    putInto(world, player, prize, chest);
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    const { index } = prize;
    const written = savedStack(prize);
    open(world, player, chest);
    takeFrom(world, player, prize);
    yield random.between(1, 60);
    const isAway = random.chance(0.35);
    if (isAway) quit(world, player);
    else scenario.stage(player);
    scenario.leaveDark(chunk);
    let back: Stack | undefined;
    if (scenario.isFaulty && scenario.isLive(prize) && chest.slots[index] === undefined) {
      scenario.duplication("the chunk was not written; what was taken out is back inside", () => {
        back = scenario.keep(world.items.revive(written));
        chest.put(back, index);
      });
    }
    yield random.between(5, 400);
    scenario.light(chunk);
    yield random.between(3, 60);
    if (isAway) scenario.backOnline(account);
    yield* aftermath(scenario, back, prize);
  },
};

export const crashBetweenSaves: ScenarioKind = {
  id: "D19",
  title: "Crash between two saves",
  twin: "H16",
  needs: "crash",
  *play(scenario) {
    const { world, random, server } = scenario;
    const player = scenario.player();
    const { account } = player;
    const chunk = scenario.remoteStage(player);
    const chest = scenario.chest(chunk);
    const prize = scenario.treasure(player);
    const lineage = prize.lineage!;
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    const newer = random.pick(["players", "chunks"] as const);
    if (newer === "players") putInto(world, player, prize, chest);
    yield random.between(1, 20);
    server.saveAll();
    yield random.between(1, 60);
    if (scenario.isLive(prize)) {
      if (newer === "players") {
        takeFrom(world, player, prize);
        yield 2;
        quit(world, player);
      } else {
        putInto(world, player, prize, chest);
        yield 2;
        scenario.stage(player);
        scenario.leaveDark(chunk);
      }
    }
    yield random.between(1, 20);
    server.crash(scenario, scenario.isFaulty ? newer : undefined);
    yield random.between(5, 60);
    scenario.light(chunk);
    yield random.between(1, 60);
    scenario.enter(scenario.backOnline(account), chunk);
    for (const stack of lineage.instances) scenario.keep(stack);
    yield* aftermath(scenario, ...lineage.instances);
  },
};

export const cleanStopRace: ScenarioKind = {
  id: "D20",
  title: "Clean-stop race",
  twin: "H17",
  needs: "stop",
  *play(scenario) {
    const { world, random, server } = scenario;
    const player = scenario.player();
    const { account } = player;
    const chunk = scenario.remoteStage(player);
    const chest = scenario.chest(chunk);
    const prize = scenario.treasure(player);
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    putInto(world, player, prize, chest);
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    open(world, player, chest);
    const { index } = prize;
    const whenOpened = savedStack(prize);
    takeFrom(world, player, prize);
    yield random.between(1, 5);
    if (!scenario.isFaulty) close(player);
    let back: Stack | undefined;
    server.stop(scenario, () => {
      if (!scenario.isFaulty || !scenario.isLive(prize) || chest.slots[index]) return;
      scenario.duplication("the container was written as it was when its window opened", () => {
        back = scenario.keep(world.items.revive(whenOpened));
        chest.put(back, index);
      });
    });
    yield random.between(5, 60);
    scenario.light(chunk);
    yield random.between(1, 60);
    scenario.enter(scenario.backOnline(account), chunk);
    yield* aftermath(scenario, back, prize);
  },
};

export const quitInTheTick: ScenarioKind = {
  id: "D21",
  title: "Quit in the tick of the act",
  twin: "H02",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const { account } = player;
    const friend = scenario.player();
    const chunk = scenario.stage(player, friend);
    const prize = scenario.treasure(player);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    let lying: Stack | undefined = prize;
    let copy: Stack | undefined;
    const isDropFirst = random.chance(0.5);
    if (isDropFirst) {
      drop(world, player, prize);
      quit(world, player);
      if (scenario.isFaulty) {
        copy = scenario.duplicate(prize, "the record was written before the drop", (made) => account.slots.add(made));
      }
    } else {
      quit(world, player);
      if (scenario.isFaulty) {
        copy = scenario.duplicate(prize, "dropped while the connection ended", (made) => layDown(world, player, made));
        world.channel.emit({ kind: "sighting", action: "DROP", slots: chunk.ground });
        lying = copy;
      }
    }
    yield random.between(11, 60);
    if (lying && scenario.isLive(lying) && lying.home === chunk.ground && random.chance(0.6))
      pickUp(world, friend, lying);
    yield random.between(5, 200);
    scenario.enter(scenario.backOnline(account), chunk);
    yield* aftermath(scenario, prize, copy);
  },
};

export const undoWithTheGoodsOut: ScenarioKind = {
  id: "D22",
  title: "Undo or reset with the goods out",
  twin: "H15",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const chest = scenario.chest(scenario.stage(player));
    const prize = scenario.treasure(player);
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    putInto(world, player, prize, chest);
    yield random.between(5, 60);
    if (!scenario.isLive(prize)) return;
    const { index } = prize;
    const before = savedStack(prize);
    takeFrom(world, player, prize);
    yield random.between(5, 200);
    let back: Stack | undefined;
    if (scenario.isFaulty && scenario.isLive(prize)) {
      scenario.duplication("the region was put back with what had been taken out", () => {
        back = scenario.keep(world.items.revive(before));
        scenario.putBack(chest, back, index);
      });
    }
    if (random.chance(0.5)) {
      yield random.between(1, 30);
      open(world, player, chest);
    }
    if (back && scenario.isLive(back) && random.chance(0.3))
      interacted(world, player, back, "INVENTORY_CLICK", [chest]);
    yield* aftermath(scenario, back, prize);
  },
};
