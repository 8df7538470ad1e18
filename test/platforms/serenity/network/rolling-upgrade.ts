import assert from "node:assert/strict";
import { test } from "node:test";
import { Journey, so } from "./journey.ts";
import type { NetworkStage } from "./network-stage.ts";

/** Servers are updated one after the other, by stopping and starting them. `gamma` is updated already. */
export function tellRollingUpgrade(stage: () => NetworkStage): void {
  test("two versions of the protocol side by side: honest travel in peace, a copy waits in silence, is suspected while its holder is stopped, and is proven when that is updated", async () => {
    const [alpha, beta, gamma] = ["alpha", "beta", "gamma"].map((name) => stage().get(name));
    const [honest, silent, suspected] = [new Journey(stage()), new Journey(stage()), new Journey(stage())];
    // Between an older server and a newer one, there and back.
    let ada = await honest.travel(await honest.begin(alpha!), alpha!, gamma!);
    await honest.store(ada, gamma!);
    ada = await honest.travel(ada, gamma!, alpha!);
    // The older one, alpha, has a sword in a chest, and the newer one a copy of it.
    let eve = await silent.travel(await silent.begin(gamma!), gamma!, alpha!);
    await silent.store(eve, alpha!);
    eve = await silent.travelWithOldSnapshot(eve, alpha!, gamma!);
    await silent.hasSword(eve);
    // Another sword in a chest on alpha, which is stopped before the copy turns up.
    let mal = await suspected.travel(await suspected.begin(beta!), beta!, alpha!);
    await suspected.store(mal, alpha!);
    await suspected.isOnRecordAt(alpha!);
    await alpha!.ask("err", mal.name, "stale");
    await suspected.leave(mal, alpha!);
    await gamma!.call("ticks", 60);
    assert.deepEqual([...(await honest.cases()), ...(await silent.cases())], [], "silence");
    await alpha!.end("stop");
    mal = await suspected.join(beta!);
    await suspected.hasSword(mal);
    stage().guilty.add(suspected.id);
    const [suspicion] = await so("a suspicion", async () => {
      const cases = await suspected.cases();
      return cases.length > 0 ? cases : undefined;
    }).catch(async ({ message }: Error) => {
      throw new Error(`${message}: ${await suspected.state()}`);
    });
    assert.deepEqual([suspicion!.type, suspicion!.severity], ["DUPLICATE_SUSPECTED", "HIGH"]);
    assert.match(suspicion!.copies.map(({ server }) => server).join(), /alpha/);
    assert.equal((await suspected.copies()).length, 1, "nothing is taken on a suspicion");
    await alpha!.startAgain("newer");
    // The chests come to light, and alpha answers.
    suspected.goTo(alpha!.staff);
    await suspected.expectProof();
    silent.goTo(alpha!.staff);
    await silent.expectProof();
    await honest.expectPeace();
    await Promise.all([honest.end(), silent.end(), suspected.end()]);
  });
}
