import type { CaseRecord } from "../store.ts";
import { type CommandCall, numberOf } from "./handler.ts";

/** The case that was named; when there is none, the caller has been told. */
export async function caseFrom(call: CommandCall): Promise<CaseRecord | undefined> {
  const { messages, store } = call.context;
  const number = numberOf(call, "n", 0);
  const record = await store.caseByNumber(number);
  if (record === undefined) call.caller.send(messages.text("commands.case.unknown", { case: number }));
  return record;
}
