import type { Random } from "../random.ts";
import type { Archetype, Session } from "../world/account.ts";
import { BOX, BUNDLE, POTION, STACKABLES, TOOLS } from "../world/material.ts";
import {
  CURSOR_SLOT,
  FIRST_ARMOUR_SLOT,
  FIRST_GRID_SLOT,
  INVENTORY_SLOTS,
  OFF_HAND_SLOT,
  type Slots,
} from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import type { World } from "../world/world.ts";
import {
  drop,
  freeInventorySlot,
  freeStacks,
  gain,
  improve,
  pickUp,
  rearrange,
  throughCursor,
  useUp,
} from "./carrying.ts";
import { breakBlock, close, open, placeBox, putInside, putInto, takeFrom, takeOut } from "./containers.ts";
import { die, quit } from "./sessions.ts";

/** One thing to do. Returns false if it was not possible just now. */
export type Act = (world: World, session: Session, random: Random) => boolean;

const MAX_GROUND = 40;
const MAX_CARRIED = 24;

/** Every legal operation of free play with items. */
export const ACTS = {
  walk: (world, session, random) => walkTo(world, session, random, 6),
  travel: (world, session, random) => walkTo(world, session, random, world.knobs.worldSide * 16),
  pickUp: (world, session, random) => {
    const lying = freeStacks(groundNear(world, session)).filter((stack) => stack.pickUpFrom <= world.tick);
    return lying.length > 0 && pickUp(world, session, random.pick(lying));
  },
  drop: (world, session, random) => {
    if (groundNear(world, session).filled > MAX_GROUND) return false;
    return withCarried(session, random, (stack) => drop(world, session, stack));
  },
  rearrange: (world, session, random) => {
    const to = random.pick([random.int(INVENTORY_SLOTS), OFF_HAND_SLOT, FIRST_GRID_SLOT, FIRST_ARMOUR_SLOT]);
    if (session.slots.slots[to]?.isReserved) return false;
    return withCarried(session, random, (stack) => rearrange(world, session, stack, to), CURSOR_SLOT);
  },
  cursor: (world, session, random) => {
    const to = freeInventorySlot(session);
    return to >= 0 && withCarried(session, random, (stack) => throughCursor(world, session, stack, to));
  },
  openContainer: (world, session, random) => {
    const near = containersNear(world, session);
    if (near.length === 0) return false;
    open(world, session, random.pick(near));
    return true;
  },
  put: (world, session, random) => {
    const container = openContainer(world, session, random);
    if (container === undefined || container.filled > 20) return false;
    return withCarried(session, random, (stack) => putInto(world, session, stack, container));
  },
  take: (world, session, random) => {
    const container = openContainer(world, session, random);
    if (container === undefined || session.slots.filled > MAX_CARRIED) return false;
    const inside = freeStacks(container);
    return inside.length > 0 && takeFrom(world, session, random.pick(inside));
  },
  closeContainer: (_world, session) => {
    close(session);
    return true;
  },
  craft: (world, session, random) => {
    if (session.slots.filled > MAX_CARRIED) return false;
    const { boxShare, stackableShare } = world.knobs;
    const draw = random.float();
    const material =
      draw < boxShare
        ? random.pick([BOX, BUNDLE])
        : draw < boxShare + stackableShare
          ? random.pick(STACKABLES)
          : random.pick([...TOOLS, POTION]);
    return gain(world, session, material, "CRAFTED") !== undefined;
  },
  consume: (world, session, random) => withCarried(session, random, (stack) => useUp(world, session, stack)),
  improve: (world, session, random) => withCarried(session, random, (stack) => improve(world, session, stack)),
  pack: (world, session, random) => {
    const boxes = freeStacks(session.slots, INVENTORY_SLOTS).filter((stack) => stack.inside);
    if (boxes.length === 0) return false;
    const box = random.pick(boxes);
    return withCarried(session, random, (stack) => {
      if (depthOf(stack) + 1 < world.knobs.nestingDepth) putInside(world, session, stack, box);
    });
  },
  unpack: (world, session, random) => {
    const boxes = freeStacks(session.slots, INVENTORY_SLOTS).filter((stack) => stack.inside && stack.inside.filled > 0);
    if (boxes.length === 0 || session.slots.filled > MAX_CARRIED) return false;
    const inside = freeStacks(random.pick(boxes).inside!);
    return inside.length > 0 && takeOut(world, session, random.pick(inside));
  },
  placeBox: (world, session) => {
    const box = freeStacks(session.slots, INVENTORY_SLOTS).find(({ material }) => material === BOX);
    if (box === undefined) return false;
    placeBox(world, session, box);
    return true;
  },
  breakBox: (world, session) => {
    const box = containersNear(world, session).find(
      (block) => block.isBox && freeStacks(block).length === block.filled,
    );
    if (box === undefined || groundNear(world, session).filled > MAX_GROUND) return false;
    breakBlock(world, session, box);
    return true;
  },
  useFrame: (world, session, random) => {
    const frames = [...world.chunkAt(session.account.at).entities.values()].filter((frame) => !frame.isReserved);
    if (frames.length === 0) return false;
    const frame = random.pick(frames);
    const [held] = freeStacks(frame);
    if (held) return takeFrom(world, session, held);
    return withCarried(session, random, (stack) => putInto(world, session, stack, frame));
  },
  useEnder: (world, session, random) => {
    const { ender } = session.account;
    open(world, session, ender);
    const inside = freeStacks(ender);
    if (inside.length > 8) return takeFrom(world, session, random.pick(inside));
    return withCarried(session, random, (stack) => putInto(world, session, stack, ender));
  },
  die: (world, session, random) => {
    if (freeStacks(session.slots).length !== session.slots.filled) return false;
    if (groundNear(world, session).filled > MAX_GROUND) return false;
    die(world, session, random.chance(0.2));
    return true;
  },
  relog: (world, session, random) => {
    session.account.awayUntil = world.tick + random.between(20, 600);
    quit(world, session);
    return true;
  },
  idle: () => true,
} as const satisfies Record<string, Act>;

