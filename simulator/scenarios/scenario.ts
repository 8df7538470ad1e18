import { gain } from "../acts/carrying.ts";
import { loadChunk, unloadChunk } from "../acts/chunks.ts";
import { join, quit } from "../acts/sessions.ts";
import type { Random } from "../random.ts";
import type { DuplicationEvent } from "../truth/duplication-event.ts";
import type { Account, Session } from "../world/account.ts";
import type { Chunk } from "../world/chunk.ts";
import { BOX, BUNDLE, type Material, TOOLS } from "../world/material.ts";
import { randomItem } from "../world/populate.ts";
import { INVENTORY_SLOTS, lift, type Slots } from "../world/slots.ts";
import { type Stack, withContents } from "../world/stack.ts";
import type { World } from "../world/world.ts";
import type { PlayerPool } from "./player-pool.ts";
import type { Server } from "./server.ts";

/** One run of a scenario: its players, its chunks, its things, and whether the fault happens. */
export class Scenario {
  readonly id: string;
  readonly number: number;
  readonly world: World;
  readonly random: Random;
  readonly server: Server;
  /** False in a twin: everything but the fault. */
  readonly isFaulty: boolean;
  readonly #pool: PlayerPool;
  readonly #players: Account[] = [];
  readonly #chunks: Chunk[] = [];
  /** Everything that the scenario brought into the world, and removes again at its end. */
  readonly things = new Set<Stack>();
  readonly #blocks = new Set<Slots>();
  readonly #entities = new Set<Slots>();

  constructor(
    id: string,
    number: number,
    world: World,
    server: Server,
    pool: PlayerPool,
    random: Random,
    isFaulty: boolean,
  ) {
    this.id = id;
    this.number = number;
    this.world = world;
    this.server = server;
    this.random = random;
    this.isFaulty = isFaulty;
    this.#pool = pool;
  }

  /** Returns a loaded chunk, usually one where others play, and puts the given players into it. */
  stage(...sessions: readonly Session[]): Chunk {
    const among = this.random.chance(0.6) ? this.#amongOthers() : undefined;
    return this.#begin(among ?? this.world.privateChunk(), sessions);
  }

  /** Returns a loaded chunk of the scenario's own, which can go dark because nobody comes there by chance. */
  remoteStage(...sessions: readonly Session[]): Chunk {
    return this.#begin(this.world.privateChunk(), sessions);
  }

