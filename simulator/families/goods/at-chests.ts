import { addGoods, countOf, roomFor, stacksOf, takeGoods } from "../../acts/goods/amounts.ts";
import { breakContainer } from "../../acts/goods/boxes.ts";
import { putGoods } from "../../acts/goods/chests.ts";
import { dropGoods, pickUpStack } from "../../acts/goods/ground.ts";
import type { Slots } from "../../world/slots.ts";
import { type Cheat, growing } from "./cheat.ts";

export const transferKeepsSource = growing(
  "transfer",
  "taken out of a chest, and still in it; or put in, and still in the hands",
  function* (cheat) {
    const chest = yield* cheat.open();
    const { session, world, random, material } = cheat;
    const stack = cheat.stack();
    if (chest === undefined || session === undefined || stack === undefined) return;
    if (!random.chance(0.5)) {
      const count = Math.min(stack.count, cheat.amount);
      cheat.grow(chest, count, { isAttributable: told(cheat, chest) });
      return;
    }
    if (!putGoods(world, session, chest, stack, stack.count)) return;
    yield random.between(1, 10);
    const again = cheat.session;
    const count = Math.min(countOf(chest, material), cheat.amount);
    if (again === undefined || !chest.isLit || count === 0) return;
    cheat.grow(again.slots, count);
    if (!told(cheat, chest)) cheat.goUnseen(again);
  },
);

export const growInChest = growing("chest", "a chest becomes fuller while the player has it open", function* (cheat) {
  const chest = yield* cheat.open();
  if (chest === undefined) return;
  cheat.grow(chest, cheat.amount, { isAttributable: told(cheat, chest) });
  yield 1;
});

export const growInFedChest = growing(
  "fed chest",
  "a chest that a machine has fed becomes fuller while the player has it open, and may be gone at once",
  function* (cheat) {
    const { world, random, material } = cheat;
    const fed = cheat.chest();
    for (let items = random.between(1, 12); items > 0; items--) {
      if (fed?.isLit !== true || fed !== cheat.chest()) return;
      if (addGoods(world, fed, material, 1) > 0) world.goods.fed(fed.place, material);
      yield 8;
    }
    yield random.between(0, 200);
    const chest = yield* cheat.open();
    if (chest === undefined) return;
    cheat.grow(chest, cheat.amount, { isAttributable: told(cheat, chest) });
    if (random.chance(0.5)) yield random.between(1, 3);
    if (chest.isLit && random.chance(0.5)) breakContainer(world, chest, random.chance(0.5) ? cheat.session : undefined);
  },
);

export const intoChestAtOnce = growing(
  "into chest",
  "grown in the hands, and in a chest before the tick ends, or just after it",
  function* (cheat) {
    const chest = yield* cheat.open();
    const { session, world, random } = cheat;
    if (chest === undefined || session === undefined) return;
    if (random.chance(0.5)) {
      cheat.grow(chest, cheat.amount, { isAttributable: told(cheat, chest) });
      return;
    }
    cheat.grow(session.slots, cheat.amount, { passedInto: chest.place });
    cheat.click(session);
    yield 1;
    const stack = cheat.stack();
    if (stack !== undefined && chest.isLit) putGoods(world, cheat.session!, chest, stack, cheat.amount);
  },
);

export const windowOutlivesBlock = growing(
  "window",
  "the chest that the player has open is broken by a mate, or blown up: what was in it lies on the ground, and is taken out of the window too",
  function* (cheat) {
    const { session, mate, world, random, material } = cheat;
    if (session === undefined || mate === undefined) return;
    mate.account.at = session.account.at;
    const chest = world.addBlock(world.chunkAt(session.account.at));
    const stack = cheat.stack();
    if (stack === undefined || !putGoods(world, session, chest, stack, stack.count)) return;
    world.closeWindow(session);
    session.window = chest;
    yield random.between(5, 60);
    if (cheat.session !== session || cheat.mate !== mate || session.window !== chest || !chest.isLit) return;
    breakContainer(world, chest, random.chance(0.7) ? mate : undefined);
    yield random.between(0, 30);
    const { window } = session;
    if (cheat.session !== session || window?.kind !== "window") return;
    const count = Math.min(countOf(window, material), roomFor(session.slots, material));
    if (count === 0) return;
    cheat.gained(
      session.slots.place,
      addGoods(world, session.slots, material, takeGoods(world, window, material, count)),
    );
    if (!told(cheat, window)) cheat.goUnseen(session);
  },
);

export const passOnAtOnce = growing(
  "pass on",
  "grown, and in the mate's hands before the tick ends, or just after it",
  function* (cheat) {
    const { session, mate, world, random, material } = cheat;
    if (session === undefined || mate === undefined) return;
    if (random.chance(0.4)) {
      cheat.grow(mate.slots, cheat.amount, { playerId: cheat.mateId });
      cheat.click(mate);
      return;
    }
    const made = cheat.grow(session.slots, cheat.amount);
    cheat.click(session);
    yield 1;
    if (cheat.session !== session || cheat.mate !== mate) return;
    mate.account.at = session.account.at;
    const moved = Math.min(made, material.maxStack, countOf(session.slots, material));
    if (moved === 0) return;
    const dropped = dropGoods(world, session, material, moved);
    yield 10;
    const isNear = dropped.home !== undefined && dropped.home === world.chunkAt(mate.account.at).ground;
    if (cheat.mate === mate && isNear && roomFor(mate.slots, material) >= dropped.count)
      pickUpStack(world, mate, dropped);
  },
);

export const hiddenAmongMoves = growing(
  "hidden",
  "in the same tick the player puts some of the same material into a chest, drops some, and grows",
  function* (cheat) {
    const chest = yield* cheat.open();
    const { session, world, random, material } = cheat;
    if (chest === undefined || session === undefined) return;
    const stack = cheat.stack();
    if (stack !== undefined) putGoods(world, session, chest, stack, random.between(1, stack.count));
    const carried = stacksOf(session.slots, material).length > 0;
    if (carried && random.chance(0.5)) dropGoods(world, session, material, random.between(1, 5));
    cheat.grow(session.slots, cheat.amount);
    cheat.click(session);
    yield 1;
  },
);

/** True when the act at that place was told in time. Nothing went from it. */
function told({ world, session, material }: Cheat, place: Slots): boolean {
  if (session === undefined) return false;
  const stack = world.items.sample(material);
  const action = "CONTAINER_TRANSFER";
  return world.channel.emit({ kind: "interaction", action, session, stack, touched: [place], moved: [] });
}
