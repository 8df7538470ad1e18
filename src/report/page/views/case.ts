import type { CaseRecord } from "../../../operators.ts";
import { actLine } from "../../model/act-line.ts";
import type { ItemFacts, ShownCase } from "../../model/report-data.ts";
import { verdictSentence } from "../../model/verdict-sentence.ts";
import { commandList, h, section, table } from "../dom.ts";
import { badge, itemLink, placeLink, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { columns, moment, number, plural, say, text, word } from "../texts.ts";
import { statusWord } from "./cases.ts";
import { itemCharts } from "./item.ts";
import { storyOf } from "./story.ts";

export function caseView(report: Report, caseNumber: number): HTMLElement {
  const record = report.data.cases.find((candidate) => candidate.number === caseNumber);
  const title = text("forms.case.title", { case: String(caseNumber) });
  if (!record) return h("div", {}, h("h1", { tabindex: -1 }, title), h("p", {}, text("report.case.missing")));
  return h(
    "div",
    {},
    h(
      "h1",
      { tabindex: -1 },
      title,
      " ",
      badge(record.severity, word("severity", record.severity)),
      " ",
      badge(`status-${record.status}`, statusWord(record.status)),
    ),
    h("p", { class: "lead" }, h("b", {}, verdictSentence(record, report.data.quarantine, say)), " ", sentence(record)),
    record.itemIds.flatMap((id) => itemCharts(report, id)),
    storyOf(report, record),
    facts(report, record),
    section(text("report.case.copies"), copies(report, record)),
    record.transfers.length > 0 && section(text("report.case.led"), led(report, record)),
    record.acts.length > 0 && section(text("report.case.done"), acts(record)),
    quarantine(report, record),
    section(text("report.case.commands"), commandList(record.commands)),
  );
}

function sentence({ type, copies: seen, material }: CaseRecord): string {
  switch (type) {
    case "DUPLICATE_ITEM":
      return plural("report.case.copies-seen", { count: seen.length, material });
    case "DUPLICATE_SUSPECTED":
      return text("report.case.suspected", { material });
    case "FORGED_ID":
      return text("report.case.forged", { material });
    default:
      return text("report.case.other", { type: word("type", type), material });
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
    ...fact(text("report.column.type"), word("type", record.type)),
    ...fact(text("report.column.player"), playerLink(report, record.playerId, record.playerName)),
    ...fact(text("report.column.opened"), moment(record.openedMs)),
    ...fact(text("report.case.changed"), moment(record.updatedMs)),
    ...fact(text("report.column.items"), ...record.itemIds.flatMap((id) => [itemLink(report, id), " "])),
  );
}

function copies(report: Report, { copies: seen }: ShownCase): HTMLElement {
  const rows = seen.map((copy) => [
    moment(copy.seenMs),
    playerLink(report, copy.holderId, copy.holderName),
    copy.placeText,
    copy.slot,
    placeLink(copy.location, copy.server),
    number(copy.count),
  ]);
  return table(text("report.case.copies"), columns("seen", "holder", "place", "slot", "location", "count"), rows);
}

function led(report: Report, { transfers }: CaseRecord): HTMLElement {
  const rows = transfers.map((row) => [
    moment(row.timestamp),
    playerLink(report, row.playerUUID),
    word("action", row.action),
    placeLink(row.location, report.data.servers.length > 1 ? row.server : ""),
    itemLink(report, row.itemId),
  ]);
  return table(text("report.case.led"), columns("time", "player", "action", "location", "item"), rows);
}

function acts({ acts: done }: CaseRecord): HTMLElement {
  return h(
    "ol",
    { class: "story" },
    done.map((act) => h("li", {}, actLine(act, moment(act.atMs), say))),
  );
}

function quarantine(report: Report, { number: caseNumber }: CaseRecord): HTMLElement | undefined {
  const held = report.data.quarantine.filter((item) => item.caseNumber === caseNumber);
  if (held.length === 0) return undefined;
  const rows = held.map((item) => [
    item.material,
    itemFacts(item.facts),
    badge(`state-${item.state}`, text(`report.state.${item.state}`)),
    playerLink(report, item.takenFrom.holderId, item.takenFrom.holderName),
    placeLink(item.takenFrom.location, report.data.servers.length > 1 ? item.takenBy : ""),
    moment(item.takenMs),
  ]);
  return section(
    text("report.case.quarantine"),
    table(text("report.case.quarantine"), columns("item", "what", "state", "taken-from", "location", "time"), rows),
  );
}

/** What distinguishes this item from others of its kind. */
function itemFacts(known: ItemFacts | null): HTMLElement {
  if (known === null) return h("span", { class: "quiet" }, "?");
  const { name, enchantments, damage, inside } = known;
  const list = inside.map((item) => `${item.name} × ${number(item.count)}`).join(", ");
  const parts = [
    ...(name === "" ? [] : [text("report.item.named", { name })]),
    ...enchantments.map((one) => `${one.name} ${one.level}`),
    ...(damage === 0 ? [] : [text("report.item.damage", { damage })]),
    ...(inside.length === 0 ? [] : [text("report.item.inside", { list })]),
  ];
  return h("span", { class: "facts-line" }, parts.join("; ") || text("report.item.plain"));
}
