import { improve, interacted, rearrange } from "../acts/carrying.ts";
import type { ScenarioKind } from "../scenarios/script.ts";
import { BOOK, TOOLS } from "../world/material.ts";
import { FIRST_STATION_SLOT, OFF_HAND_SLOT } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const shadowItem: ScenarioKind = {
  id: "D05",
  title: "Shadow item",
  twin: "H21",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    const chest = scenario.chest(scenario.stage(player));
    const prize = scenario.treasure(player, random.pick(TOOLS));
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    if (!scenario.isFaulty) {
      rearrange(world, player, prize, OFF_HAND_SLOT);
      yield 30;
      return;
    }
    const shadow = scenario.duplicate(prize, "an exception in mid-swap left one object in two slots", (made) => {
      if (random.chance(0.5)) scenario.giveTo(player, made);
      else chest.add(made);
    });
    if (shadow === undefined) return;
    shadow.object = prize.object;
    shadow.alias = prize;
    prize.alias = shadow;
    yield random.between(20, 260);
    separate(prize, shadow);
    yield* aftermath(scenario, prize, shadow);
  },
};

/** The next save or edit turns the one object into two items. */
function separate(one: Stack, other: Stack): void {
  other.object = other;
  one.alias = undefined;
  other.alias = undefined;
}

export const stackArithmetic: ScenarioKind = {
  id: "D06",
  title: "Stack arithmetic",
  twin: "H21",
  *play(scenario) {
    const { world, random } = scenario;
    const player = scenario.player();
    scenario.stage(player);
    const prize = scenario.treasure(player);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    if (scenario.isFaulty) {
      const count = random.pick([2, 2, 3, 64]);
      scenario.duplication("placed onto its own slot, counts added", () => world.items.recount(prize, count));
    }
    interacted(world, player, prize, "INVENTORY_CLICK");
    yield random.between(1, 60);
    if (!scenario.isFaulty || !scenario.isLive(prize) || random.chance(0.4)) {
      yield* aftermath(scenario, prize);
      return;
    }
    let half: Stack | undefined;
    scenario.duplication("split", () => {
      if (prize.count < 2) return;
      world.items.recount(prize, prize.count - 1);
      half = scenario.keep(world.items.copy(prize));
      world.items.recount(half, 1);
      scenario.giveTo(player, half);
    });
    if (half) interacted(world, player, half, "INVENTORY_CLICK");
    yield* aftermath(scenario, prize, half);
  },
};

export const clientAuthored: ScenarioKind = {
  id: "D07",
  title: "Client-authored stack",
  twin: "H12",
  *play(scenario) {
    const { world, random } = scenario;
    const owner = scenario.player();
    const author = random.chance(0.5) ? owner : scenario.player();
    scenario.stage(owner, author);
    const prize = scenario.treasure(owner, random.chance(0.5) ? BOOK : undefined);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    if (!scenario.isFaulty) {
      yield* forge(scenario, author);
      return;
    }
    const copy = scenario.duplicate(prize, "the server stored what the client sent", (made) =>
      scenario.giveTo(author, made),
    );
    if (copy) interacted(world, author, copy, "CREATIVE");
    yield* aftermath(scenario, prize, copy);
  },
};

/** The client sends an id that was never issued. It is stripped at intake, and no item is copied. */
function* forge(scenario: Parameters<ScenarioKind["play"]>[0], author: Parameters<typeof improve>[1]) {
  const { world } = scenario;
  const forged = scenario.keep(world.items.mint(BOOK));
  world.writeTag(forged, `ffffffff-0000-4000-8000-${world.fresh().toString(16).padStart(12, "0")}`);
  world.channel.emit({ kind: "authored-item", action: "CREATIVE", session: author, stack: forged });
  scenario.giveTo(author, forged);
  yield 40;
}

export const givesWithoutTaking: ScenarioKind = {
  id: "D08",
  title: "Craft, station or merchant gives without taking",
  twin: "H08",
  *play(scenario) {
    const { world, random } = scenario;
    const smith = scenario.player();
    scenario.stage(smith);
    const prize = scenario.treasure(smith);
    yield random.between(5, 220);
    if (!scenario.isLive(prize)) return;
    rearrange(world, smith, prize, FIRST_STATION_SLOT);
    yield random.between(1, 20);
    if (!scenario.isLive(prize)) return;
    let result: Stack | undefined;
    if (scenario.isFaulty && random.chance(0.25)) {
      scenario.world.truth.surplus("D08", "the merchant's window gave a new item for nothing");
      result = scenario.keep(world.items.mint(random.pick(TOOLS)));
      scenario.giveTo(smith, result);
    } else if (scenario.isFaulty) {
      result = scenario.duplicate(prize, "the result was handed out, the input stayed", (made) =>
        scenario.giveTo(smith, made),
      );
    }
    if (result) improve(world, smith, result);
    yield random.between(1, 10);
    const free = smith.slots.freeSlot();
    if (scenario.isLive(prize) && prize.home === smith.slots && free >= 0) rearrange(world, smith, prize, free);
    yield* aftermath(scenario, prize, result);
  },
};
