import {
  type Announcement,
  blockPlace,
  enderPlace,
  groundPlace,
  type ItemEvent,
  type Location,
  type PlaceKey,
  placeKind,
  playerPlace,
  windowPlace,
} from "../../src/core/index.ts";
import { accountId } from "../../src/testing/fake-player.ts";
import type { Random } from "../random.ts";
import { type Account, Session } from "./account.ts";
import { Bin, copyOf, type Stack } from "./bin.ts";
import type { Channel } from "./channel.ts";
import { type Chunk, placesOf } from "./chunk.ts";
import type { GoodsKnobs } from "./knobs.ts";
import type { Material } from "./materials.ts";
import type { GoodsTruth } from "./truth.ts";

export const INVENTORY_SLOTS = 36;
const CHEST_SLOTS = 27;
const ENDER_SLOTS = 27;
const GROUND_SLOTS = 4096;
const CHUNK_BITS = 4;

/** Some goods: a material and how many. */
export type Goods = readonly (readonly [Material, number])[];

/** Everything that exists, and what can be seen of it now. */
export class GoodsWorld {
  readonly knobs: GoodsKnobs;
  readonly random: Random;
  readonly truth: GoodsTruth;
  readonly channel: Channel;
  readonly accounts = new Map<string, Account>();
  readonly sessions = new Set<Session>();
  readonly chunks: Chunk[] = [];
  readonly lit = new Map<PlaceKey, Bin>();
  announce: (announcement: Announcement) => void = () => undefined;
  #blocks = 0;

  constructor(knobs: GoodsKnobs, random: Random, truth: GoodsTruth, channel: Channel) {
    this.knobs = knobs;
    this.random = random;
    this.truth = truth;
    this.channel = channel;
    for (let cx = 0; cx < knobs.worldSide; cx++) {
      for (let cz = 0; cz < knobs.worldSide; cz++) this.chunks.push(newChunk(cx, cz));
    }
  }

  get tick(): number {
    return this.truth.tick;
  }

  /**
   * The word of a source: what comes out of a broken block, or is given. It may come late and twice, and is never lost, for without
   * it nobody could tell what was got in this way from what grew.
   */
  reportSource(event: ItemEvent): void {
    this.channel.emit(event, true);
  }

  /** Reports something. When it does not arrive in its tick, the goods that it moved left their place unseen. */
  report(event: ItemEvent, moved: Goods = []): boolean {
    const isTold = this.channel.emit(event);
    if (event.kind === "interaction") this.#handled(event);
    else if (event.kind === "sighting" && event.action === "CONTAINER_OPEN")
      this.truth.handlings.opened({ tick: this.tick, place: event.place, playerId: event.player!.id });
    if (!isTold) this.unseen(moved, placesOfEvent(event));
    return isTold;
  }

  /** Goods left one of these places, and nothing said so. */
  unseen(moved: Goods, places: readonly PlaceKey[]): void {
    for (const [material, count] of moved) this.truth.lostUnseen(material, count, places);
  }

