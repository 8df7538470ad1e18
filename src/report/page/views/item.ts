import { rowsWhere } from "../../model/transfers.ts";
import { chart } from "../charts.ts";
import { h, longTable, section } from "../dom.ts";
import { mapSpec } from "../item-map.ts";
import { timelineSpec } from "../item-timeline.ts";
import { playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { moment, plural, words } from "../texts.ts";
import { caseTable } from "./cases.ts";

export function itemView(report: Report, id: string): HTMLElement {
  const item = report.itemAt(id);
  if (item === undefined)
    return h("div", {}, h("h1", { tabindex: -1 }, "Item"), h("p", {}, "This item is not in the report."));
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
      ` · ${plural(rows.length, "transfer", "transfers")}, ${plural(holders, "player", "players")}`,
    ),
    cases.length > 0 && section("Cases", caseTable(report, cases)),
    itemCharts(report, id),
    rows.length > 0 && section("Transfers, the newest first", transferTable(report, rows.toReversed())),
  );
}

/** The item's way: who had it when, and a map for each world. */
export function itemCharts(report: Report, id: string): HTMLElement[] {
  const rows = rowsOfItem(report, id);
  if (rows.length === 0) return [];
  const worlds = [...new Set(rows.map((row) => report.transfers.place[row] as number))].filter(
    (place) => report.data.places[place]?.isWorld,
  );
  return [
    section("Through whose hands", chart(timelineSpec(report, rows))),
    h(
      "div",
      { class: "grid" },
      worlds.map((world) => {
        const here = rows.filter((row) => report.transfers.place[row] === world);
        return section(`Map of ${report.data.places[world]?.name ?? ""}`, chart(mapSpec(report, here)));
      }),
    ),
  ];
}

function rowsOfItem(report: Report, id: string): number[] {
  const item = report.itemAt(id);
  return item === undefined ? [] : rowsWhere(report.transfers, (row) => report.transfers.item[row] === item);
}

function transferTable(report: Report, rows: readonly number[]): HTMLElement {
  const { time, player, action } = report.transfers;
  return longTable("Transfers", ["time", "player", "action", "location"], rows.length, (at) => {
    const row = rows[at] as number;
    return [
      moment(time[row] as number),
      playerLink(report, report.data.players[player[row] as number]?.[0] ?? ""),
      words(report.data.actions[action[row] as number] ?? ""),
      report.location(row),
    ];
  });
}
