import type { BedrockClient } from "../support/bedrock-client.ts";
import type { Lab } from "../support/lab.ts";
import { inv } from "../support/lab.ts";
import { until } from "../support/wait.ts";

/** Something that honest players do, with unmodified clients. There is one sword before and after. */
export interface HonestScenario {
  readonly name: string;
  /** True if two sessions of one account show the sword at the end. */
  readonly isShownTwice?: true;
  run(lab: Lab): Promise<void>;
  /** What is done after the restart, in scenarios with one. */
  after?(lab: Lab): Promise<void>;
}

export async function withSword(lab: Lab, role = "Ada"): Promise<BedrockClient> {
  const client = await lab.join(role);
  await lab.giveSword(client);
  return client;
}

/** Throws the sword away and waits until it lies there. */
export async function throwSword(lab: Lab, client: BedrockClient): Promise<void> {
  client.movement.look(90, 0);
  await client.acts.drop(1, inv(swordSlot(lab, client)));
  await until("an empty slot", () => swordSlot(lab, client) === -1);
}

/** Goes to where the sword lies, and waits until it is picked up. */
export async function pickUp(lab: Lab, client: BedrockClient): Promise<void> {
  await until("the sword picked up", async () => {
    const lying = await lab.server.call("lyingNear", lab.at(8, 8), 12);
    if (lying) client.movement.warpTo({ ...lying, y: 1 });
    return holdsSword(lab, client);
  });
}

export function swordSlot(lab: Lab, { items }: BedrockClient): number {
  return items.inventory.findIndex((item) => item?.nbt.mark === lab.mark);
}

export function holdsSword(lab: Lab, client: BedrockClient): boolean {
  return swordSlot(lab, client) >= 0;
}
