import { rowsWhere } from "../../model/transfers.ts";
import { chart } from "../charts.ts";
import { h, longTable, section } from "../dom.ts";
import { mapSpec } from "../item-map.ts";
import { timelineSpec } from "../item-timeline.ts";
import { placeLink, transferCells } from "../links.ts";
import type { Report } from "../report.ts";
import { columns, plural, text } from "../texts.ts";
import { caseTable } from "./cases.ts";

export function itemView(report: Report, id: string): HTMLElement {
  const item = report.itemAt(id);
  if (item === undefined)
    return h("div", {}, h("h1", { tabindex: -1 }, id.slice(0, 8)), h("p", {}, text("report.item.missing")));
  const cases = report.data.cases.filter(({ itemIds }) => itemIds.includes(id));
  const rows = rowsOfItem(report, id);
  const holders = new Set(rows.map((row) => report.transfers.player[row])).size;
  return h(
    "div",
    {},
    h("h1", { tabindex: -1 }, report.material(item)),
    h(
      "p",
      { class: "lead" },
      h("code", {}, id),
      ` · ${plural("report.count.transfers", { count: rows.length })}, ${plural("report.count.players", { count: holders })}`,
    ),
    cases.length > 0 && section(text("report.menu.cases"), caseTable(report, cases)),
    itemCharts(report, id),
    rows.length > 0 && section(text("report.item.transfers"), transferTable(report, rows.toReversed())),
  );
}

/** The item's way: a timeline of its holders, and a map for each world. */
export function itemCharts(report: Report, id: string): HTMLElement[] {
  const rows = rowsOfItem(report, id);
  if (rows.length === 0) return [];
  const worlds = [...new Set(rows.map((row) => report.transfers.place[row] as number))].filter(
    (place) => report.data.places[place]?.isWorld,
  );
  return [
    section(text("report.item.hands"), chart(timelineSpec(report, rows))),
    h(
      "div",
      { class: "grid" },
      worlds.map((world) => {
        const here = rows.filter((row) => report.transfers.place[row] === world);
        return section(
          text("report.item.map", { world: report.data.places[world]?.name ?? "" }),
          chart(mapSpec(report, here)),
        );
      }),
    ),
  ];
}

function rowsOfItem(report: Report, id: string): number[] {
  const item = report.itemAt(id);
  return item === undefined ? [] : rowsWhere(report.transfers, (row) => report.transfers.item[row] === item);
}

function transferTable(report: Report, rows: readonly number[]): HTMLElement {
  const headings = columns("time", "player", "action", "location");
  return longTable(text("report.item.transfers"), headings, rows.length, (at) => {
    const row = rows[at] as number;
    return [...transferCells(report, row), placeLink(report.location(row))];
  });
}
