import { improve, interacted, rearrange } from "../acts/carrying.ts";
import type { StoryKind } from "../stories/script.ts";
import { BOOK, TOOLS } from "../world/material.ts";
import { FIRST_STATION_SLOT, OFF_HAND_SLOT } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import { aftermath } from "./aftermath.ts";

export const shadowItem: StoryKind = {
  id: "D05",
  title: "Shadow item",
  twin: "H21",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    const chest = story.chest(story.stage(player));
    const prize = story.treasure(player, random.pick(TOOLS));
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    if (!story.isFaulty) {
      rearrange(world, player, prize, OFF_HAND_SLOT);
      yield 30;
      return;
    }
    const shadow = story.duplicate(prize, "an exception in mid-swap left one object in two slots", (made) => {
      if (random.chance(0.5)) story.giveTo(player, made);
      else chest.add(made);
    });
    if (shadow === undefined) return;
    shadow.object = prize.object;
    shadow.alias = prize;
    prize.alias = shadow;
    yield random.between(20, 260);
    separate(prize, shadow);
    yield* aftermath(story, prize, shadow);
  },
};

/** The next save or edit turns the one object into two items. */
function separate(one: Stack, other: Stack): void {
  other.object = other;
  one.alias = undefined;
  other.alias = undefined;
}

export const stackArithmetic: StoryKind = {
  id: "D06",
  title: "Stack arithmetic",
  twin: "H21",
  *tell(story) {
    const { world, random } = story;
    const player = story.player();
    story.stage(player);
    const prize = story.treasure(player);
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    if (story.isFaulty) {
      const count = random.pick([2, 2, 3, 64]);
      story.duplication("placed onto its own slot, counts added", () => world.items.recount(prize, count));
    }
    interacted(world, player, prize, "INVENTORY_CLICK");
    yield random.between(1, 60);
    if (!story.isFaulty || !story.isLive(prize) || random.chance(0.4)) {
      yield* aftermath(story, prize);
      return;
    }
    let half: Stack | undefined;
    story.duplication("split", () => {
      if (prize.count < 2) return;
      world.items.recount(prize, prize.count - 1);
      half = story.keep(world.items.copy(prize));
      world.items.recount(half, 1);
      story.giveTo(player, half);
    });
    if (half) interacted(world, player, half, "INVENTORY_CLICK");
    yield* aftermath(story, prize, half);
  },
};

export const clientAuthored: StoryKind = {
  id: "D07",
  title: "Client-authored stack",
  twin: "H12",
  *tell(story) {
    const { world, random } = story;
    const owner = story.player();
    const author = random.chance(0.5) ? owner : story.player();
    story.stage(owner, author);
    const prize = story.treasure(owner, random.chance(0.5) ? BOOK : undefined);
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    if (!story.isFaulty) {
      yield* forge(story, author);
      return;
    }
    const copy = story.duplicate(prize, "the server stored what the client sent", (made) => story.giveTo(author, made));
    if (copy) interacted(world, author, copy, "CREATIVE");
    yield* aftermath(story, prize, copy);
  },
};

/** The client sends an id that was never issued. It is stripped at intake, and no item is copied. */
function* forge(story: Parameters<StoryKind["tell"]>[0], author: Parameters<typeof improve>[1]) {
  const { world } = story;
  const forged = story.keep(world.items.mint(BOOK));
  world.writeTag(forged, `ffffffff-0000-4000-8000-${world.fresh().toString(16).padStart(12, "0")}`);
  world.channel.emit({ kind: "authored-item", action: "CREATIVE", session: author, stack: forged });
  story.giveTo(author, forged);
  yield 40;
}

export const givesWithoutTaking: StoryKind = {
  id: "D08",
  title: "Craft, station or merchant gives without taking",
  twin: "H08",
  *tell(story) {
    const { world, random } = story;
    const smith = story.player();
    story.stage(smith);
    const prize = story.treasure(smith);
    yield random.between(5, 220);
    if (!story.isLive(prize)) return;
    rearrange(world, smith, prize, FIRST_STATION_SLOT);
    yield random.between(1, 20);
    if (!story.isLive(prize)) return;
    let result: Stack | undefined;
    if (story.isFaulty && random.chance(0.25)) {
      story.world.truth.surplus("D08", "the merchant's window gave a new item for nothing");
      result = story.keep(world.items.mint(random.pick(TOOLS)));
      story.giveTo(smith, result);
    } else if (story.isFaulty) {
      result = story.duplicate(prize, "the result was handed out, the input stayed", (made) =>
        story.giveTo(smith, made),
      );
    }
    if (result) improve(world, smith, result);
    yield random.between(1, 10);
    const free = smith.slots.freeSlot();
    if (story.isLive(prize) && prize.home === smith.slots && free >= 0) rearrange(world, smith, prize, free);
    yield* aftermath(story, prize, result);
  },
};
