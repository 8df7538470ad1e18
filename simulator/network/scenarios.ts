import { drop, gain, interacted } from "../acts/carrying.ts";
import { loadChunk } from "../acts/chunks.ts";
import { putInto, takeFrom } from "../acts/containers.ts";
import { join, quit } from "../acts/sessions.ts";
import type { Random } from "../random.ts";
import type { Truth } from "../truth/truth.ts";
import type { Session } from "../world/account.ts";
import type { Chunk } from "../world/chunk.ts";
import type { Items } from "../world/items.ts";
import { BOX, TOOLS } from "../world/material.ts";
import { randomItem } from "../world/populate.ts";
import { INVENTORY_SLOTS, lift } from "../world/slots.ts";
import { type Stack, withContents } from "../world/stack.ts";
import type { Journeys } from "./journeys.ts";
import type { SimServer } from "./sim-server.ts";
import type { SyncPlugin } from "./sync-plugin.ts";
import type { Traveller } from "./traveller.ts";

/** What the scenarios of several servers work with. */
export interface Stage {
  readonly truth: Truth;
  readonly items: Items;
  readonly random: Random;
  readonly plugin: SyncPlugin;
  readonly journeys: Journeys;
  /** Lets the server die at the end of this tick. */
  readonly kill: (server: SimServer) => void;
}

interface NetworkScenario {
  readonly id: string;
  readonly title: string;
  /** `from` is where the traveller is. Without the fault, it is an honest look-alike that differs only in the last step. */
  play(stage: Stage, traveller: Traveller, from: SimServer, to: SimServer, isFaulty: boolean): Generator<number>;
}

const staleSnapshot: NetworkScenario = {
  id: "D23",
  title: "Switch with an older snapshot",
  *play(stage, traveller, from, to, isFaulty) {
    const { plugin, journeys, random } = stage;
    const prize = treasure(stage, traveller);
    if (prize === undefined) return;
    yield random.between(5, 100);
    if (traveller.session === undefined || !isLive(prize)) return;
    const stale = traveller.belongingsOn(from);
    putAway(stage, from, traveller.session, prize);
    yield random.between(1, 60);
    if (traveller.at !== from) return;
    plugin.leave(traveller);
    yield random.between(3, 60);
    if (!to.isUp) return;
    const how = journeys.honestArrival();
    const isThere = yield* plugin.arrive(traveller, to, isFaulty ? { ...how, stale } : how);
    yield random.between(1, 60);
    const [copy] = isThere ? traveller.holdersOn(to)[0]!.stacks().filter(sameAs(prize)) : [];
    if (copy && traveller.session && random.chance(0.6)) putAway(stage, to, traveller.session, copy);
    yield* restAndCleanUp(stage, prize);
  },
};

const twoServersAtOnce: NetworkScenario = {
  id: "D24",
  title: "Account on two servers at once",
  *play(stage, traveller, from, to, isFaulty) {
    const { truth, items, random } = stage;
    const prize = treasure(stage, traveller);
    if (prize === undefined) return;
    yield random.between(5, 100);
    if (traveller.session === undefined || !isLive(prize) || !to.isUp) return;
    const [mine] = traveller.holdersOn(from);
    const [other] = traveller.holdersOn(to);
    // A scenario that was cut short may have left something there. The player file is overwritten.
    for (const stack of other!.stacks()) items.end(stack);
    if (isFaulty)
      truth.duplication("D24", "the account was let in twice, with the same things", () => {
        for (const stack of mine!.stacks()) other!.put(items.copy(stack), stack.index);
      });
    else for (const [index, saved] of traveller.files.get(to)?.[0] ?? []) other!.put(items.ghost(saved), index);
    for (const stack of other!.stacks()) stack.isReserved = true;
    const second = join(to.world, traveller.accountOn(to));
    // After the first server has let the player go, the plugin puts the items in place, and the old player file is no longer shown.
    const isOnBoth = () => isFaulty || (traveller.at === from && from.isUp);
    for (let left = random.between(20, 300); left > 0 && isOnBoth(); left -= 10) yield Math.min(left, 10);
    const [copy] = other!.stacks().filter(sameAs(prize));
    if (isFaulty && copy && to.world.sessions.has(second)) putAway(stage, to, second, copy);
    if (isFaulty) yield 310 + 500;
    for (const stack of other!.stacks()) items.end(stack);
    if (to.world.sessions.has(second)) quit(to.world, second);
    yield* restAndCleanUp(stage, prize, 1);
  },
};

