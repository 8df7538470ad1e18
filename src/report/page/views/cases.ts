import type { CaseStatus } from "../../../operators.ts";
import type { ShownCase } from "../../model/report-data.ts";
import { choice, h, table } from "../dom.ts";
import { wordsOf } from "../filter-bar.ts";
import { badge, caseHref, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { columns, moment, plural, text, word } from "../texts.ts";
import { noMatch, searchedView, searchField } from "./searched-view.ts";
import { tricksOf } from "./story.ts";

/** Puts open cases first, because they need attention. Within each group the order stays: newest first. */
function openFirst(cases: readonly ShownCase[]): ShownCase[] {
  return cases.toSorted((a, b) => Number(b.status === "open") - Number(a.status === "open"));
}

export function casesView(report: Report): HTMLElement {
  const { cases } = report.data;
  const search = searchField("c-search", text("report.filter.hint-cases"));
  const statuses = distinct(
    cases.map((record) => record.status),
    statusWord,
  );
  const types = distinct(
    cases.map((record) => record.type),
    (name) => word("type", name),
  );
  const state = choice("c-status", text("report.filter.every-status"), statuses);
  const type = choice("c-type", text("report.filter.every-type"), types);
  const fields = [
    [text("report.filter.search"), search],
    [text("report.filter.status"), state],
    [text("report.filter.type"), type],
  ] as const;
  const view = searchedView(text("report.menu.cases"), text("report.filter.cases"), fields, () => {
    const wanted = wordsOf(search.value);
    const found = openFirst(cases).filter(
      (record) =>
        (state.value === "" || record.status === state.value) &&
        (type.value === "" || record.type === type.value) &&
        (wanted === "" ||
          [record.playerName, record.material, `#${record.number}`, ...record.itemIds].some((part) =>
            wordsOf(part).includes(wanted),
          )),
    );
    return {
      list: found.length > 0 ? caseTable(report, found) : noMatch(),
      status: plural("report.count.cases", { count: found.length }),
    };
  });
  const tricks = tricksOf(report);
  if (tricks) view.append(tricks);
  return view;
}

export function caseTable(report: Report, cases: readonly ShownCase[]): HTMLElement {
  const isNetwork = report.data.servers.length > 1;
  const rows = cases.map((record) => [
    h("a", { href: caseHref(record.number) }, text("forms.case.title", { case: record.number })),
    badge(record.severity, word("severity", record.severity)),
    word("type", record.type),
    badge(`status-${record.status}`, statusWord(record.status)),
    record.material,
    playerLink(report, record.playerId, record.playerName),
    ...(isNetwork ? [serversOf(record)] : []),
    moment(record.openedMs),
  ]);
  const shown = COLUMNS.filter((name) => isNetwork || name !== "server");
  return table(text("report.menu.cases"), columns(...shown), rows);
}

const COLUMNS = ["case", "severity", "type", "status", "item", "player", "server", "opened"] as const;

/** The servers of its copies. */
function serversOf({ copies }: ShownCase): string {
  return [...new Set(copies.map(({ server }) => server))].filter((name) => name !== "").join(", ");
}

export function statusWord(status: string): string {
  return text(`commands.case.status.${status as CaseStatus}`);
}

function distinct(values: readonly string[], shown: (value: string) => string): [value: string, shown: string][] {
  return [...new Set(values)].sort().map((value) => [value, shown(value)]);
}
