import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, numberOf } from "../handler.ts";
import { CASE_NUMBER, REASON } from "../parameters.ts";

/** Staff's verdicts on a case, and the status that each gives it. To reopen is to take a verdict back. */
const STATUS = { confirm: "confirmed", dismiss: "dismissed", reopen: "open" } as const;
type StaffVerdict = keyof typeof STATUS;

/** `/doubletake confirm <n> [reason]`: staff say that it is a duplicate. This removes nothing. */
export const confirmCommand = verdictCommand("confirm");
/** `/doubletake dismiss <n> [reason]`: staff say that it is no duplicate. */
export const dismissCommand = verdictCommand("dismiss");
/** `/doubletake reopen <n> [reason]`: opens a decided case again. */
export const reopenCommand = verdictCommand("reopen");

function verdictCommand(verdict: StaffVerdict): CommandHandler {
  return {
    name: verdict,
    parameters: [CASE_NUMBER, REASON],
    permission: "doubletake.admin",
    about: `commands.about.${verdict}`,
    async run(call) {
      const { context, caller, args } = call;
      caller.send(await giveVerdict(context, verdict, numberOf(call, "n", 0), caller.name, args.get("reason")));
    },
  };
}

/** Records a verdict of staff and who gave it. Resolves with the answer. Removes nothing. */
export async function giveVerdict(
  { messages, store, staffActs }: CommandContext,
  verdict: StaffVerdict,
  number: number,
  by: string,
  reason?: string,
): Promise<string> {
  const values = { case: number };
  const record = await store.caseByNumber(number);
  if (record?.status === STATUS[verdict]) return messages.text(`commands.${verdict}.already`, values);
  const judged = record && (await staffActs[verdict](number, by, reason));
  return judged === undefined
    ? messages.text("commands.case.unknown", values)
    : messages.text(`commands.${verdict}.done`, values);
}
