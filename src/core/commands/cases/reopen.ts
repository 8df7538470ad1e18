import type { CommandContext } from "../command-context.ts";
import type { CommandHandler } from "../handler.ts";
import { CASE_NUMBER, REASON } from "../parameters.ts";
import { caseFrom } from "./case.ts";

/** `/doubletake reopen <n> [reason]`: opens a decided case again. */
export const reopenCommand: CommandHandler = {
  name: "reopen",
  parameters: [CASE_NUMBER, REASON],
  permission: "doubletake.admin",
  about: "commands.about.reopen",
  async run(call) {
    const { context, caller, args } = call;
    const record = await caseFrom(call);
    if (record !== undefined) caller.send(await reopenCase(context, record.number, caller.name, args.get("reason")));
  },
};

/** Resolves with the answer. */
export async function reopenCase(
  { messages, store, staffActs }: CommandContext,
  number: number,
  by: string,
  reason?: string,
): Promise<string> {
  const values = { case: number };
  if ((await store.caseByNumber(number))?.status === "open") return messages.text("commands.reopen.already", values);
  await staffActs.reopen(number, by, reason);
  return messages.text("commands.reopen.done", values);
}
