import { drop, interacted } from "../acts/carrying.ts";
import { putInto } from "../acts/containers.ts";
import { quit } from "../acts/sessions.ts";
import type { ScenarioKind } from "../scenarios/script.ts";
import type { Session } from "../world/account.ts";
import { savedStack } from "../world/snapshot.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const olderSnapshot: ScenarioKind = {
  id: "D23",
  title: "Switch with an older snapshot",
  twin: "H22",
  note: "on one server: a sync plugin applies the older snapshot at the next join; the preset `network` tells it on two servers",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const { account } = player;
    const friend = scenario.player();
    const chunk = scenario.stage(player, friend);
    const prize = scenario.treasure(player);
    yield random.between(5, 100);
    if (!scenario.isLive(prize)) return;
    const snapshot = savedStack(prize);
    if (random.chance(0.5)) putInto(world, player, prize, scenario.chest(chunk));
    else {
      scenario.giveTo(friend, prize);
      interacted(world, friend, prize, "PICKUP", [player.slots]);
    }
    yield random.between(1, 60);
    quit(world, player);
    yield random.between(3, 100);
    let again: Stack | undefined;
    if (scenario.isFaulty && scenario.isLive(prize)) {
      scenario.duplication("a snapshot older than the last change was applied", () => {
        again = scenario.keep(world.items.revive(snapshot));
        account.slots.add(again);
      });
    }
    scenario.enter(scenario.backOnline(account), chunk);
    yield* aftermath(scenario, prize, again);
  },
};

export const accountTwice: ScenarioKind = {
  id: "D24",
  title: "Account on two servers at once",
  twin: "H22",
  note:
    "on one server: two sessions of one account are views of one record, and a second copy is real once one of them puts " +
    "it elsewhere; the preset `network` tells it on two servers",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const { account } = player;
    const chunk = scenario.stage(player);
    const prize = scenario.treasure(player);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    if (!scenario.isFaulty) {
      quit(world, player);
      scenario.backOnline(account);
      yield 40;
      return;
    }
    let second: Session | undefined;
    scenario.duplication("the account was let in twice", () => {
      second = world.openSession(account, 2);
      for (const stack of player.slots.stacks()) second.slots.put(scenario.keep(world.items.copy(stack)), stack.index);
    });
    if (second === undefined) return;
    world.channel.emit({ kind: "sighting", action: "JOIN", slots: second.slots, session: second });
    const copy = second.slots.stacks().find(({ lineage }) => lineage === prize.lineage);
    yield random.between(20, 300);
    if (copy && scenario.isLive(copy)) {
      if (random.chance(0.5)) putInto(world, second, copy, scenario.chest(chunk));
      else drop(world, second, copy);
    }
    yield* aftermath(scenario, copy, prize);
    world.channel.emit({ kind: "going-dark", action: "QUIT", slots: second.slots, session: second });
    for (const stack of second.slots.stacks()) world.items.end(stack);
    world.closeSession(second);
  },
};
