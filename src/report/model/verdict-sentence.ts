import type { CaseRecord } from "../../operators.ts";
import type { ReportData } from "./report-data.ts";
import type { Say } from "./say.ts";

/** The outcome of a case in a sentence or two: whose copy was taken, and who kept the original. */
export function verdictSentence(
  { number, type, status, copies, acts, cause }: CaseRecord,
  quarantine: ReportData["quarantine"],
  say: Say,
): string {
  const taken = quarantine.filter((item) => item.caseNumber === number && item.state !== "dropped");
  const gone = new Set(taken.map(({ takenFrom }) => `${takenFrom.itemId} ${takenFrom.place}`));
  const kept = copies.filter(({ itemId, place }) => !gone.has(`${itemId} ${place}`));
  const back = taken.filter(({ state }) => state === "returned" || state === "returning").length;
  const isCrash = cause === "crash";
  return [...outcome(), verdict(), ...(isCrash ? [say.text("commands.case.crash", {})] : [])].join(" ");

  function outcome(): string[] {
    if (taken.length > 0) {
      const from = namesOf(
        taken.map(({ takenFrom }) => takenFrom.holderName),
        say,
      );
      const owner = namesOf(
        kept.map(({ holderName }) => holderName),
        say,
      );
      return [
        taken.length === 1
          ? say.text("report.case.taken", { holder: from })
          : say.plural("report.case.many-taken", { count: taken.length, holders: from }),
        ...(kept.length > 0 ? [say.text("report.case.kept", { holder: owner })] : []),
        ...(back === 0 ? [] : [backText()]),
      ];
    }
    if (type !== "DUPLICATE_ITEM") return [];
    const isHeld = acts.some(({ act }) => act === "hold");
    return [say.text(isHeld ? "report.case.staff-decide" : "report.case.nothing-taken", {})];
  }

  function backText(): string {
    if (taken.length === 1) return say.text("report.case.given-back", {});
    return say.plural("report.case.many-given-back", { count: back });
  }

  function verdict(): string {
    const act = acts.findLast((one) => one.act === "confirm" || one.act === "dismiss" || one.act === "reopen");
    if (status === "open") return say.text("report.case.is-open", {});
    if (act === undefined) return say.text("report.case.is-closed", {});
    const done = say.text("commands.case.act", {
      time: "",
      by: act.by,
      act: say.text(`commands.case.did.${act.act}`, {}),
    });
    return `${done.trim()}${act.note === "" ? "" : ` (${act.note})`}.`;
  }
}

const MAX_NAMES = 3;

function namesOf(names: readonly string[], say: Say): string {
  const all = [...new Set(names.map((name) => name || say.text("alerts.nobody", {})))];
  const shown = all.slice(0, MAX_NAMES).join(", ");
  return all.length > MAX_NAMES ? say.text("report.and-more", { names: shown, count: all.length - MAX_NAMES }) : shown;
}

/** The commands that give back everything taken since the oldest item that is still held; empty if nothing is held. */
export function restoreCommands(quarantine: ReportData["quarantine"]): string[] {
  const held = quarantine.filter(({ state }) => state === "held");
  if (held.length === 0) return [];
  const since = new Date(Math.min(...held.map(({ takenMs }) => takenMs))).toISOString().slice(0, "2026-11-15".length);
  return [
    `/doubletake restore-since ${since} dry-run`,
    `/doubletake restore-since ${since} now`,
    `doubletake restore --since ${since} --dry-run`,
  ];
}
