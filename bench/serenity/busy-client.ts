import { setTimeout as sleep } from "node:timers/promises";
import { BedrockClient } from "../../test/platforms/serenity/support/bedrock-client.ts";
import type { BusyClient } from "../server/crowd.ts";
import { randomNumbers } from "../server/random.ts";
import { ownSlots } from "./chests.ts";

/** Half the side of the square in which everybody walks; small, so that clients walk over what others have dropped. */
const RANGE = 6;
/** Average pause between two moved items: as fast as a hand. */
const PAUSE_MS = 250;
/** Clients keep at least this many items, because a client without items has nothing to click. */
const MIN_ITEMS = 3;

/** Walks without a pause. Meanwhile moves items within the inventory, to the ground, and to a chest and back. */
export class BusyBedrockClient implements BusyClient {
  readonly name: string;
  readonly acts = { moves: 0, clicks: 0, drops: 0, pickups: 0, chestMoves: 0 };
  readonly #client: BedrockClient;
  readonly #number: number;
  readonly #random: () => number;
  #isPlaying = false;
  #failure: string | undefined;

  private constructor(client: BedrockClient, number: number) {
    this.name = client.name;
    this.#client = client;
    this.#number = number;
    this.#random = randomNumbers(number);
    this.#countMoves();
  }

  static async join(name: string, port: number, number: number): Promise<BusyBedrockClient> {
    return new BusyBedrockClient(await BedrockClient.join({ port, name }), number);
  }

  get lost(): string | undefined {
    const { kicked, isClosed } = this.#client;
    if (this.#failure !== undefined) return this.#failure;
    if (kicked !== undefined) return `kicked: ${kicked}`;
    return isClosed ? "its connection was closed" : undefined;
  }

  play(): void {
    this.#isPlaying = true;
    const keep = (act: () => Promise<void>) =>
      this.#repeat(act).catch((error: Error) => {
        if (this.#isPlaying) this.#failure = error.message;
      });
    void keep(() => this.#walk());
    void keep(() => this.#moveItem());
  }

  leave(): void {
    this.#isPlaying = false;
    this.#client.cutOff();
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (this.#isPlaying) await act();
  }

  async #walk(): Promise<void> {
    const near = () => (this.#random() * 2 - 1) * RANGE;
    await this.#client.movement.walkTo({ x: near(), y: 1, z: near() });
  }

  async #moveItem(): Promise<void> {
    const held = this.#heldItems;
    const choice = this.#random();
    if (choice < 0.2 && held > MIN_ITEMS) await this.#drop();
    else if (choice < 0.4) await this.#useChest();
    else if (held > 0) await this.#click();
    await sleep(PAUSE_MS * (0.5 + this.#random()));
    this.acts.pickups += Math.max(0, this.#heldItems - held - this.#fetched);
    this.#fetched = 0;
  }

  /** Takes an item onto the cursor, and puts it into another slot. */
  async #click(): Promise<void> {
    const { acts } = this.#client;
    const [from, to] = [this.#filledSlot, this.#freeSlot];
    if (from < 0 || to < 0) return;
    const taken = await acts.take(1, ["hotbar_and_inventory", from], ["cursor", 0]);
    if (taken.status !== "ok") return;
    const placed = await acts.place(1, ["cursor", 0], ["hotbar_and_inventory", to]);
    this.acts.clicks += placed.status === "ok" ? 2 : 1;
  }

  async #drop(): Promise<void> {
    const { acts, movement } = this.#client;
    movement.look(this.#random() * 360, 20);
    const dropped = await acts.drop(1, ["hotbar_and_inventory", this.#filledSlot]);
    if (dropped.status === "ok") this.acts.drops++;
  }

  /** Puts an item into one of the client's own slots, or takes it out of a filled one. */
  async #useChest(): Promise<void> {
    const { acts, world } = this.#client;
    const { chest, slots } = ownSlots(this.#number);
    const window = await world.openBlock(chest);
    const slot = slots[Math.floor(this.#random() * slots.length)]!;
    const [from, to] = [this.#filledSlot, this.#freeSlot];
    if (window.slots[slot]) {
      const fetched = to >= 0 && (await acts.take(1, ["container", slot], ["hotbar_and_inventory", to]));
      if (fetched && fetched.status === "ok") {
        this.acts.chestMoves++;
        this.#fetched++;
      }
    } else if (this.#heldItems > MIN_ITEMS) {
      const stored = await acts.place(1, ["hotbar_and_inventory", from], ["container", slot]);
      if (stored.status === "ok") this.acts.chestMoves++;
    }
    await world.close();
  }

  /** Items taken out of the chest in this round; they do not count as picked up. */
  #fetched = 0;

  get #heldItems(): number {
    return this.#client.items.inventory.filter(Boolean).length;
  }

  get #filledSlot(): number {
    const filled = this.#client.items.inventory.flatMap((item, slot) => (item ? [slot] : []));
    return filled[Math.floor(this.#random() * filled.length)] ?? -1;
  }

  /**
   * Searches from the end: an item that is picked up meanwhile goes into the first free slot, and Serenity 0.8.21 would merge
   * both into one stack.
   */
  get #freeSlot(): number {
    return this.#client.items.inventory.findLastIndex((item) => !item);
  }

  #countMoves(): void {
    const { movement } = this.#client;
    const input = movement.input.bind(movement);
    movement.input = (options) => {
      this.acts.moves++;
      input(options);
    };
  }
}
