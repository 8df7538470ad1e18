import { SEED } from "../../../support/seed.ts";
import type { BedrockClient } from "./bedrock-client.ts";
import type { GuardedServer } from "./guarded-server.ts";
import type { Position } from "./movement.ts";
import { sleep, until } from "./wait.ts";

type Act = "walk" | "click" | "drop" | "pickUp" | "store" | "fetch" | "die" | "relog";

/** Half the side of the square in which everybody plays; all of it is loaded. */
const RANGE = 12;

/** How many slots of every chest one player may fill. */
const CHEST_SLOTS = 5;

/** How often each act is chosen, out of 100. */
const HABITS: readonly (readonly [Act, number])[] = [
  ["walk", 25],
  ["click", 15],
  ["drop", 15],
  ["pickUp", 15],
  ["store", 12],
  ["fetch", 12],
  ["die", 3],
  ["relog", 3],
];

/** Somebody who walks about, trades by drop and by chest, dies and relogs, and never cheats. The same seed gives the same choices. */
export class HonestPlayer {
  readonly name: string;
  readonly acts: Record<Act, number> = { walk: 0, click: 0, drop: 0, pickUp: 0, store: 0, fetch: 0, die: 0, relog: 0 };
  readonly #server: GuardedServer;
  readonly #chests: readonly Position[];
  readonly #chestSlots: readonly number[];
  #client: BedrockClient;
  #seed: number;

  private constructor(server: GuardedServer, client: BedrockClient, seat: number, chests: readonly Position[]) {
    this.name = client.name;
    this.#server = server;
    this.#client = client;
    this.#seed = (SEED + seat) * 7919;
    this.#chests = chests;
    this.#chestSlots = Array.from({ length: CHEST_SLOTS }, (_, index) => seat * CHEST_SLOTS + index);
  }

  /** `seat` tells players apart: each has its own choices and chest slots. */
  static async join(
    server: GuardedServer,
    name: string,
    seat: number,
    chests: readonly Position[],
  ): Promise<HonestPlayer> {
    return new HonestPlayer(server, await server.join(name), seat, chests);
  }

  async play(isPlaying: () => boolean): Promise<void> {
    while (isPlaying()) {
      const act = this.#choose();
      if (await this.#do(act)) this.acts[act]++;
      await sleep(100 + this.#random() * 200);
    }
    await this.#client.leave();
  }

  async #do(act: Act): Promise<boolean> {
    switch (act) {
      case "walk":
        return this.#walk();
      case "click":
        return this.#click();
      case "drop":
        return this.#drop();
      case "pickUp":
        return this.#pickUp();
      case "store":
        return this.#store();
      case "fetch":
        return this.#fetch();
      case "die":
        return this.#die();
      case "relog":
        return this.#relog();
    }
  }

  async #walk(): Promise<boolean> {
    const { x, z } = this.#client.movement.position;
    const near = (value: number) => Math.max(-RANGE, Math.min(RANGE, value + (this.#random() - 0.5) * 6));
    await this.#client.movement.walkTo({ x: near(x), y: 1, z: near(z) });
    return true;
  }

  /** Goes to something that lies near, and waits a little. Somebody else may be quicker. */
  async #pickUp(): Promise<boolean> {
    const { x, z } = this.#client.movement.position;
    const item = this.#server.world.lyingNear({ x, y: 1, z }, 8);
    if (item === undefined) return false;
    await this.#client.movement.walkTo({ x: item.x, y: 1, z: item.z });
    await sleep(600);
    return true;
  }

  async #click(): Promise<boolean> {
    const { acts, items } = this.#client;
    const [from, to] = [this.#filledSlot(), this.#freeSlot()];
    if (from < 0 || to < 0) return false;
    await acts.take(1, ["hotbar_and_inventory", from], ["cursor", 0]);
    await acts.place(1, ["cursor", 0], ["hotbar_and_inventory", to]);
    await until("the item in its new slot", () => items.inventory[to]);
    return true;
  }

  async #drop(): Promise<boolean> {
    const { acts, items, movement } = this.#client;
    const slot = this.#filledSlot();
    if (slot < 0) return false;
    movement.look(this.#random() * 360, 20);
    await acts.drop(1, ["hotbar_and_inventory", slot]);
    await until("an empty slot", () => !items.inventory[slot]);
    return true;
  }

  /** Each player puts things into a few slots of each chest, and takes from all. */
  async #store(): Promise<boolean> {
    const { acts, items, world } = this.#client;
    const from = this.#filledSlot();
    if (from < 0) return false;
    const { slots } = await world.openBlock(this.#someChest());
    const to = this.#chestSlots.find((slot) => !slots[slot]);
    if (to !== undefined) {
      await acts.place(1, ["hotbar_and_inventory", from], ["container", to]);
      await until("an empty slot", () => !items.inventory[from]);
    }
    await world.close();
    return to !== undefined;
  }

  /** Somebody else may be quicker. Then the server refuses. */
  async #fetch(): Promise<boolean> {
    const { acts, items, world } = this.#client;
    const to = this.#freeSlot();
    const { slots } = await world.openBlock(this.#someChest());
    const from = slots.findIndex(Boolean);
    const response = from >= 0 && to >= 0 && (await acts.take(1, ["container", from], ["hotbar_and_inventory", to]));
    const isFetched = response !== false && response.status === "ok";
    if (isFetched) await until("the item", () => items.inventory[to]);
    await world.close();
    return isFetched;
  }

  async #die(): Promise<boolean> {
    const client = this.#client;
    this.#server.world.kill(this.name);
    await until("death", () => client.isDead);
    await sleep(300);
    client.world.respawn();
    await until("life", () => !client.isDead && this.#server.world.player(this.name).isAlive);
    return true;
  }

  async #relog(): Promise<boolean> {
    await this.#server.leave(this.#client);
    await sleep(this.#random() * 1500);
    this.#client = await this.#server.join(this.name);
    return true;
  }

  #someChest(): Position {
    return this.#chests[Math.floor(this.#random() * this.#chests.length)]!;
  }

  #filledSlot(): number {
    return this.#client.items.inventory.findIndex(Boolean);
  }

  /**
   * From the end, because what is picked up meanwhile goes into the first free slot. Serenity 0.8.21 makes a stack of two out of two
   * items that meet in a slot, so a race between two honest acts would leave a copy.
   */
  #freeSlot(): number {
    return this.#client.items.inventory.findLastIndex((item) => !item);
  }

  #choose(): Act {
    let left = this.#random() * 100;
    for (const [act, share] of HABITS) {
      left -= share;
      if (left < 0) return act;
    }
    return "walk";
  }

  /** A small generator of our own, so that the choices of a run can be repeated. */
  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#seed / 2 ** 32;
  }
}
