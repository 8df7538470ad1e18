import type { BedrockClient } from "./bedrock-client.ts";
import { box, inv, place, take } from "./inventory-acts.ts";
import type { Position } from "./movement.ts";
import { idOf } from "./network-item.ts";
import type { ServeProcess } from "./serve-process.ts";
import { until } from "./wait.ts";

const SWORD = "diamond_sword";
const BARREL_SLOT = 3;
const OWNER_SLOT = 8;
const BORROWER_SLOT = 4;

/**
 * A sword that its owner lends out through a barrel, and a borrower who copies it. Played with packets, and with what an operator's
 * console offers.
 */
export class LentSword {
  readonly #server: ServeProcess;
  readonly #owner: BedrockClient;
  readonly #borrower: BedrockClient;
  readonly #barrel: Position;
  id = "";

  /** The owner stands two blocks west of the barrel, the borrower four blocks east. */
  constructor(server: ServeProcess, owner: BedrockClient, borrower: BedrockClient, barrel: Position) {
    this.#server = server;
    this.#owner = owner;
    this.#borrower = borrower;
    this.#barrel = barrel;
    const { x, y, z } = barrel;
    owner.movement.warpTo({ x: x - 1.5, y, z: z + 0.5 });
    borrower.movement.warpTo({ x: x + 4.5, y, z: z + 0.5 });
  }

  /** Gives the owner the sword, who moves it. By that, Doubletake learns of it. */
  async give(): Promise<void> {
    const { items, acts } = this.#owner;
    const slot = await this.#given(this.#owner, SWORD);
    if (slot !== OWNER_SLOT) await acts.take(1, inv(slot), inv(OWNER_SLOT));
    this.id = await until("its id", () => idOf(items.inventory[OWNER_SLOT]));
  }

  /** The owner puts it into a new barrel. */
  async store(): Promise<void> {
    const { x, y, z } = this.#barrel;
    await this.#server.ask(`setblock ${x} ${y} ${z} barrel`, /Successfully set block/);
    await this.#owner.world.openBlock(this.#barrel);
    await this.#owner.acts.place(1, inv(OWNER_SLOT), box(BARREL_SLOT));
    await until("the sword in the barrel", () => idOf(this.#owner.items.window?.slots[BARREL_SLOT]) === this.id);
    await this.#owner.world.close();
  }

  async borrow(): Promise<void> {
    const { world, acts } = this.#borrower;
    await world.openBlock(this.#barrel);
    await acts.take(1, box(BARREL_SLOT), inv(BORROWER_SLOT));
    await until("the borrowed sword", () => this.borrowerHasIt);
    await world.close();
  }

  async giveBack(): Promise<void> {
    const { world, acts } = this.#borrower;
    await world.openBlock(this.#barrel);
    await acts.place(1, inv(BORROWER_SLOT), box(BARREL_SLOT));
    await until("the sword back in the barrel", () => !this.borrowerHasIt);
    await world.close();
  }

  /** The owner takes it out of the barrel. */
  async fetch(): Promise<void> {
    const { world, acts } = this.#owner;
    await this.#owner.world.openBlock(this.#barrel);
    await acts.take(1, box(BARREL_SLOT), inv(OWNER_SLOT));
    await until("the sword back with its owner", () => this.ownerHasIt);
    await world.close();
  }

  /**
   * The borrower opens the owner's inventory from afar and puts dirt onto the sword. Serenity 0.8.21 allows the first, and takes the
   * second for a stack of two swords. One of them goes into the borrower's own inventory, in the same request.
   */
  async copy(): Promise<void> {
    const { world, acts, entities } = this.#borrower;
    const dirt = await this.#given(this.#borrower, "dirt");
    const owner = await until("the owner in sight", () => entities.player(this.#owner.name));
    await world.openInventory(owner.runtimeId);
    await acts.request(place(1, inv(dirt), box(OWNER_SLOT)), take(1, box(OWNER_SLOT), inv(BORROWER_SLOT)));
    await world.close();
  }

  get ownerHasIt(): boolean {
    return this.#owner.items.inventory.some((item) => idOf(item) === this.id);
  }

  get borrowerHasIt(): boolean {
    return this.#borrower.items.inventory.some((item) => idOf(item) === this.id);
  }

  /** The id of the borrower's sword, as soon as it has its own. */
  get idOfAnother(): string | undefined {
    const swords = this.#borrower.items.inventory.filter((item) => item?.name === SWORD);
    return swords.map((item) => idOf(item)).find((id) => id !== undefined && id !== "" && id !== this.id);
  }

  /** Gives a client an item. Returns its slot. */
  async #given({ name, items }: BedrockClient, item: string): Promise<number> {
    this.#server.console(`give ${name} ${item}`);
    return until(item, () => (items.slotOf(item) >= 0 ? items.slotOf(item) : undefined));
  }
}
