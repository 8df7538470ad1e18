import type { CaseRecord } from "../../../operators.ts";
import { placeText } from "../../model/place-text.ts";
import { caseCommands, verdictSentence } from "../../model/verdict-sentence.ts";
import { h, section, table } from "../dom.ts";
import { badge, itemLink, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { moment, words } from "../texts.ts";
import { itemCharts } from "./item.ts";

export function caseView(report: Report, number: number): HTMLElement {
  const record = report.data.cases.find((candidate) => candidate.number === number);
  if (!record)
    return h("div", {}, h("h1", { tabindex: -1 }, `Case ${number}`), h("p", {}, "This case is not in the report."));
  return h(
    "div",
    {},
    h(
      "h1",
      { tabindex: -1 },
      `Case ${number}`,
      " ",
      badge(record.severity, words(record.severity)),
      " ",
      badge(`status-${record.status}`, record.status),
    ),
    h("p", { class: "lead" }, h("b", {}, verdictSentence(record, report.data.quarantine)), " ", sentence(record)),
    record.itemIds.flatMap((id) => itemCharts(report, id)),
    facts(report, record),
    section("The copies, as they were seen", copies(report, record)),
    record.transfers.length > 0 && section("What led there", led(report, record)),
    record.acts.length > 0 && section("What was done", acts(record)),
    quarantine(report, record),
    section("What staff can type", commands(report, record)),
  );
}

function sentence({ type, copies: seen, material, cause }: CaseRecord): string {
  const places = new Set(seen.map(({ location }) => location)).size;
  const why = cause === "" ? "" : ` Cause: ${cause}.`;
  switch (type) {
    case "DUPLICATE_ITEM":
      return `${seen.length} copies of one ${material} were seen at the same time, in ${places} ${places === 1 ? "place" : "places"}.${why}`;
    case "DUPLICATE_SUSPECTED":
      return `A ${material} turned up while the place where it was last known could not be looked at, and no hand-over explains it.${why}`;
    case "FORGED_ID":
      return `A client sent a ${material} with an id that was never given out.${why}`;
    default:
      return `${words(type)}: ${material}.${why}`;
  }
}

function facts(report: Report, record: CaseRecord): HTMLElement {
  const fact = (name: string, ...value: readonly (Node | string)[]): HTMLElement[] => [
    h("dt", {}, name),
    h("dd", {}, ...value),
  ];
  return h(
    "dl",
    { class: "facts card" },
    ...fact("Type", words(record.type)),
    ...fact("Player", playerLink(report, record.playerId, record.playerName)),
    ...fact("Opened", moment(record.openedMs)),
    ...fact("Last changed", moment(record.updatedMs)),
    ...fact("Items", ...record.itemIds.flatMap((id) => [itemLink(report, id), " "])),
  );
}

function copies(report: Report, { copies: seen }: CaseRecord): HTMLElement {
  const rows = seen.map((copy) => [
    moment(copy.seenMs),
    playerLink(report, copy.holderId, copy.holderName),
    placeText(copy.place, (id) => nameOf(report, id)),
    copy.slot,
    copy.location,
    copy.count,
  ]);
  return table("Copies", ["seen", "holder", "place", "slot", "location", "count"], rows);
}

function nameOf(report: Report, id: string): string {
  const at = report.playerAt(id);
  return at === undefined ? id : report.playerName(at);
}

function led(report: Report, { transfers }: CaseRecord): HTMLElement {
  const rows = transfers.map((row) => [
    moment(row.timestamp),
    playerLink(report, row.playerUUID),
    words(row.action),
    row.location,
    itemLink(report, row.itemId),
  ]);
  return table("Transfers before the case", ["time", "player", "action", "location", "item"], rows);
}

function acts({ acts: done }: CaseRecord): HTMLElement {
  return h(
    "ol",
    { class: "story" },
    done.map((act) =>
      h(
        "li",
        {},
        h("b", {}, words(act.act)),
        " by ",
        act.by,
        h("span", { class: "quiet" }, ` · ${moment(act.atMs)}`),
        act.note !== "" && h("div", {}, act.note),
      ),
    ),
  );
}

function commands(report: Report, record: CaseRecord): HTMLElement {
  const lines = caseCommands(record, report.data.quarantine);
  return h(
    "ul",
    { class: "commands" },
    lines.map((line) => h("li", {}, h("code", {}, line))),
  );
}

function quarantine(report: Report, { number }: CaseRecord): HTMLElement | undefined {
  const held = report.data.quarantine.filter(({ caseNumber }) => caseNumber === number);
  if (held.length === 0) return undefined;
  const rows = held.map((item) => [
    `#${item.number}`,
    item.material,
    badge(`state-${item.state}`, item.state),
    playerLink(report, item.takenFrom.holderId, item.takenFrom.holderName),
    item.takenFrom.location,
    moment(item.takenMs),
  ]);
  return section(
    "Quarantine",
    table("Quarantine", ["item", "material", "state", "taken from", "location", "when"], rows),
  );
}
