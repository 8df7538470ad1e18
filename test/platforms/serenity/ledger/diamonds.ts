import type { BedrockClient } from "../support/bedrock-client.ts";
import { consume, craftRecipe, type Slot, type StackAction, take } from "../support/inventory-acts.ts";
import { box, inv, type Lab } from "../support/lab.ts";
import { until } from "../support/wait.ts";

const OUTPUT: Slot = ["crafting_output", 0];

export const grid = (slot: number): Slot => ["crafting_input", slot];

/** Staff give a player something by the server's own command. It goes to the first free slot. */
export async function give({ stage }: Lab, client: BedrockClient, item: string, count: number): Promise<void> {
  const before = held(client, item);
  await stage.staff.chat.run(`/give ${client.name} ${item} ${count}`);
  await until(`${count} ${item}`, () => held(client, item) === before + count);
}

/** A player finds something in a chest, and takes it into a slot. Unlike a gift, that explains nothing else. */
export async function find(lab: Lab, client: BedrockClient, slot: number, item: string, count: number): Promise<void> {
  const chest = lab.at(12, 3);
  if (await lab.server.call("isAir", chest))
    await lab.server.call("setFilledBlock", chest, "chest", slot, item, { count });
  else await lab.server.call("putInBlock", chest, slot, item, { count });
  await client.world.openBlock(chest);
  await lab.server.call("ticks", 2);
  await client.acts.take(count, box(slot), inv(slot));
  await until(`${count} ${item}`, () => client.items.inventory[slot]?.count === count);
  await client.world.close();
  // Goods that nobody put into the chest seem to feed it. More of them in the same tick could come from there, too.
  await lab.server.call("ticks", 2);
}

/** How much of an item the client sees in its inventory. */
export function held({ items }: BedrockClient, item: string): number {
  return items.inventory.reduce((sum, stack) => sum + (stack?.name === item ? stack.count : 0), 0);
}

/** Crafts by a recipe's name. Uses up what lies in these slots of the grid, and puts all output into one slot. */
export async function craft(
  { server }: Lab,
  client: BedrockClient,
  recipe: string,
  made: { readonly times: number; readonly from: readonly number[]; readonly count: number; readonly to: number },
): Promise<void> {
  const used: StackAction[] = made.from.map((slot) => consume(made.times, grid(slot)));
  const id = await server.call("recipeIdByName", recipe);
  await client.acts.request(craftRecipe(id, made.times), ...used, take(made.count, OUTPUT, inv(made.to)));
}

/** Lays so many items from a slot into each of the named slots of the grid. */
export async function lay(client: BedrockClient, from: number, count: number, slots: readonly number[]): Promise<void> {
  for (const slot of slots) await client.acts.place(count, inv(from), grid(slot));
}

/** Goes wherever something lies on the site, until the client holds so much. */
export async function gather(lab: Lab, client: BedrockClient, item: string, count: number): Promise<void> {
  await until(`${count} ${item} picked up`, async () => {
    if (held(client, item) >= count) return true;
    const lying = await lab.server.call("lyingNear", lab.at(8, 8), 12);
    if (lying) client.movement.warpTo({ ...lying, y: 1 });
    return false;
  });
}