  #begin(chunk: Chunk, sessions: readonly Session[]): Chunk {
    this.#chunks.push(chunk);
    chunk.tickets++;
    loadChunk(this.world, chunk);
    for (const session of sessions) this.enter(session, chunk);
    return chunk;
  }

  /** Returns the chunk of a player who is in no scenario. */
  #amongOthers(): Chunk | undefined {
    const free = [...this.world.sessions].filter(({ account, isDead }) => !account.isInScenario && !isDead);
    const chunk = free.length === 0 ? undefined : this.world.chunkAt(this.random.pick(free).account.at);
    return chunk?.isPrivate === false ? chunk : undefined;
  }

  enter(session: Session, chunk: Chunk): void {
    session.account.at = { ...chunk.ground.location!, x: chunk.ground.location!.x + this.random.int(6) };
    session.window = undefined;
  }

  /** Lets a chunk of the scenario go dark. */
  leaveDark(chunk: Chunk): void {
    chunk.tickets = 0;
    unloadChunk(this.world, chunk);
  }

  light(chunk: Chunk): void {
    chunk.tickets = 1;
    loadChunk(this.world, chunk);
  }

  /** Returns a player who is online. */
  player(): Session {
    const account = this.#pool.take(this.random);
    this.#players.push(account);
    return account.session!;
  }

  /** Returns a chest that nobody else uses or, where others play, often one of theirs. */
  chest(chunk: Chunk, capacity?: number): Slots {
    const shared = capacity === undefined && this.random.chance(0.5) ? sharedChest(chunk) : undefined;
    return shared ?? this.ownChest(chunk, capacity);
  }

  ownChest(chunk: Chunk, capacity?: number): Slots {
    return this.own(this.world.addBlock(chunk, capacity));
  }

  entity(chunk: Chunk, capacity = 1): Slots {
    const slots = this.world.addEntity(chunk, capacity);
    slots.isReserved = true;
    this.#entities.add(slots);
    return slots;
  }

  /** Puts a stack back into its slot, or into a free one: others may have filled the chest meanwhile. */
  putBack(slots: Slots, stack: Stack, index: number): void {
    if (slots.slots[index] === undefined) slots.put(stack, index);
    else if (!slots.add(stack)) this.world.items.end(stack);
  }

  own(block: Slots): Slots {
    block.isReserved = true;
    this.#blocks.add(block);
    return block;
  }

  /** Makes an item that is in nobody's slots yet. */
  treasureInHand(): Stack {
    return this.keep(randomItem(this.world, this.random, 3));
  }

  /** Gives a player an item to keep: a plain one, or a box or bundle with items in it, sometimes nested deeply. */
  treasure(session: Session, material: Material = this.#anyMaterial()): Stack {
    const { world, random } = this;
    if (session.slots.freeSlot(INVENTORY_SLOTS) < 0) this.#makeRoom(session);
    const stack = gain(world, session, material, "PICKUP")!;
    if (stack.inside) {
      const count = random.chance(0.1) ? stack.inside.capacity : random.between(1, 4);
      for (let made = 0; made < count; made++) stack.inside.add(randomItem(world, random, random.int(5)));
    }
    return this.keep(stack);
  }

  /** Takes an item out of free play, and out of the world when the scenario ends. */
  keep(stack: Stack): Stack {
    for (const part of withContents(stack)) part.isReserved = true;
    this.things.add(stack);
    return stack;
  }

  /** Copies a thing with its ids: the fault itself. `place` must put the copy somewhere. */
  duplicate(original: Stack, how: string, place: (copy: Stack) => void, family = this.id): Stack | undefined {
    let copy: Stack | undefined;
    this.duplication(
      how,
      () => {
        copy = this.keep(this.world.items.copy(original));
        place(copy);
        // There was no room for the copy.
        if (copy.home === undefined) this.world.items.end(copy);
      },
      family,
    );
    return copy?.isEnded ? undefined : copy;
  }

  duplication(how: string, step: () => void, family = this.id): DuplicationEvent | undefined {
    return this.world.truth.duplication(family, how, step);
  }

  /** True while the item is somewhere: nobody used it up, and no detector took it. */
  isLive(stack: Stack): boolean {
    return !stack.isEnded && stack.home !== undefined;
  }

  giveTo(session: Session, stack: Stack): void {
    if (session.slots.freeSlot(INVENTORY_SLOTS) < 0) this.#makeRoom(session);
    session.slots.add(lift(stack), INVENTORY_SLOTS);
  }

  /** Returns the player's session. A player who is offline joins. */
  backOnline(account: Account): Session {
    return account.session ?? join(this.world, account);
  }

  /** Puts everything back in order: uses the items up, empties the stage and lets the players go. */
  finish(): void {
    for (const thing of this.things) if (this.isLive(thing)) this.world.items.end(thing);
    for (const account of this.#players) this.#pool.release(account, this.random);
    for (const chunk of this.#chunks) this.#strike(chunk);
    for (const holder of [...this.#blocks, ...this.#entities])
      if (holder.chunk?.isPrivate === false) this.#clear(holder);
  }

  /** The server died: nothing is put in order, but the players are free. */
  abandon(): void {
    for (const account of this.#players) this.#pool.abandon(account);
    for (const chunk of this.#chunks) this.#leave(chunk);
    for (const block of this.#blocks) block.isReserved = false;
  }

  /** Ends a second session, or one that nobody plays any more. */
  end(session: Session): void {
    if (this.world.sessions.has(session)) quit(this.world, session);
  }

  #leave(chunk: Chunk): void {
    chunk.tickets = chunk.isPrivate ? 0 : Math.max(0, chunk.tickets - 1);
  }

  /** Removes what the scenario brought to a place where others play. */
  #clear(holder: Slots): void {
    const { chunk } = holder;
    const isThere = chunk!.blocks.get(holder.place) === holder || chunk!.entities.get(holder.place) === holder;
    if (!isThere) return;
    for (const stack of holder.stacks()) this.world.items.end(stack);
    if (holder.kind === "block") this.world.removeBlock(holder);
    else this.world.removeEntity(holder);
  }

  #strike(chunk: Chunk): void {
    if (!chunk.isPrivate) {
      this.#leave(chunk);
      return;
    }
    for (const slots of [...chunk.slots()]) for (const stack of slots.stacks()) this.world.items.end(stack);
    for (const account of this.world.accounts.values()) {
      if (account.session && this.world.chunkAt(account.at) === chunk) this.#pool.sendHome(account, this.random);
    }
    this.leaveDark(chunk);
    this.world.dropChunk(chunk);
  }

  #anyMaterial(): Material {
    const draw = this.random.float();
    return draw < 0.6 ? this.random.pick(TOOLS) : draw < 0.85 ? BOX : BUNDLE;
  }

  #makeRoom(session: Session): void {
    const free = session.slots.stacks().filter((stack) => !stack.isReserved && stack.index < INVENTORY_SLOTS);
    for (const stack of free.slice(0, 4)) this.world.items.end(stack);
  }
}

const ROOM_FOR_A_STORY = 8;

function sharedChest(chunk: Chunk): Slots | undefined {
  if (chunk.isPrivate) return undefined;
  const isFit = ({ isReserved, isBox, capacity, filled }: Slots) =>
    !isReserved && !isBox && capacity - filled >= ROOM_FOR_A_STORY;
  return [...chunk.blocks.values()].find(isFit);
}
