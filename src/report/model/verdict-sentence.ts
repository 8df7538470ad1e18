import type { CaseRecord } from "../../operators.ts";
import type { ReportData } from "./report-data.ts";

/** What came of a case, in a sentence: whose copy was taken, and who kept the original. */
export function verdictSentence(
  { number, type, status, copies, acts, cause }: CaseRecord,
  quarantine: ReportData["quarantine"],
): string {
  const taken = quarantine.filter((item) => item.caseNumber === number && item.state !== "dropped");
  const gone = new Set(taken.map(({ takenFrom }) => `${takenFrom.itemId} ${takenFrom.place}`));
  const kept = copies.filter(({ itemId, place }) => !gone.has(`${itemId} ${place}`));
  const back = taken.filter(({ state }) => state === "returned" || state === "returning").length;
  return [outcome(), verdict(), cause === "crash" ? "A crash made the copies: nobody is to blame." : ""]
    .filter((text) => text !== "")
    .join(" ");

  function outcome(): string {
    if (taken.length > 0) {
      const from = namesOf(taken.map(({ takenFrom }) => takenFrom.holderName));
      const by = kept.length > 0 ? `; ${namesOf(kept.map(({ holderName }) => holderName))} kept the original` : "";
      const what = taken.length === 1 ? "The copy" : `${taken.length} copies`;
      const returned = back === 0 ? "" : back === taken.length ? " It was given back." : ` ${back} were given back.`;
      return `${what} of ${from} ${taken.length === 1 ? "was" : "were"} taken${by}.${returned}`;
    }
    if (type !== "DUPLICATE_ITEM") return "";
    const isHeld = acts.some(({ act }) => act === "hold");
    return isHeld ? "Nothing was taken: staff have to decide." : "Nothing has been taken.";
  }

  function verdict(): string {
    const act = acts.findLast((one) => one.act === "confirm" || one.act === "dismiss" || one.act === "reopen");
    if (status === "open") return "It is open.";
    if (act === undefined) return "It is closed.";
    const reason = act.note === "" ? "" : ` (${act.note})`;
    return `${act.by} ${act.act === "confirm" ? "confirmed" : "dismissed"} it${reason}.`;
  }
}

function namesOf(names: readonly string[]): string {
  const all = [...new Set(names.map((name) => name || "nobody"))];
  return all.length > 3 ? `${all.slice(0, 3).join(", ")} and ${all.length - 3} more` : all.join(", ");
}

/** What staff can type about a case, each to be copied. */
export function caseCommands({ number, status }: CaseRecord, quarantine: ReportData["quarantine"]): string[] {
  const canRestore = quarantine.some((item) => item.caseNumber === number && item.state === "held");
  const verdicts = status === "open" ? ["confirm", "dismiss", "remove"] : ["reopen"];
  const steps = [...verdicts, ...(canRestore ? ["restore"] : [])];
  return [`/doubletake tp ${number} 1`, ...steps.map((step) => `/doubletake ${step} ${number}`)];
}
