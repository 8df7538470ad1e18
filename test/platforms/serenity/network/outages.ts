import assert from "node:assert/strict";
import { test } from "node:test";
import { box, inv } from "../support/inventory-acts.ts";
import { Journey, so } from "./journey.ts";
import type { NetworkStage } from "./network-stage.ts";

/** A server cannot reach the database, or dies. Nothing is said meanwhile, and what was copied is proven afterwards. */
export function tellOutages(stage: () => NetworkStage): void {
  test("a server that is cut off from the database: an honest traveller is not accused, a copy is proven when it is back", async () => {
    const [alpha, beta] = [stage().get("alpha"), stage().get("beta")];
    const [honest, trick] = [new Journey(stage()), new Journey(stage())];
    const ada = await honest.begin(alpha);
    let eve = await trick.travel(await trick.begin(beta), beta, alpha);
    await alpha.proxy.cut();
    // From now on nobody else knows what happens on alpha.
    let there = await honest.travel(ada, alpha, beta);
    await honest.hasSword(there);
    await honest.store(there, beta);
    await trick.store(eve, alpha);
    eve = await trick.travelWithOldSnapshot(eve, alpha, beta);
    await trick.hasSword(eve);
    await beta.call("ticks", 60);
    assert.deepEqual([...(await honest.cases()), ...(await trick.cases())], [], "silence");
    await alpha.proxy.mend();
    await trick.expectProof();
    there = await honest.travel(there, beta, alpha);
    await alpha.call("ticks", 40);
    await honest.expectPeace();
    await Promise.all([honest.end(), trick.end()]);
  });

  test("kill -9: what its world brings back is proven and nobody's doing; what it had taken is given back on another server, once", async () => {
    const [alpha, beta, gamma] = ["alpha", "beta", "gamma"].map((name) => stage().get(name));
    const [rollback, taken, onTheWay] = [new Journey(stage()), new Journey(stage()), new Journey(stage())];
    // A copy that alpha takes.
    let ben = await taken.travel(await taken.begin(alpha!), alpha!, beta!);
    await taken.store(ben, beta!);
    await taken.isOnRecordAt(beta!);
    ben = await taken.travelWithOldSnapshot(ben, beta!, alpha!);
    const { number } = await taken.expectProof();
    const entries = async () => (await beta!.ask("quarantined", number)).filter(({ state }) => state !== "dropped");
    assert.deepEqual(
      (await entries()).map(({ takenBy }) => takenBy),
      ["alpha"],
      "what came with the old snapshot is the copy",
    );
    await taken.leave(ben, alpha!);
    // A sword that lies in a chest when the world is saved, and is carried away afterwards.
    const ada = await rollback.begin(alpha!);
    await rollback.store(ada, alpha!);
    await alpha!.call("save");
    await ada.acts.take(1, box(0), inv(0));
    await rollback.hasSword(ada);
    await rollback.travel(ada, alpha!, beta!);
    // Somebody who is on alpha when it dies.
    let cid = await onTheWay.travel(await onTheWay.begin(beta!), beta!, alpha!);
    await onTheWay.hasSword(cid);
    await alpha!.end("crash");
    cid = await onTheWay.join(gamma!, "Ada");
    await onTheWay.hasSword(cid);
    ben = await taken.join(gamma!);
    // Nobody knows yet what alpha was saved with.
    const waits = /waits until the place it was taken from can be looked at/;
    await gamma!.staff.chat.ask(`/doubletake restore ${number}`, waits);
    assert.deepEqual(await rollback.cases(), [], "nobody is accused while alpha is away");
    await alpha!.startAgain();
    // The chunk comes to light, and with it the sword that the world was saved with.
    rollback.goTo(alpha!.staff);
    const record = await rollback.expectProof();
    assert.deepEqual([record.playerName, record.cause], ["", "crash"]);
    // The first look at him on alpha tells whether alpha was saved with what it took.
    ben = await taken.travel(ben, gamma!, alpha!);
    await so("what alpha took, held", async () => (await entries())[0]?.state === "held");
    ben = await taken.travel(ben, alpha!, beta!);
    await gamma!.staff.chat.run(`/doubletake restore ${number}`);
    await so("it in his hands", async () => (await taken.copies()).length === 2);
    ben = await taken.travel(ben, beta!, alpha!);
    await alpha!.staff.chat.ask(`/doubletake restore ${number}`, /given back before/);
    await alpha!.call("ticks", 40);
    assert.equal((await taken.copies()).length, 2);
    assert.deepEqual(
      (await entries()).map(({ state, takenBy, returnedBy }) => [state, takenBy, returnedBy]),
      [["returned", "alpha", "beta"]],
    );
    await onTheWay.travel(cid, gamma!, alpha!);
    await alpha!.call("ticks", 40);
    await onTheWay.expectPeace();
    await Promise.all([rollback.end(), taken.end(), onTheWay.end()]);
  });
}
