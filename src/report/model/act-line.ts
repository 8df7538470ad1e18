import type { CaseRecord, MessageKey } from "../../operators.ts";
import type { Say } from "./say.ts";

/** What was done about a case, in the words of `/doubletake case`. `time` is when, as the page shows it. */
export function actLine({ act, by, note }: CaseRecord["acts"][number], time: string, say: Say): string {
  const values = { time, by, act: say.text(`commands.case.did.${act}`, {}) };
  if (note === "") return say.text("commands.case.act", values);
  return say.text("commands.case.act-with-note", { ...values, note: act === "hold" ? reasonText(note, say) : note });
}

type ReasonKey = Extract<MessageKey, `removal.held.${string}`>;

/** Why copies stay is on record as a key, so that everybody reads it in their own language. Another version may have other reasons. */
function reasonText(reason: string, say: Say): string {
  const key = `removal.held.${reason}` as ReasonKey;
  const text = say.text(key, {});
  return text === key ? reason : text;
}
