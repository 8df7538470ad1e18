import {
  type Announcement,
  blockPlace,
  enderPlace,
  entityPlace,
  type Location,
  type PlaceKey,
  playerPlace,
} from "../../src/core/index.ts";
import { accountId } from "../../src/testing/fake-player.ts";
import type { EventChannel } from "../faults/event-channel.ts";
import type { Knobs } from "../knobs.ts";
import type { Streams } from "../random.ts";
import type { GoodsTruth } from "../truth/goods/goods-truth.ts";
import type { Truth } from "../truth/truth.ts";
import { Account, type Archetype, type Session } from "./account.ts";
import { Chunk, chunkKey } from "./chunk.ts";
import { Items } from "./items.ts";
import { Saves } from "./saves.ts";
import { encodeStack } from "./sim-item.ts";
import { SimPlayer } from "./sim-player.ts";
import { Changes, lift, PLAYER_SLOTS, Slots, type SlotsKind } from "./slots.ts";
import type { Stack } from "./stack.ts";

const CHEST_SLOTS = 27;
const ENDER_SLOTS = 27;
const GROUND_SLOTS = 4096;
const MAX_PLACED = 40;
const CHUNK_BITS = 4;

/** What a detector took away, as the truth saw it. */
export interface Removal {
  readonly tick: number;
  readonly stack: Stack;
  readonly count: number;
  readonly data: Uint8Array;
}

/** What the servers of one network share: instances, and what changed in this tick. */
interface Network {
  readonly serverName: string;
  readonly items: Items;
  readonly changes: Changes;
}

/** Everything that exists: accounts, chunks, what they hold, and what can be seen of it now. */
export class World {
  readonly knobs: Knobs;
  readonly streams: Streams;
  readonly truth: Truth;
  readonly channel: EventChannel;
  readonly changes: Changes;
  /** Empty if the server is in no network. */
  readonly serverName: string;
  readonly items: Items;
  readonly accounts = new Map<string, Account>();
  readonly sessions = new Set<Session>();
  readonly chunks = new Map<string, Chunk>();
  /** What can be looked at now. */
  readonly lit = new Map<PlaceKey, Slots>();
  /** Entities that no longer exist, with the chunk that they were in. */
  readonly goneEntities = new Map<PlaceKey, Chunk>();
  /** Plugin storages: a vault, an auction house, a mailbox, a grave. Never visible. */
  readonly stores = new Map<string, Slots>();
  /** Menus, previews and mirrors: copies that are only for show. The platform port never shows them; careless detectors count them. */
  readonly displays = new Set<Slots>();
  /** What is written to disk. Absent in runs without crashes, where it would make no difference. */
  readonly saves: Saves | undefined;
  /** Set by the run. Called at every removal. */
  onRemoval: (removal: Removal) => void = () => undefined;
  /** Set by the run. Another plugin tells the detector what it is about to do. */
  announce: (announcement: Announcement) => void = () => undefined;
  /** Called when something was given back to a player. */
  onGiven: (stack: Stack) => void = () => undefined;
  #numbers = 0;
  #privateChunks = 0;

  constructor(knobs: Knobs, streams: Streams, truth: Truth, channel: EventChannel, network?: Network) {
    this.knobs = knobs;
    this.streams = streams;
    this.truth = truth;
    this.channel = channel;
    this.changes = network?.changes ?? new Changes();
    this.items = network?.items ?? new Items(truth, this.changes);
    this.serverName = network?.serverName ?? "";
    this.saves = knobs.crashEveryTicks > 0 ? new Saves(this) : undefined;
  }

  get tick(): number {
    return this.truth.tick;
  }

  /** The truth about goods. Only in a world with a ledger. */
  get goods(): GoodsTruth {
    return this.truth.goods!;
  }

  /** Returns a number that was not used before in this run. */
  fresh(): number {
    return ++this.#numbers;
  }

