import type { CommandContext } from "./command-context.ts";

/** What staff decide about a case, and the status that it has then. */
const STATUS = { confirm: "confirmed", dismiss: "dismissed" } as const;

/** Records the verdict of staff with who gave it; answers what came of it. It removes nothing. */
export async function giveVerdict(
  { messages, store, casework }: CommandContext,
  verdict: keyof typeof STATUS,
  number: number,
  by: string,
  reason?: string,
): Promise<string> {
  const values = { case: number };
  const record = await store.caseByNumber(number);
  if (record?.status === STATUS[verdict]) return messages.text(`commands.${verdict}.already`, values);
  const judged = record && (await casework[verdict](number, by, reason));
  return judged === undefined
    ? messages.text("commands.case.unknown", values)
    : messages.text(`commands.${verdict}.done`, values);
}
