import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { withoutColours } from "../../../../src/index.ts";
import { FourChannels, TRUST } from "../support/four-channels.ts";
import { Lab } from "../support/lab.ts";
import { Stage } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import { GROWTHS, type Growth } from "./growths.ts";

// Every way to let diamonds grow is first shown to work on the bare server, and then told of by a guarded one, in German and at
// all four channels.

/** Players and places are looked at often, so that what is unexplained is settled soon. */
const CONFIG = { language: "de", "scan-interval": 5, balance: { materials: { diamond: 10 } } };

describe("growing diamonds", { concurrency: 2 }, () => {
  describe("on the bare server: there are more", { concurrency: 1 }, () => {
    const stage = openedStage(() => Stage.open(false));
    for (const [site, growth] of GROWTHS.entries()) {
      test(growth.name, async (context) => {
        const lab = new Lab(stage(), site);
        context.after(() => lab.close());
        const before = await lab.server.call("count", "diamond");
        await growth.run(lab);
        const given = sourceOf(growth);
        assert.equal((await lab.server.call("count", "diamond")) - before, given + excessOf(growth));
      });
    }
  });

  describe("with Doubletake: told with the right numbers", { concurrency: 1 }, () => {
    let channels: FourChannels;
    const stage = openedStage(async () => {
      channels = await FourChannels.start();
      // The server is a child of this process, and must trust the secure ones.
      Object.assign(process.env, TRUST);
      const notifications = { ...channels.section, rate_limit_seconds: 0 };
      return Stage.open(true, { config: JSON.stringify({ ...CONFIG, notifications }) });
    });
    after(() => channels?.close());

    for (const [site, growth] of GROWTHS.entries()) {
      test(growth.name, async (context) => {
        const lab = new Lab(stage(), site);
        context.after(() => lab.close());
        await growth.run(lab);
        await assertTold(lab, growth, `${growth.player}${site}`, channels);
      });
    }

    test("nothing else is told", async () => {
      const alerts = await stage().ask("alerts");
      assert.deepEqual(
        alerts.map(({ type, player }) => `${type} ${player}`),
        GROWTHS.map(({ player }, site) => `BALANCE_DISCREPANCY ${player}${site}`),
      );
      for (const { complaints } of channels.all) assert.deepEqual(complaints, []);
    });
  });
});

/** Staff see it in the game, and every channel has it: nobody else of that name is ever told of. */
async function assertTold({ stage }: Lab, growth: Growth, player: string, channels: FourChannels): Promise<void> {
  const { actual, expected } = growth;
  const details = `${actual} DIAMOND, laut Bestandsbuch ${expected}: ${excessOf(growth)} zu viel`;
  const alert = await until("the alert", async () => {
    return (await stage.ask("alerts")).find((candidate) => candidate.player === player);
  });
  assert.deepEqual(
    [alert.type, alert.material, alert.details, alert.severity],
    ["BALANCE_DISCREPANCY", "DIAMOND", details, excessOf(growth) >= 40 ? "CRITICAL" : "HIGH"],
  );
  const line = await until("the line in the game", () => stage.watched.find((text) => text.includes(player)));
  const shown = details.replace("DIAMOND", "Diamond");
  assert.equal(withoutColours(line), `[Doubletake] Abweichung vom Bestandsbuch » ${player} · Diamond · ${shown}`);
  for (const channel of channels.all) {
    const isTold = () => channel.messages.some(({ body }) => JSON.stringify(body).includes(player));
    await until(`the message about ${player}`, isTold);
  }
  const bodies = channels.all.map(({ messages }) => JSON.stringify(messages.at(-1)?.body));
  for (const body of bodies.slice(1)) assert.ok(body.includes(details), body);
}

function excessOf({ actual, expected }: Growth): number {
  return actual - expected;
}

/** What players were given in an honest way. */
function sourceOf({ expected, actual }: Growth): number {
  return expected === 0 ? actual : expected;
}

function openedStage(open: () => Promise<Stage>): () => Stage {
  let stage: Stage;
  before(async () => {
    stage = await open();
    await stage.server.call("setOperator", "Staff");
  });
  after(() => stage?.discard());
  return () => stage;
}