  addAccount(name: string, archetype: Archetype, at: Location): Account {
    const id = accountId(name);
    const slots = this.#newSlots("player", playerPlace(id), PLAYER_SLOTS);
    const account = new Account(id, name, archetype, slots, this.#newSlots("ender", enderPlace(id), ENDER_SLOTS), at);
    this.accounts.set(id, account);
    return account;
  }

  /** Begins to serve an account. Its slots can be looked at from now on. */
  openSession(account: Account, number = 1): Session {
    const slots =
      number === 1 ? account.slots : this.#newSlots("player", playerPlace(account.id, number), PLAYER_SLOTS);
    const player = new SimPlayer(this, account, slots);
    const session: Session = {
      account,
      number,
      slots,
      player,
      joinedTick: this.tick,
      window: undefined,
      windowSince: 0,
      isDead: false,
      endsAt: undefined,
    };
    if (number === 1) {
      account.session = session;
      this.light(account.ender);
    }
    this.sessions.add(session);
    this.light(slots);
    return session;
  }

  closeSession(session: Session): void {
    const { account } = session;
    this.sessions.delete(session);
    this.darken(session.slots);
    if (account.session !== session) return;
    if (session.number !== 1) this.keepRecord(session);
    account.session = undefined;
    this.darken(account.ender);
  }

  /** Makes the contents of a second session the account's record. What was stored there is overwritten. */
  keepRecord({ account, slots }: Session): void {
    for (const stack of account.slots.stacks()) this.items.end(stack);
    for (const stack of slots.stacks()) {
      const { index } = stack;
      account.slots.put(lift(stack), index);
    }
  }

  chunkAt({ world, x, z }: Location): Chunk {
    return this.chunk(world, Math.floor(x) >> CHUNK_BITS, Math.floor(z) >> CHUNK_BITS);
  }

  chunk(world: string, cx: number, cz: number): Chunk {
    const key = chunkKey(world, cx, cz);
    let chunk = this.chunks.get(key);
    if (chunk === undefined) {
      const ground = this.#newSlots("ground", `ground:${key}`, GROUND_SLOTS);
      ground.location = { world, x: (cx << CHUNK_BITS) + 8, y: 64, z: (cz << CHUNK_BITS) + 8 };
      chunk = new Chunk(world, cx, cz, ground, this.#newSlots("store", "", MAX_PLACED));
      this.chunks.set(key, chunk);
    }
    return chunk;
  }

  /** Returns a chunk that nobody comes near by chance. */
  privateChunk(): Chunk {
    const chunk = this.chunk("world", 10_000 + (this.#privateChunks++ % 512) * 3, 10_000 + this.#privateChunks * 3);
    chunk.isPrivate = true;
    return chunk;
  }

  /** Removes a chunk that nobody will come to again. */
  dropChunk(chunk: Chunk): void {
    this.chunks.delete(chunkKey(chunk.world, chunk.cx, chunk.cz));
    this.saves?.forget(chunk);
  }

  isLoadedAt(world: string, cx: number, cz: number): boolean {
    return this.chunks.get(chunkKey(world, cx, cz))?.isLoaded === true;
  }

  /** Adds a block container somewhere in a chunk. */
  addBlock(chunk: Chunk, capacity = CHEST_SLOTS): Slots {
    const number = this.fresh();
    const location = {
      world: chunk.world,
      x: (chunk.cx << CHUNK_BITS) + (number & 15),
      y: 1 + ((number >> 8) % 300),
      z: (chunk.cz << CHUNK_BITS) + ((number >> 4) & 15),
    };
    const slots = this.#newSlots("block", blockPlace(location), capacity);
    if (chunk.blocks.has(slots.place)) return this.addBlock(chunk, capacity);
    chunk.blocks.set(slots.place, slots);
    return this.#belongsTo(slots, chunk, location);
  }

  removeBlock(slots: Slots): void {
    this.darken(slots);
    slots.chunk?.blocks.delete(slots.place);
  }

  /** Adds a frame, stand, cart or mount. */
  addEntity(chunk: Chunk, capacity: number): Slots {
    const slots = this.#newSlots("entity", entityPlace(chunk.world, `e${this.fresh()}`), capacity);
    chunk.entities.set(slots.place, slots);
    return this.#belongsTo(slots, chunk, chunk.ground.location!);
  }

  removeEntity(slots: Slots): void {
    this.darken(slots);
    slots.chunk!.entities.delete(slots.place);
    this.goneEntities.set(slots.place, slots.chunk!);
  }

  /** Closes a window. If its block is gone, its contents are gone too. */
  closeWindow(session: Session): void {
    const { window } = session;
    session.window = undefined;
    if (window?.kind === "window") this.#drop(window);
  }

  /** The contents of a window whose block or entity is gone. They are visible until it is closed. */
  orphanWindow(session: Session): Slots {
    const slots = this.#newSlots("window", `window:${session.account.id}`, CHEST_SLOTS);
    slots.location = session.account.at;
    this.light(slots);
    return slots;
  }

  /** Shows something in a menu or as a preview. What is shown is no item of the world. */
  openDisplay(shown: Stack, kind: "menu" | "preview" = "menu"): Slots {
    const display = this.#newSlots("display", `${kind}:${this.fresh()}`, CHEST_SLOTS);
    display.add(this.items.sanctionedCopy(shown));
    this.displays.add(display);
    return display;
  }

  closeDisplay(display: Slots): void {
    for (const stack of display.stacks()) this.items.end(stack);
    this.displays.delete(display);
  }

  /** Drops what ends with the process: second sessions, windows without a block, menus. */
  dropTransients(): void {
    for (const session of [...this.sessions]) {
      if (session.account.session === session) continue;
      for (const stack of session.slots.stacks()) this.items.end(stack);
      this.closeSession(session);
    }
    for (const slots of [...this.lit.values()]) if (slots.kind === "window") this.#drop(slots);
    for (const display of [...this.displays]) this.closeDisplay(display);
  }

  store(name: string): Slots {
    let slots = this.stores.get(name);
    if (slots === undefined) {
      slots = this.#newSlots("store", "", 1_000_000);
      this.stores.set(name, slots);
    }
    return slots;
  }

  light(slots: Slots): void {
    slots.isLit = true;
    slots.darkMark = undefined;
    this.truth.darkWithoutWord.delete(slots.address);
    this.lit.set(slots.place, slots);
    slots.touch();
  }

  darken(slots: Slots): void {
    if (slots.isLit && slots.darkMark === undefined) this.truth.darkWithoutWord.set(slots.address, this.tick);
    slots.isLit = false;
    this.truth.goods?.wentDark(slots.place);
    if (this.lit.get(slots.place) === slots) this.lit.delete(slots.place);
    slots.touch();
  }

  /** A detector writes a tag. That changes what is stored on the item, but never which item it is. */
  writeTag(stack: Stack, tag: string | undefined): void {
    stack.tag = tag;
    if (stack.alias) stack.alias.tag = tag;
    if (tag !== undefined && stack.lineage) this.truth.tagged(stack.lineage, tag);
  }

  removeByDetector(stack: Stack, count: number): void {
    this.onRemoval({ tick: this.tick, stack, count, data: encodeStack(stack, count) });
    if (count >= stack.count) this.items.end(stack);
    else this.items.recount(stack, stack.count - count);
  }

  #drop(window: Slots): void {
    for (const stack of window.stacks()) this.items.end(stack);
    this.darken(window);
  }

  #belongsTo(slots: Slots, chunk: Chunk, location: Location): Slots {
    slots.chunk = chunk;
    slots.location = location;
    if (chunk.isLoaded) this.light(slots);
    return slots;
  }

  #newSlots(kind: SlotsKind, place: PlaceKey, capacity: number): Slots {
    return new Slots(kind, place, capacity, this.changes, this.serverName);
  }
}
