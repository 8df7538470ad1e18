import type { BedrockClient } from "../support/bedrock-client.ts";
import { place, take } from "../support/inventory-acts.ts";
import { box, inv, Lab } from "../support/lab.ts";
import type { Position } from "../support/movement.ts";
import { idOf } from "../support/network-item.ts";
import type { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";

/** A sword of an armoury. It has the same slot in the player's inventory and in its own chest. */
export interface Sword {
  readonly slot: number;
  readonly chest: Position;
  readonly mark: string;
  readonly id: string;
}

const DIRT_SLOT = 35;
const SPARE_SLOT = 34;
const CHESTS_IN_A_ROW = 6;

/** A player who was saved with some swords, and a chest for each sword, in their own chunk. */
export class Armoury {
  readonly lab: Lab;
  readonly swords: readonly Sword[];
  owner: BedrockClient;
  readonly #role: string;

  private constructor(lab: Lab, role: string, owner: BedrockClient, swords: readonly Sword[]) {
    this.lab = lab;
    this.#role = role;
    this.owner = owner;
    this.swords = swords;
  }

  static async open(stage: Stage, site: number, role: string, count: number): Promise<Armoury> {
    const lab = new Lab(stage, site);
    const client = await lab.join(role);
    const marks = Array.from({ length: count }, (_, slot) => `<${site}/${slot}>`);
    for (const [slot, mark] of marks.entries()) {
      await lab.server.call("give", client.name, "diamond_sword", { mark, slot });
    }
    await lab.server.call("give", client.name, "dirt", { count: 64, slot: DIRT_SLOT });
    // Whatever the player does, Doubletake looks at everything he has.
    await client.acts.take(1, inv(DIRT_SLOT), inv(SPARE_SLOT));
    const ids = await until("all ids", () => {
      const seen = marks.map((_, slot) => idOf(client.items.inventory[slot]));
      return seen.every((id) => id !== undefined) ? seen : undefined;
    });
    const swords = marks.map((mark, slot) => {
      const chest = lab.at(1 + 2 * (slot % CHESTS_IN_A_ROW), 2 + 3 * Math.floor(slot / CHESTS_IN_A_ROW));
      return { slot, chest, mark, id: ids[slot]! };
    });
    for (const { chest } of swords) await lab.server.call("setBlock", chest, "chest");
    return new Armoury(lab, role, await lab.relog(client), swords);
  }

  /** Dirt placed onto a sword makes it two (Serenity 0.8.21). The second one goes into the chest. */
  async copyIntoChest({ slot, chest }: Sword): Promise<void> {
    await this.owner.world.openBlock(chest);
    await this.owner.acts.request(place(1, inv(DIRT_SLOT), inv(slot)), place(1, inv(slot), box(slot)));
    await this.owner.world.close();
  }

  /** The sword is stored in its chest and becomes two there. The second one goes back to the owner. */
  async copyOutOfChest({ slot, chest }: Sword): Promise<void> {
    await this.owner.world.openBlock(chest);
    await this.owner.acts.place(1, inv(slot), box(slot));
    await this.lab.server.call("ticks", 3);
    await this.owner.acts.request(place(1, inv(DIRT_SLOT), box(slot)), take(1, box(slot), inv(slot)));
    await this.owner.world.close();
  }

  /** After a restart: the owner comes back and opens every chest once. */
  async comeBack(): Promise<void> {
    this.owner = await this.lab.join(this.#role);
    for (const { chest } of this.swords) {
      await this.owner.world.openBlock(chest);
      await this.owner.world.close();
    }
  }

  async relog(): Promise<void> {
    this.owner = await this.lab.relog(this.owner);
  }
}
