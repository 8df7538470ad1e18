import { before, describe, test } from "node:test";
import { ROUNDS } from "../../../support/rounds.ts";
import { openConnection } from "../support/login.ts";
import { Armoury, type Sword } from "./armoury.ts";
import { assertBalances, type Balance, GIVEN_BACK, ONE_TAKEN, untilBalances } from "./balance.ts";
import type { GatedStage } from "./gated-stage.ts";
import { RESTORE_STEPS } from "./steps.ts";

/** A player who is away when staff restore gets the item at the next join: only these steps come after that. */
const JOIN_STEPS = ["before returned", "after returned"] as const;

export function killedRestores(stage: () => GatedStage): void {
  describe("kill -9 during restores: the item comes back once", { concurrency: 1 }, () => {
    let gated: GatedStage;
    /** Gets items back while online. */
    let present: Armoury;
    /** Is away when they are restored, and joins after that. */
    let absent: Armoury;
    const caseOf = new Map<Sword, number>();

    before(() => {
      gated = stage();
    });

    /** Makes swords whose copies were taken. The world is saved after that. */
    async function openArmouries(): Promise<void> {
      present = await Armoury.open(gated.stage, gated.nextSite(), "Present", RESTORE_STEPS.length + 1);
      absent = await Armoury.open(gated.stage, gated.nextSite(), "Absent", JOIN_STEPS.length);
      for (const armoury of [present, absent]) {
        for (const sword of armoury.swords) await armoury.copyIntoChest(sword);
      }
      const all = [...present.swords, ...absent.swords];
      await untilBalances(gated.stage, new Map(all.map((sword) => [sword.mark, [sword, ONE_TAKEN]])));
      for (const sword of all) {
        const [record] = await gated.stage.ask("cases", sword.id);
        caseOf.set(sword, record!.number);
      }
      await gated.stage.server.call("save");
    }

    const commandFor = (sword: Sword, { owner }: Armoury) => `/doubletake restore ${caseOf.get(sword)} ${owner.name}`;

    /** Brings every sword to its step, except the one whose hand-over will kill the process. */
    async function restoreToSteps(): Promise<void> {
      const { staff } = gated.stage;
      for (const [at, step] of RESTORE_STEPS.entries()) {
        const sword = present.swords[at]!;
        await gated.closeGate(sword, step);
        staff.chat.send(commandFor(sword, present));
        await gated.atGate(sword, step);
      }
      await absent.lab.leave(absent.owner);
      for (const [at, step] of JOIN_STEPS.entries()) {
        const sword = absent.swords[at]!;
        await gated.closeGate(sword, step);
        await staff.chat.ask(commandFor(sword, absent), /next join/);
      }
      absent.owner = await absent.lab.join("Absent");
      for (const [at, step] of JOIN_STEPS.entries()) await gated.atGate(absent.swords[at]!, step);
    }

    async function restart(): Promise<void> {
      await gated.stage.restart("crash");
      for (const armoury of [present, absent]) armoury.lab.drop();
      await Promise.all([present.comeBack(), absent.comeBack()]);
    }

    async function assertGivenBackOnce(): Promise<void> {
      const wanted = new Map<string, readonly [Sword, Balance]>();
      for (const [name, armoury, steps] of [
        ["online", present, RESTORE_STEPS],
        ["at a join", absent, JOIN_STEPS],
      ] as const) {
        for (const [at, sword] of armoury.swords.entries()) {
          const step = steps[at] ?? "as it is handed over";
          wanted.set(`${name}, ${step}`, [sword, step === "before returning" ? ONE_TAKEN : GIVEN_BACK]);
        }
      }
      await untilBalances(gated.stage, wanted);
      // What was not given back yet comes now. Nothing comes a second time, now or at another join.
      for (const armoury of [present, absent]) {
        for (const sword of armoury.swords) {
          const [, before] = [...wanted.values()].find(([candidate]) => candidate === sword)!;
          const answer = before === GIVEN_BACK ? /given back before/ : /goes back to/;
          await gated.stage.staff.chat.ask(commandFor(sword, armoury), answer);
        }
      }
      const all = new Map([...wanted].map(([name, [sword]]) => [name, [sword, GIVEN_BACK] as const]));
      await untilBalances(gated.stage, all);
      await Promise.all([present.relog(), absent.relog()]);
      await assertBalances(gated.stage, all);
    }

    async function closeAll(): Promise<void> {
      await Promise.all([present.lab.close(), absent.lab.close()]);
    }

    for (let round = 1; round <= ROUNDS; round++) {
      test(`at every step, the players not being saved since, round ${round}`, async () => {
        await openArmouries();
        await restoreToSteps();
        const lethal = present.swords.at(-1)!;
        await gated.dieIn(lethal, "give");
        gated.stage.staff.chat.send(commandFor(lethal, present));
        await gated.died();
        await restart();
        await assertGivenBackOnce();
        await closeAll();
      });

      test(`at every step, the players being saved at that step, round ${round}`, async () => {
        await openArmouries();
        await restoreToSteps();
        await Promise.all([present.lab.leave(present.owner), absent.lab.leave(absent.owner)]);
        const lethal = present.swords.at(-1)!;
        await gated.dieIn(lethal, "give");
        await gated.stage.staff.chat.ask(commandFor(lethal, present), /next join/);
        const joining = openConnection({ port: gated.stage.server.port, name: present.owner.name, viewDistance: 2 });
        await gated.died();
        joining.connection.vanish();
        joining.close();
        await restart();
        await assertGivenBackOnce();
        await closeAll();
      });
    }
  });
}
