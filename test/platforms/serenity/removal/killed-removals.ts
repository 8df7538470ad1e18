import { before, describe, test } from "node:test";
import { seededRandom } from "../../../support/seed.ts";
import { sleep, until } from "../support/wait.ts";
import { Armoury, type Sword } from "./armoury.ts";
import { assertBalances, type Balance, ONE_TAKEN } from "./balance.ts";
import type { GatedStage } from "./gated-stage.ts";
import { type GatedStep, REMOVAL_STEPS } from "./steps.ts";

/** Further kills, each at a random moment. */
const RANDOM_KILLS = Number(process.env.DOUBLETAKE_ROUNDS ?? 0);
const RANDOM_MS = 1500;
const random = seededRandom();

export function killedRemovals(stage: () => GatedStage): void {
  describe("kill -9 during removals: one sword in the world, its copy in quarantine", { concurrency: 1 }, () => {
    let gated: GatedStage;
    /** Copies go from his hand into chests. */
    let filler: Armoury;
    /** Copies go from chests into her hands. */
    let taker: Armoury;

    before(() => {
      gated = stage();
    });

    async function openArmouries(count: number): Promise<void> {
      filler = await Armoury.open(gated.stage, gated.nextSite(), "Filler", count);
      taker = await Armoury.open(gated.stage, gated.nextSite(), "Taker", count);
    }

    async function copyAll(): Promise<void> {
      await Promise.all([
        (async () => {
          for (const sword of filler.swords) await filler.copyIntoChest(sword);
        })(),
        (async () => {
          for (const sword of taker.swords) await taker.copyOutOfChest(sword);
        })(),
      ]);
    }

    /** Each sword with the step at which the server dies. */
    function* stepsOf(): Iterable<[Sword, GatedStep]> {
      for (const { swords } of [filler, taker]) {
        for (const [at, step] of REMOVAL_STEPS.entries()) yield [swords[at]!, step];
      }
    }

    async function restart(): Promise<void> {
      await gated.stage.restart("crash");
      for (const armoury of [filler, taker]) armoury.lab.drop();
      await Promise.all([filler.comeBack(), taker.comeBack()]);
    }

    async function assertOneTaken(nameOf: (at: number) => string): Promise<void> {
      const wanted = new Map<string, [Sword, Balance]>();
      for (const [at, sword] of filler.swords.entries()) wanted.set(`in a chest, ${nameOf(at)}`, [sword, ONE_TAKEN]);
      for (const [at, sword] of taker.swords.entries()) wanted.set(`in a hand, ${nameOf(at)}`, [sword, ONE_TAKEN]);
      await assertBalances(gated.stage, wanted);
    }

    /**
     * Waits until staff were told of the sword after so many lines: by where it is, or by its case. All that one crash brought back is one
     * case, and an alert does not wait forever for the number of its case.
     */
    async function staffTold({ id, chest: { x, y, z } }: Sword, after: number): Promise<void> {
      const casesOf = async () => (await gated.stage.ask("cases", id)).map(({ number }) => `case ${number}`);
      const isTold = async () => {
        const cases = await casesOf();
        const told = gated.stage.watched.slice(after).filter((line) => line.includes("Duplicated item"));
        const isExpected = (line: string) =>
          line.includes(`:${x},${y},${z}`) || cases.some((name) => line.endsWith(name));
        return told.some(isExpected);
      };
      await until("staff told", isTold).catch(async ({ message }: Error) => {
        const heard = gated.stage.watched.slice(after).join("\n");
        throw new Error(`${message}; the sword is in ${await casesOf()}; staff heard since then:\n${heard}`);
      });
    }

    async function closeAll(): Promise<void> {
      await Promise.all([filler.lab.close(), taker.lab.close()]);
    }

    test("at every step, the world being saved with both copies", async () => {
      await openArmouries(REMOVAL_STEPS.length + 2);
      const [takenBefore, lethal] = filler.swords.slice(-2) as [Sword, Sword];
      const all = [...filler.swords, ...taker.swords];
      for (const sword of all) await gated.closeGate(sword, "before case");
      for (const [sword, step] of stepsOf()) await gated.closeGate(sword, step);
      await copyAll();
      for (const sword of all) await gated.atGate(sword, "before case");
      await gated.stage.server.call("save");
      for (const [sword, step] of stepsOf()) {
        if (step === "before case") continue;
        await gated.openGate(sword, "before case");
        await gated.atGate(sword, step);
      }
      await gated.openGate(takenBefore, "before case");
      await until("a copy seen to be gone", async () =>
        (await gated.stage.ask("cases", takenBefore.id)).some(({ acts }) => acts.some(({ act }) => act === "gone")),
      );
      await staffTold(takenBefore, 0);
      await gated.dieIn(lethal, "remove");
      await gated.openGate(lethal, "before case");
      await gated.died();
      const before = gated.stage.watched.length;
      await restart();
      await staffTold(takenBefore, before);
      await assertOneTaken((at) => REMOVAL_STEPS[at] ?? "as it left the world, after it, or before its case");
      await closeAll();
    });

    test("at every step, the world being saved at that step", async () => {
      await openArmouries(REMOVAL_STEPS.length);
      for (const [sword, step] of stepsOf()) await gated.closeGate(sword, step);
      await copyAll();
      for (const [sword, step] of stepsOf()) await gated.atGate(sword, step);
      // Players are saved when they leave.
      await taker.lab.leave(taker.owner);
      await gated.stage.server.call("save");
      await restart();
      await assertOneTaken((at) => REMOVAL_STEPS[at]!);
      await closeAll();
    });

    for (let round = 1; round <= RANDOM_KILLS; round++) {
      test(`at any moment, round ${round}`, async () => {
        await openArmouries(REMOVAL_STEPS.length);
        await copyAll();
        await gated.stage.server.call("save");
        await sleep(random() * RANDOM_MS);
        if (random() < 0.5) await gated.stage.server.call("save");
        await restart();
        await assertOneTaken((at) => `sword ${at}`);
        await closeAll();
      });
    }
  });
}
