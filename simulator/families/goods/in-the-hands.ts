import { layDown } from "../../acts/carrying.ts";
import { countOf } from "../../acts/goods/amounts.ts";
import { pickUpStack } from "../../acts/goods/ground.ts";
import { tellCrafted } from "../../acts/goods/making.ts";
import { quit } from "../../acts/sessions.ts";
import { BOX } from "../../world/material.ts";
import { MAKINGS } from "../../world/recipes.ts";
import { growing } from "./cheat.ts";

export const craftWithoutIngredients = growing(
  "craft",
  "a recipe gives its output and takes nothing",
  function* (cheat) {
    const making = MAKINGS.find(({ makes }) => makes === cheat.material)!;
    for (let made = 0; made < cheat.amount; made += making.count) {
      const { session, world } = cheat;
      if (session === undefined) return;
      cheat.grow(session.slots, making.count);
      if (!tellCrafted(world, session, making, [])) cheat.goUnseen(session);
      yield cheat.random.between(0, 2);
    }
  },
);

export const mergeForeignItem = growing(
  "merge",
  "another item is put onto a stack, and counts as one of it",
  function* (cheat) {
    const { session } = cheat;
    if (session === undefined) return;
    cheat.grow(session.slots, cheat.amount);
    cheat.click(session);
    yield 1;
  },
);

export const growInBox = growing("box", "what is in a carried box becomes more", function* (cheat) {
  const { session, random, world } = cheat;
  if (session === undefined) return;
  let box = session.slots.stacks().find(({ inside }) => inside !== undefined);
  if (box === undefined) {
    if (session.slots.freeSlot(session.slots.storage) < 0) return;
    box = world.items.mint(BOX);
    session.slots.add(box);
    yield random.between(5, 30);
  }
  if (cheat.session === undefined || box.home !== cheat.session.slots) return;
  cheat.grow(box.inside!, cheat.amount);
  cheat.click(cheat.session);
});

export const relogWithMore = growing("relog", "the player comes back with more than was saved", function* (cheat) {
  const { session, world, random } = cheat;
  if (session === undefined || session.number !== 1) return;
  const { account } = session;
  account.awayUntil = world.tick + random.between(20, 400);
  quit(world, session);
  yield account.awayUntil - world.tick - 1;
  if (account.session === undefined) cheat.grow(account.slots, cheat.amount);
});

export const manySmallSteps = growing("steps", "a little at a time", function* (cheat) {
  const step = Math.max(1, Math.floor(cheat.material.threshold! / 8));
  for (let made = 0; made < cheat.amount; made += step) {
    const { session } = cheat;
    if (session === undefined) return;
    cheat.grow(session.slots, step);
    cheat.click(session);
    yield cheat.random.between(5, 40);
  }
});

export const dropKeepsSource = growing(
  "drop",
  "a drop leaves what was dropped in the slot; sometimes the player picks it up at once",
  function* (cheat) {
    for (let made = 0; made < cheat.amount; ) {
      const { session, world, random, material } = cheat;
      const carried = session === undefined ? 0 : countOf(session.slots, material);
      const count = Math.min(carried, cheat.amount - made, material.maxStack);
      if (session === undefined || count === 0) return;
      const stack = world.items.mint(material, count);
      const ground = layDown(world, session, stack);
      const touched = [ground];
      const isTold = world.channel.emit({
        kind: "interaction",
        action: "DROP",
        session,
        stack,
        count,
        touched,
        moved: [],
      });
      cheat.gained(ground.place, count, { isAttributable: isTold });
      made += count;
      yield random.between(10, 20);
      const isNear = stack.home === ground && world.chunkAt(session.account.at).ground === ground;
      if (random.chance(0.5) && cheat.session === session && isNear) pickUpStack(world, session, stack);
      yield 1;
    }
  },
);
