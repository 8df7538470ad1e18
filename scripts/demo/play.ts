import { setTimeout as sleep } from "node:timers/promises";
import { doubletake } from "../../test/cli/support/doubletake.ts";
import { BedrockClient } from "../../test/platforms/serenity/support/bedrock-client.ts";
import { LentSword } from "../../test/platforms/serenity/support/lent-sword.ts";
import type { ServeProcess } from "../../test/platforms/serenity/support/serve-process.ts";
import { until } from "../../test/platforms/serenity/support/wait.ts";
import type { Narrator } from "./narrator.ts";
import type { StaffChat } from "./staff-chat.ts";

const BARREL = { x: 6, z: 6 };
/** Longer than the rule's grace, so that a detector by timer would accuse. */
const PAUSE_MS = 1500;
/** From Ada to Ben, and back. */
const HAND_OVERS = 2;

interface Play {
  readonly server: ServeProcess;
  readonly narrator: Narrator;
  /** Receives the server's alerts, and every hit of the duplicate rule. */
  readonly staffChat: StaffChat;
  /** The file that the report is written to. */
  readonly report: string;
}

/** The demo from the first login to the report. */
export async function play({ server, narrator, staffChat, report }: Play): Promise<void> {
  const join = (name: string) => BedrockClient.join({ port: server.port, name });
  const [mod, ada, ben] = [await join("Mod"), await join("Ada"), await join("Ben")];
  await server.permit("Mod", "doubletake.alerts", "doubletake.admin");
  narrator.fact("Three clients have joined: Ada and Ben play, Mod is staff.");
  const sword = new LentSword(server, ada, ben, { ...BARREL, y: Math.round(ada.movement.position.y) });

  await narrator.scene("Ada gets a diamond sword. From now on it carries a hidden id.");
  await sword.give();
  narrator.chat("Mod", await mod.chat.waitFor(/Diamond Sword of Ada/));

  await lendHonestly(sword, narrator, mod, staffChat);
  await cheat(sword, narrator);
  const alert = await mod.chat.waitFor(/Duplicated item/);
  narrator.chat("Mod", alert);
  narrator.chat("Ben", await ben.chat.waitFor(/Diamond Sword/));
  const number = /case (\d+)/.exec(alert)?.[1] ?? "";
  await narrator.scene("Staff who are not in the game read it in Discord.");
  narrator.discord(await until("the message to staff", () => staffChat.messages(/duplicated item/i)[0]));
  await showCase(narrator, mod, number);
  await showHands(sword, narrator);
  await giveBack(sword, narrator, mod, ben, number);
  await writeReport(server, narrator, report, number);
}

/** An honest loan that a detector by timer takes for a crime: another player, another place, and some time in between. */
async function lendHonestly(
  sword: LentSword,
  narrator: Narrator,
  mod: BedrockClient,
  staffChat: StaffChat,
): Promise<void> {
  const before = mod.chat.lines.length;
  await narrator.scene("Ada lends it to Ben, through a barrel. He brings it back, and she takes it out again.");
  await sword.store();
  await sleep(PAUSE_MS);
  await sword.borrow();
  await sword.giveBack();
  await sleep(PAUSE_MS);
  await sword.fetch();
  // If the sword were copied in the tick in which it was fetched, it would be unclear which of the two was there first.
  await sleep(PAUSE_MS);
  const alert = mod.chat.lines.slice(before).find((line) => /duplicate/i.test(line));
  if (alert !== undefined) throw new Error(`an honest loan was taken for a duplicate: ${alert}`);
  // Each of these is a hit of the rule that detectors by timer use; staff see none of them.
  const hits = await until("what a timer would say", () => {
    const messages = staffChat.messages(/turned up at another place/);
    return messages.length >= HAND_OVERS ? messages : undefined;
  });
  for (const { embeds } of hits) narrator.accusation(`A timer would have accused ${whom(embeds[0]!.fields)}`);
  narrator.fact("Doubletake accuses nobody: it looked, and the sword exists once.");
}

function whom(fields: readonly { readonly name: string; readonly value: string }[]): string {
  const value = (name: string) => fields.find((field) => field.name === name)?.value ?? "";
  return `${value("Player")}: ${value("Details")}`;
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
  narrator.fact("Ben's copy is in quarantine, whole.");
}

/** A taken copy is not lost: it comes back under a new id. */
async function giveBack(
  sword: LentSword,
  narrator: Narrator,
  mod: BedrockClient,
  ben: BedrockClient,
  number: string,
): Promise<void> {
  const command = `/doubletake restore ${number}`;
  await narrator.scene("Suppose that staff believe Ben. What was taken can be given back, at any time.");
  narrator.typed("Mod", command);
  for (const line of await mod.chat.run(command)) narrator.chat("Mod", line);
  const id = await until("Ben's sword", () => sword.idOfAnother);
  narrator.chat("Ben", ben.chat.lines.at(-1) ?? "");
  narrator.fact(`Ben has a sword of his own now, ${id}: no longer a copy.`);
}

async function writeReport({ dir }: ServeProcess, narrator: Narrator, report: string, number: string): Promise<void> {
  await narrator.scene("And a report, for those who were not there.");
  const { code, err } = await doubletake(["report", "--dir", dir, "--out", report, "--case", number]);
  if (code !== 0) throw new Error(`the report could not be written: ${err}`);
  narrator.fact("It is written: who had the sword when, where the copy turned up, and what was done.");
}