type ActName = keyof typeof ACTS;

const EVERYDAY: Partial<Record<ActName, number>> = {
  walk: 20,
  travel: 1,
  pickUp: 8,
  drop: 5,
  rearrange: 14,
  cursor: 6,
  openContainer: 5,
  put: 8,
  take: 8,
  closeContainer: 4,
  craft: 4,
  consume: 4,
  improve: 2,
  pack: 2,
  unpack: 2,
  placeBox: 1,
  breakBox: 1,
  useFrame: 1,
  useEnder: 1,
  die: 0.15,
  relog: 0.15,
};

const HABITS: Record<Archetype, Partial<Record<ActName, number>>> = {
  miner: { walk: 30, craft: 8, consume: 7 },
  trader: { drop: 10, pickUp: 14, travel: 3 },
  builder: { placeBox: 4, breakBox: 4, useFrame: 4 },
  hoarder: { put: 20, take: 14, openContainer: 12, useEnder: 4, pack: 5, unpack: 5 },
  fighter: { die: 0.8, improve: 5, rearrange: 25 },
  redstone: { put: 12, take: 12, walk: 5 },
  staff: { travel: 8, openContainer: 12 },
  afk: { idle: 300 },
  minigame: { travel: 5, die: 1, relog: 0.5 },
};

const WEIGHTS = Object.fromEntries(
  Object.entries(HABITS).map(([archetype, habits]) => [archetype, { ...EVERYDAY, ...habits }]),
) as Record<Archetype, Partial<Record<ActName, number>>>;

/** Chooses what a player does next, by archetype. */
export function nextItemAct({ account }: Session, random: Random): Act {
  return ACTS[random.weighted(WEIGHTS[account.archetype])];
}

function walkTo(world: World, session: Session, random: Random, reach: number): boolean {
  const { at } = session.account;
  const blocks = world.knobs.worldSide * 16;
  const step = (from: number) => Math.min(blocks - 1, Math.max(0, from + (random.float() - 0.5) * 2 * reach));
  session.account.at = { world: at.world, x: step(at.x), y: 64, z: step(at.z) };
  world.closeWindow(session);
  return true;
}

function groundNear(world: World, session: Session): Slots {
  return world.chunkAt(session.account.at).ground;
}

function containersNear(world: World, session: Session): Slots[] {
  const near: Slots[] = [];
  for (const block of world.chunkAt(session.account.at).blocks.values()) if (!block.isReserved) near.push(block);
  return near;
}

/** The open container; if none is open, opens one. */
function openContainer(world: World, session: Session, random: Random): Slots | undefined {
  if (session.window?.isLit && !session.window.isReserved) return session.window;
  const near = containersNear(world, session);
  if (near.length === 0) return undefined;
  const container = random.pick(near);
  open(world, session, container);
  return container;
}

function withCarried(session: Session, random: Random, act: (stack: Stack) => void, limit = INVENTORY_SLOTS): boolean {
  const carried = freeStacks(session.slots, limit);
  if (carried.length === 0) return false;
  act(random.pick(carried));
  return true;
}

function depthOf(stack: Stack): number {
  let deepest = 0;
  for (const inner of stack.inside?.slots ?? []) if (inner) deepest = Math.max(deepest, 1 + depthOf(inner));
  return deepest;
}
