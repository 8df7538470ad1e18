import assert from "node:assert/strict";
import { test } from "node:test";
import { ROUNDS } from "../../../support/rounds.ts";
import { SEED, seededRandom } from "../../../support/seed.ts";
import type { BedrockClient } from "../support/bedrock-client.ts";
import { box, inv } from "../support/inventory-acts.ts";
import { until } from "../support/wait.ts";
import { Journey, so } from "./journey.ts";
import type { NetworkServer } from "./network-server.ts";
import type { NetworkStage } from "./network-stage.ts";

const TRAVELLERS = 3;
/** For each traveller. */
const SWITCHES = 5 * ROUNDS;

/** Players who only play and change servers: nobody hears of it. */
export function tellHonestJourneys(stage: () => NetworkStage): void {
  test(`${TRAVELLERS} players trade swords through chests on three servers, ${SWITCHES} switches each: nothing is said or taken`, async () => {
    const journey = new Journey(stage());
    const { servers } = stage();
    for (const server of servers) await server.call("setBlock", journey.chest, "chest");
    const marks = Array.from({ length: TRAVELLERS }, (_, at) => `${journey.mark} of ${at}`);
    const ids = await Promise.all(marks.map((mark, at) => trade(journey, servers, mark, at)));
    await servers[0]!.call("ticks", 40);
    for (const [at, mark] of marks.entries()) {
      const copies = await stage().copies(mark);
      if (copies.length !== 1) assert.fail(`${copies.join("\n")}\n${(await stage().way(ids[at]!)).join("\n")}`);
      assert.deepEqual(await servers[0]!.ask("cases", ids[at]), []);
    }
    await journey.end();
  });

  test("a traveller whose cable was cut is on another server before the first has noticed, and carries one sword", async () => {
    const [alpha, beta] = [stage().get("alpha"), stage().get("beta")];
    const journey = new Journey(stage());
    let ada = await journey.travel(await journey.begin(alpha), alpha, beta);
    ada = await journey.travel(ada, beta, alpha);
    ada.cutOff();
    // Until the plugin has her items, beta shows its own old file. The sword is there all the time.
    ada = await journey.join(beta);
    await so(`alpha without ${ada.name}`, async () => !(await alpha.call("isServed", ada.name)));
    await journey.hasSword(ada);
    await journey.store(ada, beta);
    await beta.call("ticks", 60);
    await journey.expectPeace();
    await journey.end();
  });
}

/** Wanders from server to server. At each chest, it stores its sword or takes the first one there. Returns the id of its first sword. */
async function trade(journey: Journey, servers: readonly NetworkServer[], mark: string, at: number): Promise<string> {
  const random = seededRandom(SEED + at);
  let here = servers[at % servers.length]!;
  let client = await journey.join(here, `Trader${"abc"[at]}`);
  const id = await journey.give(client, here, mark);
  for (let switches = 0; switches < SWITCHES; switches++) {
    await visitChest(journey, client, here, at);
    const others = servers.filter((server) => server !== here);
    const next = others[Math.floor(random() * others.length)]!;
    const carried = client.items.inventory[0]?.nbt.mark;
    client = await journey.travel(client, here, next);
    await until("what was carried", () => client.items.inventory[0]?.nbt.mark === carried);
    here = next;
  }
  return id;
}

async function visitChest(journey: Journey, client: BedrockClient, server: NetworkServer, at: number): Promise<void> {
  await journey.open(client, server);
  const isCarrying = client.items.inventory[0] !== undefined;
  const slot = client.items.window!.slots.findIndex((item) => item !== undefined);
  // SerenityJS 0.8 adds what is placed onto an occupied slot to the stack there, whatever that is. So clients swap instead.
  const isTaken = client.items.window!.slots[at] !== undefined;
  // Somebody else may be quicker. Then the server refuses.
  if (isCarrying && isTaken) await client.acts.swap(inv(0), box(at));
  else if (isCarrying) await client.acts.place(1, inv(0), box(at));
  else if (slot >= 0) await client.acts.take(1, box(slot), inv(0));
  await client.world.close();
}
