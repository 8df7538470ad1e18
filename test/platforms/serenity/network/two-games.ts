import assert from "node:assert/strict";
import { test } from "node:test";
import { dropHeld } from "../../flying-squid/support/acts.ts";
import { GuardedServer } from "../../flying-squid/support/guarded-server.ts";
import { temporaryDir } from "../../flying-squid/support/squid-harness.ts";
import { Journey, so } from "./journey.ts";
import type { NetworkStage } from "./network-stage.ts";

const VERSION = "1.21.4";
const SECOND_OF_A_NAME =
  /Another running server uses the name "alpha" on this database: give each server its own server-name in config\.yml\. The game goes on/;

/** A Java server on the database of Bedrock servers: its players, whatever their names, and its items are different ones. */
export function tellTwoGames(stage: () => NetworkStage): void {
  test("a flying-squid is refused under a name that a Serenity has, beside it each has its own duplicate, and nothing is mixed up", async (context) => {
    const dir = temporaryDir();
    const twin = await GuardedServer.start({ version: VERSION, dir, config: config(stage(), "alpha") });
    context.after(() => twin.harness.stop());
    await so("a refusal", () => twin.complaints.find((line) => SECOND_OF_A_NAME.test(line)));
    await so("the end of it", () => twin.complaints.find((line) => line.includes("Doubletake does not run here")));
    await twin.harness.stop();
    const permissions = { Javastaff: "doubletake.admin" } as const;
    const java = await GuardedServer.start({ version: VERSION, dir, config: config(stage(), "java"), permissions });
    context.after(() => java.discard());
    const staff = await java.join("Javastaff");
    const alpha = stage().get("alpha");
    const journey = new Journey(stage());
    // First the Bedrock player, then the Java player of the same name, who is the last to use the name.
    const bedrock = await journey.begin(alpha);
    const javaId = await javaTwins(java, bedrock.name);
    await alpha.call("give", bedrock.name, "diamond_sword", { mark: journey.mark, id: journey.id, slot: 9 });
    const { number } = await journey.expectProof();
    stage().guilty.add(javaId);
    await java.untilAlert("DUPLICATE_ITEM");
    await so("one Java sword", () => java.idsOf("diamond_sword").length === 1);
    assert.deepEqual(
      java.serious.map(({ itemId }) => itemId),
      [javaId],
      "of the Bedrock copy the Java server says nothing",
    );
    for (const [itemId, own] of [
      [journey.id, "alpha"],
      [javaId, "java"],
    ] as const) {
      const servers = (await alpha.ask("history", itemId)).map(({ server }) => server);
      assert.deepEqual([...new Set(servers)], [own]);
      const records = await alpha.ask("cases", itemId);
      assert.deepEqual(
        records.map(({ copies }) => [...new Set(copies.map(({ server }) => server))]),
        [[own]],
      );
    }
    assert.deepEqual(
      await stage().query(
        "SELECT * FROM dt_disputes d JOIN dt_servers s ON s.ref IN (d.finder, d.holder) WHERE s.name = 'java'",
      ),
      [],
    );
    // Staff name a player who is not online: that means the one of their own game.
    await journey.leave(bedrock, alpha);
    await alpha.staff.chat.ask(`/doubletake items ${bedrock.name}`, new RegExp(journey.id.slice(0, 8)));
    await alpha.staff.chat.run(`/doubletake restore ${number} ${bedrock.name}`);
    await journey.join(alpha);
    await so("the sword given back", async () => (await journey.copies()).length === 2);
    assert.deepEqual(
      java.complaints.filter((line) => line.includes("cannot be given back")),
      [],
    );
    staff.say("/doubletake cases all");
    await staff.hears(new RegExp(`${number}.*alpha`));
    await journey.end();
  });
}

function config(stage: NetworkStage, name: string): string {
  const lines = [
    `server-name: ${name}`,
    "scan-interval: 4",
    "storage:",
    "  engine: postgres",
    `  postgres-url: ${stage.url}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** One Java account joins twice, each session with the sword. One session throws it away, which makes a duplicate. Returns its id. */
async function javaTwins(java: GuardedServer, name: string): Promise<string> {
  const first = await java.join(name);
  java.put(first, { material: "diamond_sword" });
  const id = await java.idAt(first);
  await java.leave(first);
  await java.join(name);
  dropHeld(await java.join(name));
  return id;
}
