import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { within } from "../../test/platforms/serenity/support/wait.ts";
import type { BusyClient } from "../server/crowd.ts";
import { randomNumbers } from "../server/random.ts";
import { VERSION } from "./version.ts";

/** The few members of mineflayer 4.39 that we use. */
interface MineflayerBot extends NodeJS.EventEmitter {
  readonly _client: NodeJS.EventEmitter & { write(packet: string, fields: object): void };
  readonly inventory: { readonly slots: (object | null)[] };
  readonly entity: { readonly id: number; readonly position: { readonly x: number; readonly z: number } };
  setControlState(control: string, isOn: boolean): void;
  look(yaw: number, pitch: number, isForced: boolean): Promise<void>;
  end(): void;
}
const { createBot } = createRequire(import.meta.url)("mineflayer") as { createBot(options: object): MineflayerBot };

/** How far from the middle bots walk; small, so that bots walk over what others have dropped. */
const RANGE = 5;
/** Average pause between two moved items: as fast as a hand. */
const PAUSE_MS = 250;
const STEP_MS = 400;
const JOIN_MS = 60_000;
/** Bots keep at least this many items, because a bot without items has nothing to click. */
const MIN_ITEMS = 3;
const MOVES = ["position", "position_look", "look"];
const [FIRST_SLOT, HOTBAR, END_OF_HOTBAR] = [9, 36, 45];
const NO_ITEM = { itemCount: 0 };

/** Walks without a pause. Meanwhile moves items within the inventory and to the ground, where others pick them up. */
export class BusyBot implements BusyClient {
  readonly name: string;
  readonly acts = { moves: 0, clicks: 0, drops: 0, pickups: 0 };
  lost: string | undefined;
  readonly #bot: MineflayerBot;
  readonly #random: () => number;
  #isPlaying = false;

  private constructor(bot: MineflayerBot, name: string, seed: number) {
    this.name = name;
    this.#bot = bot;
    this.#random = randomNumbers(seed);
    this.#countMoves();
    bot.on("kicked", (reason: unknown) => this.#lose(`kicked: ${JSON.stringify(reason)}`));
    bot.on("error", (error: Error) => this.#lose(error.message));
    bot.on("end", (reason: unknown) => this.#lose(`its connection was closed (${reason})`));
    bot._client.on("collect", ({ collectorEntityId }: { collectorEntityId: number }) => {
      if (collectorEntityId === bot.entity.id) this.acts.pickups++;
    });
  }

  static async join(name: string, port: number, seed: number): Promise<BusyBot> {
    const options = { host: "127.0.0.1", port, username: name, version: VERSION, auth: "offline", respawn: false };
    const bot = createBot({ ...options, checkTimeoutInterval: JOIN_MS });
    await within(`${name} to spawn`, once(bot, "spawn"), JOIN_MS);
    const busy = new BusyBot(bot, name, seed);
    void busy.#greet();
    return busy;
  }

  play(): void {
    this.#isPlaying = true;
    void this.#walk();
    void this.#moveItems();
  }

  leave(): void {
    this.#isPlaying = false;
    this.lost ??= "left";
    this.#bot.end();
  }

  #lose(why: string): void {
    this.lost ??= why;
  }

  /** The server completes a login only when the client says where it looks, and a client that stands still does not. */
  async #greet(): Promise<void> {
    const flags = { onGround: true, hasHorizontalCollision: false };
    while (!this.#isPlaying && this.lost === undefined) {
      this.#bot._client.write("look", { yaw: 0, pitch: 0, onGround: true, flags });
      await sleep(STEP_MS);
    }
  }

  async #walk(): Promise<void> {
    const home = cornerOfChunk(this.#bot.entity.position);
    while (this.#isPlaying && this.lost === undefined) {
      const { x, z } = this.#bot.entity.position;
      const [dx, dz] = [home.x - x, home.z - z];
      // mineflayer's yaw of 0 is towards negative z, and grows to the left.
      const homewards = Math.atan2(-dx, -dz);
      const isFar = Math.hypot(dx, dz) > RANGE;
      await this.#bot.look(isFar ? homewards : this.#random() * 2 * Math.PI, 0, true);
      this.#bot.setControlState("forward", true);
      await sleep(STEP_MS);
    }
  }

  async #moveItems(): Promise<void> {
    while (this.#isPlaying && this.lost === undefined) {
      const filled = this.#slots((item) => item !== null);
      if (this.#random() < 0.25 && filled.length > MIN_ITEMS) this.#drop();
      else this.#click(filled);
      await sleep(PAUSE_MS * (0.5 + this.#random()));
    }
  }

  /** Takes an item onto the cursor, and puts it into another slot. */
  #click(filled: readonly number[]): void {
    const [from, to] = [this.#oneOf(filled), this.#oneOf(this.#slots((item) => item === null))];
    if (from === undefined || to === undefined) return;
    for (const slot of [from, to]) {
      const click = { windowId: 0, stateId: 0, slot, mouseButton: 0, mode: 0, changedSlots: [], cursorItem: NO_ITEM };
      this.#bot._client.write("window_click", click);
      this.acts.clicks++;
    }
  }

  /** Selects an item in the hotbar and presses the drop key. */
  #drop(): void {
    const slot = this.#oneOf(this.#slots((item) => item !== null).filter((filled) => filled >= HOTBAR));
    if (slot === undefined) return;
    const { _client } = this.#bot;
    _client.write("held_item_slot", { slotId: slot - HOTBAR });
    _client.write("block_dig", { status: 3, location: { x: 0, y: 0, z: 0 }, face: 0, sequence: 0 });
    this.acts.drops++;
  }

  #slots(fits: (item: object | null) => boolean): number[] {
    const slots: number[] = [];
    for (let slot = FIRST_SLOT; slot < END_OF_HOTBAR; slot++) {
      if (fits(this.#bot.inventory.slots[slot] ?? null)) slots.push(slot);
    }
    return slots;
  }

  #oneOf(slots: readonly number[]): number | undefined {
    return slots[Math.floor(this.#random() * slots.length)];
  }

  #countMoves(): void {
    const { _client } = this.#bot;
    const write = _client.write.bind(_client);
    _client.write = (packet, fields) => {
      if (MOVES.includes(packet)) this.acts.moves++;
      write(packet, fields);
    };
  }
}

/**
 * flying-squid 1.12 sends as many chunks before the client's own as from it on, so the chunk's corner is the middle of what the
 * client knows.
 */
function cornerOfChunk({ x, z }: { readonly x: number; readonly z: number }): { x: number; z: number } {
  return { x: 16 * Math.floor(x / 16), z: 16 * Math.floor(z / 16) };
}
