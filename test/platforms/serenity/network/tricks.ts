import assert from "node:assert/strict";
import { test } from "node:test";
import { Journey, so } from "./journey.ts";
import type { NetworkStage } from "./network-stage.ts";

/** Copies made between running servers: proven, told once, and one left on the network. */
export function tellTricks(stage: () => NetworkStage): void {
  test("an older snapshot brings the sword back that lies in a chest: proven, and the copy is given back once, wherever its owner is", async () => {
    const [alpha, beta, gamma] = ["alpha", "beta", "gamma"].map((name) => stage().get(name));
    const journey = new Journey(stage());
    // A first journey puts a snapshot of what she had on record.
    let ada = await journey.travel(await journey.begin(alpha!), alpha!, beta!);
    ada = await journey.travel(ada, beta!, alpha!);
    await journey.store(ada, alpha!);
    await journey.isOnRecordAt(alpha!);
    ada = await journey.travelWithOldSnapshot(ada, alpha!, beta!);
    const { number } = await journey.expectProof();
    assert.match((await journey.copies())[0]!, /^alpha: block/);
    await tellsWhere(journey, number);
    // The order is given on a server where she is not.
    await gamma!.staff.chat.run(`/doubletake restore ${number} ${ada.name}`);
    await so("it in her hands", async () => (await journey.copies()).length === 2);
    ada = await journey.travel(ada, beta!, gamma!);
    ada = await journey.travel(ada, gamma!, alpha!);
    await beta!.staff.chat.ask(`/doubletake restore ${number} ${ada.name}`, /given back before/);
    await beta!.call("ticks", 40);
    assert.equal((await journey.copies()).length, 2, (await journey.copies()).join("\n"));
    const entries = (await beta!.ask("quarantined", number)).filter(({ state }) => state !== "dropped");
    assert.deepEqual(
      entries.map(({ state, takenBy, returnedBy }) => [state, takenBy, returnedBy]),
      [["returned", "beta", "beta"]],
    );
    assert.equal((await journey.cases()).length, 1, "what was given back is no copy");
    await journey.end();
  });

  test("the same on a server whose sync plugin does not say when it is done", async () => {
    const [alpha, gamma] = [stage().get("alpha"), stage().get("gamma")];
    const journey = new Journey(stage());
    let ada = await journey.travel(await journey.begin(gamma), gamma, alpha);
    await journey.store(ada, alpha);
    await journey.isOnRecordAt(alpha);
    ada = await journey.travelWithOldSnapshot(ada, alpha, gamma);
    await journey.expectProof();
    await journey.end();
  });

  test("a copy turns up while the owner is away: the owner keeps the sword, on whichever server", async () => {
    const [beta, gamma] = [stage().get("beta"), stage().get("gamma")];
    const journey = new Journey(stage());
    const ada = await journey.begin(beta);
    await so("her sword on record", async () => /^beta player:/.test((await beta.ask("recordOf", journey.id)) ?? ""));
    await journey.leave(ada, beta);
    const eve = await journey.join(beta, "Eve");
    stage().guilty.add(journey.id);
    await beta.call("give", eve.name, "diamond_sword", { mark: journey.mark, id: journey.id, slot: 9 });
    await so("a suspicion", async () => (await journey.cases()).some(({ type }) => type === "DUPLICATE_SUSPECTED"));
    await journey.hasSword(await journey.join(gamma));
    await journey.expectProof();
    assert.match((await journey.copies())[0]!, new RegExp(`^gamma: .*${ada.name}`));
    await journey.end();
  });

  test("an account on two servers at once is one record, until one of them puts the sword elsewhere", async () => {
    const [alpha, beta] = [stage().get("alpha"), stage().get("beta")];
    const journey = new Journey(stage());
    // A snapshot with the sword is on record, and the plugin on beta does not wait for alpha.
    let ada = await journey.travel(await journey.begin(alpha), alpha, beta);
    ada = await journey.travel(ada, beta, alpha);
    await beta.ask("err", ada.name, "unlocked");
    const twin = await journey.join(beta);
    await journey.hasSword(twin);
    await beta.call("ticks", 100);
    assert.deepEqual(await journey.cases(), [], "two views of one record accuse nobody");
    await journey.store(ada, alpha);
    await journey.expectProof();
    await journey.end();
  });
}

/** `tp` takes staff to a place on their own server. For a place on another server, it says where that is. */
async function tellsWhere({ stage, chest }: Journey, number: number): Promise<void> {
  const elsewhere = new RegExp(`on the server alpha: .*:${chest.x},${chest.y},${chest.z}`);
  await stage.get("gamma").staff.chat.ask(`/doubletake tp ${number} 1`, elsewhere);
  await stage.get("alpha").staff.chat.run(`/doubletake tp ${number} 1`);
  await stage.get("alpha").staff.movement.arriveAt(chest, 3);
}
