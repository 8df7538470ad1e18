import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inWords } from "../exploits/bare-rules.ts";
import { Lab } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import type { HonestScenario } from "./honest-scenario.ts";
import { LIVE_SCENARIOS } from "./live-scenarios.ts";
import { RESTART_SCENARIOS } from "./restart-scenarios.ts";

// Honest people do what looks like a trick: nothing at HIGH or above, and nothing is taken from anybody.

const GRACE_AND_MORE_TICKS = 20;

let stage: Stage;
const labs: Lab[] = [];

before(async () => {
  stage = await Stage.open(true);
});

after(async () => {
  await stage?.discard();
});

function newLab(): Lab {
  const lab = new Lab(stage, labs.length);
  labs.push(lab);
  return lab;
}

/** Nobody is accused of anything, whatever ran so far. */
async function assertPeace(): Promise<void> {
  const alerts = await stage.ask("alerts");
  const serious = alerts.filter(({ severity }) => severity === "HIGH" || severity === "CRITICAL");
  assert.deepEqual(
    serious.map(({ type, details }) => `${type} ${details}`),
    [],
  );
  assert.deepEqual(await stage.ask("cases"), []);
  assert.deepEqual(await stage.ask("quarantined"), []);
}

async function report({ id }: Lab, { name }: HonestScenario): Promise<void> {
  if (process.env.DOUBLETAKE_TABLE === undefined) return;
  console.log(`| ${name} | ${inWords(await stage.ask("history", id))} |`);
}

/** Scenarios whose players have two sessions for some seconds. */
const cut: Lab[] = [];

for (const scenario of LIVE_SCENARIOS) {
  test(scenario.name, async (context) => {
    const lab = newLab();
    // Who left while the server still serves the session of a cut cable would be saved with what that one shows.
    if (scenario.isShownTwice) cut.push(lab);
    else context.after(() => lab.close());
    await scenario.run(lab);
    await lab.server.call("ticks", GRACE_AND_MORE_TICKS);
    if (!scenario.isShownTwice) assert.equal(await lab.count(), 1, (await lab.copies()).join());
    await report(lab, scenario);
    await assertPeace();
  });
}

test("the sessions of cut cables end by themselves, and that is no matter either", async () => {
  const names = LIVE_SCENARIOS.flatMap(({ isShownTwice }, site) => (isShownTwice ? [`Ada${site}`] : []));
  for (const name of names)
    await until(`one session of ${name}`, async () => (await stage.server.call("sessionsOf", name)) === 1);
  await stage.server.call("ticks", GRACE_AND_MORE_TICKS);
  await assertPeace();
  for (const lab of cut) await lab.close();
  await stage.server.call("ticks", GRACE_AND_MORE_TICKS);
  await assertPeace();
});

for (const { end, scenarios } of RESTART_SCENARIOS) {
  const own = new Map<HonestScenario, Lab>();
  test(`(${scenarios.length} prepared, ${end})`, async () => {
    for (const scenario of scenarios) {
      const lab = newLab();
      own.set(scenario, lab);
      await scenario.run(lab);
    }
    await stage.restart(end);
    for (const lab of own.values()) lab.drop();
  });
  for (const scenario of scenarios) {
    test(scenario.name, async (context) => {
      const lab = own.get(scenario)!;
      context.after(() => lab.close());
      await scenario.after?.(lab);
      await lab.server.call("ticks", GRACE_AND_MORE_TICKS);
      assert.equal(await lab.count(), 1, (await lab.copies()).join());
      await report(lab, scenario);
      await assertPeace();
    });
  }
}
