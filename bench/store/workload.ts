import { type Batch, BatchWriter } from "../../src/core/index.ts";
import { ID_WORDS } from "../../src/core/model/item-id.ts";

const WORLDS = ["world", "world/nether", "world/end"];
const ACTIONS = ["PICKUP", "DROP", "CRAFTED", "INVENTORY_CLICK", "CONTAINER_TRANSFER", "DEATH", "ENCHANT", "SCAN"];
const MATERIALS = ["DIAMOND_SWORD", "ELYTRA", "SHULKER_BOX", "BOW", "NETHERITE_AXE", "SHIELD"];
const CHESTS = 2000;

/** What takes the workload's rows. */
export type RowWriter = Pick<BatchWriter, "addSeen" | "addTransfer" | "addCustody">;

export interface WorkloadSize {
  readonly items: number;
  readonly players: number;
  /** How many players ever handle an item. Absent: any player may. */
  readonly owners?: number;
}

interface Chest {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly world: string;
  readonly place: string;
}

/**
 * A busy server, the same for the same seed. Every transfer is of a random item by a random player, and confirms the item's
 * custody: seven times in ten with the player, otherwise in a chest. An item is seen when it first moves.
 */
export class Workload {
  readonly items: number;
  readonly players: readonly string[];
  readonly #owners: number | undefined;
  readonly #playerPlaces: readonly string[];
  readonly #ids: Int32Array;
  readonly #isSeen: Uint8Array;
  readonly #chests: readonly Chest[];
  readonly #writer = new BatchWriter();
  #state: number;
  nowMs = Date.UTC(2026, 0, 15);

  constructor({ items, players, owners }: WorkloadSize, seed = 1) {
    this.#state = seed;
    this.#owners = owners;
    this.items = items;
    this.#ids = Int32Array.from({ length: items * ID_WORDS }, () => this.#random() | 0);
    this.#isSeen = new Uint8Array(items);
    this.players = Array.from({ length: players }, (_, n) => {
      const hex = `${n}`.padStart(8, "0");
      return `${hex}-7a1c-4f00-8000-${hex}beef`;
    });
    this.#playerPlaces = this.players.map((player) => `player:${player}`);
    this.#chests = Array.from({ length: CHESTS }, () => {
      const [x, y, z] = [this.#block(), this.#below(128), this.#block()];
      const world = WORLDS[this.#below(3)] as string;
      return { x, y, z, world, place: `block:${world}:${x},${y},${z}` };
    });
  }

  idWords(item: number): Int32Array {
    return this.#ids.subarray(item * ID_WORDS, (item + 1) * ID_WORDS);
  }

  /** Appends this many transfers, with their custody and sightings, at the workload's current time. */
  write(writer: RowWriter, transfers: number): void {
    for (let n = 0; n < transfers; n++) {
      const item = this.#below(this.items);
      const at = item * ID_WORDS;
      const who = this.#owners === undefined ? this.#below(this.players.length) : this.#ownerOf(item, this.#owners);
      const player = this.players[who] as string;
      if (this.#isSeen[item] === 0) {
        this.#isSeen[item] = 1;
        writer.addSeen(this.#ids, at, player, MATERIALS[item % MATERIALS.length] as string, this.nowMs);
      }
      const action = ACTIONS[this.#below(ACTIONS.length)] as string;
      if (this.#below(10) < 7) {
        const [x, y, z] = [this.#block(), this.#below(128), this.#block()];
        writer.addTransfer(this.#ids, at, player, action, "world", x, y, z, this.nowMs);
        const place = this.#playerPlaces[who] as string;
        writer.addCustody(this.#ids, at, player, place, "world", x, y, z, this.nowMs);
      } else {
        const { x, y, z, world, place } = this.#chests[this.#below(CHESTS)] as Chest;
        writer.addTransfer(this.#ids, at, player, action, world, x, y, z, this.nowMs);
        writer.addCustody(this.#ids, at, player, place, world, x, y, z, this.nowMs);
      }
    }
  }

  /** Returns the rows of one tick, and moves time on by one tick. */
  tick(transfers: number): Batch {
    this.write(this.#writer, transfers);
    this.nowMs += 50;
    return this.#writer.finishBatch() as Batch;
  }

  /** One of the item's few owners; each item has others. */
  #ownerOf(item: number, owners: number): number {
    return (Math.imul(item, 2_654_435_761) + this.#below(owners) * 97 + 2 ** 32) % this.players.length;
  }

  #block(): number {
    return this.#below(8000) - 4000;
  }

  #below(limit: number): number {
    return Math.floor((this.#random() / 2 ** 32) * limit);
  }

  /** A 32-bit number (mulberry32). */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
