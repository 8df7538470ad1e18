import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { KnownPlayer, QuarantinedItem } from "../../store.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, numberOf, sendAll } from "../handler.ts";
import { ANY_PLAYER, CASE_NUMBER } from "../parameters.ts";
import { optionalAccountFrom, sessionsOf, shownNames } from "../resolve-player.ts";

/** `/doubletake restore <n> [player]`: gives items back from quarantine, to the player they were taken from or to another. */
export const restoreCommand: CommandHandler = {
  name: "restore",
  parameters: [CASE_NUMBER, ANY_PLAYER],
  permission: "doubletake.admin",
  about: "commands.about.restore",
  async run(call) {
    const to = await optionalAccountFrom(call, call.args.get("player"));
    if (to === undefined) return;
    sendAll(call, await restoreCase(call.context, numberOf(call, "n", 0), call.caller.name, to.account));
  },
};

/** Gives back what was taken in a case, only once. Resolves with who gets how much, or why nobody gets anything. */
export async function restoreCase(
  context: CommandContext,
  number: number,
  by: string,
  to?: KnownPlayer,
): Promise<string[]> {
  const { messages, store, staffActs } = context;
  const values = { case: number };
  if ((await store.caseByNumber(number)) === undefined) return [messages.text("commands.case.unknown", values)];
  const entries = await store.quarantined({ caseNumber: number });
  // Nobody knows yet whether an item in the state `taking` was taken.
  const held = entries.filter(({ state }) => state === "held" || state === "taking");
  if (held.length === 0)
    return [messages.text(isGivenBack(entries) ? "commands.restore.already" : "commands.restore.none", values)];
  // An item from a chest that nobody is known to have touched would wait for nobody, for ever.
  const command = `/doubletake restore ${number} <player>`;
  const nobody = messages.text("commands.restore.nobody", { ...values, command });
  if (to === undefined && held.every(({ takenFrom }) => takenFrom.holderId === NIL_UUID)) return [nobody];
  const outcome = await staffActs.restore(number, by, to?.id, to?.name);
  const { returning = [], withoutHolder = 0, undecided = 0, alreadyReturned = 0 } = outcome ?? {};
  // Somebody else was quicker.
  if (returning.length + withoutHolder + undecided === 0 && alreadyReturned > 0)
    return [messages.text("commands.restore.already", values)];
  return [
    ...(await returningLines(context, returning)),
    ...(withoutHolder > 0 ? [nobody] : []),
    ...(undecided > 0 ? [messages.plural("commands.restore.undecided", { count: undecided })] : []),
  ];
}

function isGivenBack(entries: readonly QuarantinedItem[]): boolean {
  return entries.some(({ state }) => state === "returning" || state === "returned");
}

/** One line for each player who gets something. */
export async function returningLines(
  context: CommandContext,
  returning: readonly QuarantinedItem[],
): Promise<string[]> {
  const { messages } = context;
  const byAccount = Map.groupBy(returning, ({ returnToId }) => returnToId);
  const nameOf = await shownNames(context, byAccount.keys());
  return [...byAccount].map(([id, items]) => {
    const values = { player: nameOf(id), count: items.length };
    return sessionsOf(context, id).length > 0
      ? messages.plural("commands.restore.now", values)
      : messages.plural("commands.restore.later", values);
  });
}
