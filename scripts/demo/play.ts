import { setTimeout as sleep } from "node:timers/promises";
import { doubletake } from "../../test/cli/support/doubletake.ts";
import { BedrockClient } from "../../test/platforms/serenity/support/bedrock-client.ts";
import { LentSword } from "../../test/platforms/serenity/support/lent-sword.ts";
import type { ServeProcess } from "../../test/platforms/serenity/support/serve-process.ts";
import { until } from "../../test/platforms/serenity/support/wait.ts";
import type { Narrator } from "./narrator.ts";

const BARREL = { x: 6, z: 6 };
/** Longer than the grace of the rule, after which a timer would accuse. */
const LOAN_MS = 1500;

/** The demo from the first login to the report, which is written to `report`. */
export async function play(server: ServeProcess, narrator: Narrator, report: string): Promise<void> {
  const join = (name: string) => BedrockClient.join({ port: server.port, name });
  const [mod, ada, ben] = [await join("Mod"), await join("Ada"), await join("Ben")];
  await server.permit("Mod", "doubletake.alerts", "doubletake.admin");
  narrator.fact("Three clients have joined: Ada and Ben play, Mod is staff.");
  const sword = new LentSword(server, ada, ben, { ...BARREL, y: Math.round(ada.movement.position.y) });

  await narrator.scene("Ada gets a diamond sword. From now on it carries a hidden id.");
  await sword.give();
  narrator.chat("Mod", await mod.chat.waitFor(/Diamond Sword of Ada/));

  await lendHonestly(sword, narrator, mod);
  await cheat(sword, narrator);
  const alert = await mod.chat.waitFor(/Duplicated item/);
  narrator.chat("Mod", alert);
  narrator.chat("Ben", await ben.chat.waitFor(/Diamond Sword/));
  const number = /case (\d+)/.exec(alert)?.[1] ?? "";
  await showCase(narrator, mod, number);
  await showHands(sword, narrator);
  await writeReport(server, narrator, report, number);
}

/** What a detector that goes by a timer takes for a crime: another player, another place, and some time in between. */
async function lendHonestly(sword: LentSword, narrator: Narrator, mod: BedrockClient): Promise<void> {
  const before = mod.chat.lines.length;
  await narrator.scene("Ada lends it to Ben, through a barrel. He brings it back, and she takes it out again.");
  await sword.store();
  await sword.borrow();
  await sleep(LOAN_MS);
  await sword.giveBack();
  await sword.fetch();
  await sleep(LOAN_MS);
  const alert = mod.chat.lines.slice(before).find((line) => /duplicate/i.test(line));
  if (alert !== undefined) throw new Error(`an honest loan was taken for a duplicate: ${alert}`);
  narrator.fact("Nobody is accused: it moved, and it exists once.");
}

/** On an unmodified server this leaves two swords. */
async function cheat(sword: LentSword, narrator: Narrator): Promise<void> {
  await narrator.scene(
    "Ben wants one like it. His modified client opens Ada's inventory from afar and puts dirt onto the sword, which this server takes for a second sword. He takes one of the two.",
  );
  await sword.copy();
}

async function showCase(narrator: Narrator, mod: BedrockClient, number: string): Promise<void> {
  const command = `/doubletake case ${number}`;
  await narrator.scene("Mod wants to know more. The command stood in the alert.");
  narrator.typed("Mod", command);
  const lines = await until("a case with the removal in it", async () => {
    const answer = await mod.chat.run(command);
    const isComplete = [/removed copies/, /quarantine/].every((part) => answer.some((line) => part.test(line)));
    return isComplete ? answer : undefined;
  });
  for (const line of lines) narrator.chat("Mod", line);
}

async function showHands(sword: LentSword, narrator: Narrator): Promise<void> {
  await narrator.scene("Who has it now?");
  await until("the sword with its owner alone", () => sword.ownerHasIt && !sword.borrowerHasIt);
  narrator.fact(`Ada still has her sword, ${sword.id}.`);
  narrator.fact("Ben's copy is in quarantine, whole. Had staff been wrong, /doubletake restore would give it back.");
}

async function writeReport({ dir }: ServeProcess, narrator: Narrator, report: string, number: string): Promise<void> {
  await narrator.scene("And a report, for those who were not there.");
  const { code, err } = await doubletake(["report", "--dir", dir, "--out", report, "--case", number]);
  if (code !== 0) throw new Error(`the report could not be written: ${err}`);
  narrator.fact(`The report is in ${report} (open it in a browser).`);
  narrator.title("That was Doubletake. Your own server: npm start");
}