  /** What is dropped and picked up is said with its number: nobody mistakes it for what others do there. */
  #handled(event: Extract<ItemEvent, { kind: "interaction" }>): void {
    const { player, touched = [] } = event;
    for (const place of touched) if (placeKind(place) !== "ground") this.truth.handled(place, player.id);
  }

  addAccount(name: string, at: Location): Account {
    const id = accountId(name);
    const slots = new Bin(playerPlace(id), INVENTORY_SLOTS, at);
    const ender = new Bin(enderPlace(id), ENDER_SLOTS, at);
    const never = Number.POSITIVE_INFINITY;
    const account: Account = {
      ...{ id, name, slots, ender, at, isCreative: false, session: undefined, awayUntil: 0 },
      ...{ leavesAt: never, makesNothingUntil: 0 },
    };
    this.accounts.set(id, account);
    return account;
  }

  openSession(account: Account, number = 1): Session {
    const slots =
      number === 1 ? account.slots : new Bin(playerPlace(account.id, number), INVENTORY_SLOTS, account.slots.location);
    const session = new Session(account, slots, this.tick);
    this.sessions.add(session);
    account.session = session;
    this.lit.set(account.ender.place, account.ender);
    this.lit.set(slots.place, slots);
    return session;
  }

  closeSession(session: Session): void {
    const { account, slots } = session;
    this.closeWindow(session);
    this.sessions.delete(session);
    this.lit.delete(slots.place);
    if (account.session !== session) return;
    // What the last session leaves behind is the record.
    account.slots.stacks = slots.stacks;
    account.session = undefined;
    this.lit.delete(account.ender.place);
  }

  chunkAt({ x, z }: Location): Chunk {
    return this.chunks[(x >> CHUNK_BITS) * this.knobs.worldSide + (z >> CHUNK_BITS)]!;
  }

  addBlock(chunk: Chunk): Bin {
    const number = this.#blocks++;
    const at = {
      world: "world",
      x: (chunk.cx << CHUNK_BITS) + (number & 15),
      y: 10 + ((number >> 8) % 200),
      z: (chunk.cz << CHUNK_BITS) + ((number >> 4) & 15),
    };
    const block = new Bin(blockPlace(at), CHEST_SLOTS, at);
    if (chunk.blocks.has(block.place)) return this.addBlock(chunk);
    chunk.blocks.set(block.place, block);
    if (chunk.isLit) this.lit.set(block.place, block);
    return block;
  }

  removeBlock(block: Bin): void {
    const chunk = this.chunkAt(block.location);
    chunk.blocks.delete(block.place);
    chunk.boxes.delete(block);
    this.#goDark(block.place);
  }

  /** The block behind a window is gone, and the window still shows what was in it. */
  keepWindow(session: Session, shown: readonly Stack[], ticks: number): void {
    const window = new Bin(windowPlace(session.id), CHEST_SLOTS, session.account.at);
    window.stacks = shown.map(copyOf);
    session.window = window;
    session.windowUntil = this.tick + ticks;
    this.lit.set(window.place, window);
  }

  closeWindow(session: Session): void {
    if (session.window !== undefined) this.lit.delete(session.window.place);
    session.window = undefined;
  }

  light(chunk: Chunk): void {
    chunk.isLit = true;
    for (const bin of placesOf(chunk)) this.lit.set(bin.place, bin);
  }

  darken(chunk: Chunk): void {
    chunk.isLit = false;
    for (const { place } of placesOf(chunk)) this.#goDark(place);
  }

  #goDark(place: PlaceKey): void {
    this.lit.delete(place);
    this.truth.wentDark(place);
  }

  randomSpot(): Location {
    const side = this.knobs.worldSide << CHUNK_BITS;
    return { world: "world", x: this.random.int(side), y: 64, z: this.random.int(side) };
  }
}

/** Everything in a stack, the goods in a box included. */
export function goodsIn({ material, count, inside }: Stack): Goods {
  return inside === undefined ? [[material, count]] : inside.stacks.flatMap(goodsIn);
}

function newChunk(cx: number, cz: number): Chunk {
  const at = { world: "world", x: (cx << CHUNK_BITS) + 8, y: 64, z: (cz << CHUNK_BITS) + 8 };
  const ground = new Bin(groundPlace(at), GROUND_SLOTS, at);
  return { cx, cz, ground, blocks: new Map(), boxes: new Set(), placed: [], isLit: false, neededTick: -1 };
}

function placesOfEvent(event: ItemEvent): PlaceKey[] {
  if (event.kind === "interaction") return [event.player.place, ...(event.touched ?? [])];
  if (event.kind === "item-ended") return [event.player?.place ?? groundPlace(event.location)];
  return event.kind === "authored-item" ? [event.player.place] : [event.place];
}
