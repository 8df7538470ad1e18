import type { CaseRecord } from "../../store.ts";
import { type CommandCall, type CommandHandler, numberOf, sendAll } from "../handler.ts";
import { CASE_NUMBER } from "../parameters.ts";
import { caseLines, nextSteps } from "./case-lines.ts";

/** `/doubletake case <n>`: one case with its evidence. */
export const caseCommand: CommandHandler = {
  name: "case",
  parameters: [CASE_NUMBER],
  permission: "doubletake.admin",
  about: "commands.about.case",
  async run(call) {
    const { context } = call;
    const record = await caseFrom(call);
    if (record === undefined) return;
    sendAll(call, await caseLines(context, record));
    call.caller.send(await nextSteps(context, record));
  },
};

/** The case that was named. If there is none, the caller has been told. */
export async function caseFrom(call: CommandCall): Promise<CaseRecord | undefined> {
  const { messages, store } = call.context;
  const number = numberOf(call, "n", 0);
  const record = await store.caseByNumber(number);
  if (record === undefined) call.caller.send(messages.text("commands.case.unknown", { case: number }));
  return record;
}