const rolledBackAfterLeaving: NetworkScenario = {
  id: "D19",
  title: "The source dies after the player has left, and comes back with what was taken",
  *play(stage, traveller, from, to, isFaulty) {
    const { plugin, journeys, random } = stage;
    const prize = treasure(stage, traveller);
    if (prize === undefined || traveller.session === undefined) return;
    const chunk = stageOn(from, traveller.session);
    const chest = from.world.addBlock(chunk);
    chest.isReserved = true;
    yield random.between(5, 60);
    if (traveller.session === undefined || !isLive(prize)) return;
    putInto(from.world, traveller.session, prize, chest);
    yield random.between(5, 30);
    if (traveller.session === undefined || !isLive(prize)) return;
    from.saveAll();
    takeFrom(from.world, traveller.session, prize);
    yield random.between(5, 60);
    if (traveller.at !== from) return;
    plugin.leave(traveller);
    yield random.between(3, 60);
    if (to.isUp) yield* plugin.arrive(traveller, to, journeys.honestArrival());
    yield random.between(1, 200);
    if (isFaulty && from.isUp) stage.kill(from);
    while (!from.isUp) yield 20;
    yield random.between(20, 60);
    if (from.isUp && from.world.chunks.has(`${chunk.world}:${chunk.cx},${chunk.cz}`)) loadChunk(from.world, chunk);
    yield* restAndCleanUp(stage, prize);
  },
};

export const NETWORK_SCENARIOS: readonly NetworkScenario[] = [staleSnapshot, twoServersAtOnce, rolledBackAfterLeaving];

/** An item that the traveller has had for a while, and that free play leaves alone. */
function treasure({ random }: Stage, { session, at }: Traveller): Stack | undefined {
  if (session === undefined || at === undefined) return undefined;
  const material = random.chance(0.75) ? random.pick(TOOLS) : BOX;
  const stack = gain(at.world, session, material, "PICKUP");
  if (stack?.inside) for (let made = 0; made < 3; made++) stack.inside.add(randomItem(at.world, random, 1));
  for (const part of stack ? withContents(stack) : []) {
    part.isReserved = true;
  }
  return stack;
}

/** Puts an item into a chest, onto the ground, or into the hands of a player who stays on that server. */
function putAway({ random }: Stage, server: SimServer, session: Session, stack: Stack): void {
  const { world } = server;
  for (const part of withContents(stack)) part.isReserved = true;
  const way = random.pick(["chest", "ground", "friend"] as const);
  const friends = [...world.sessions].filter(({ account }) => !account.isInScenario && !account.isSynced);
  if (way === "friend" && friends.length > 0) {
    const friend = random.pick(friends);
    if (friend.slots.freeSlot(INVENTORY_SLOTS) < 0) return;
    friend.slots.add(lift(stack), INVENTORY_SLOTS);
    interacted(world, friend, stack, "PICKUP", [session.slots]);
    return;
  }
  const chunk = stageOn(server, session);
  if (way === "ground") drop(world, session, stack);
  else {
    const chest = world.addBlock(chunk);
    chest.isReserved = true;
    putInto(world, session, stack, chest);
  }
}

/** Returns a loaded chunk that nobody comes near by chance, and puts the player into it. */
function stageOn({ world }: SimServer, session: Session): Chunk {
  const chunk = world.privateChunk();
  chunk.tickets = 1;
  loadChunk(world, chunk);
  session.account.at = { ...chunk.ground.location! };
  session.window = undefined;
  return chunk;
}

/** Waits until everything due must have been told, then uses the items up. */
function* restAndCleanUp({ truth, items, random }: Stage, prize: Stack, least = 900): Generator<number> {
  yield least + random.int(60);
  const lineages = new Set([...withContents(prize)].map(({ lineage }) => lineage));
  for (const lineage of lineages)
    for (const stack of [...(lineage?.instances ?? [])]) if (isLive(stack)) items.end(stack);
  yield 1 + (truth.tick % 3);
}

function sameAs(prize: Stack): (stack: Stack) => boolean {
  return ({ lineage }) => lineage === prize.lineage;
}

function isLive(stack: Stack): boolean {
  return !stack.isEnded && stack.home !== undefined;
}
