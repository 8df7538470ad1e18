import { itemsGiven, partnersOf } from "../../model/items-given.ts";
import { rowsWhere } from "../../model/transfers.ts";
import { chart } from "../charts.ts";
import { h, longTable, section } from "../dom.ts";
import { itemLink, playerLink } from "../links.ts";
import { networkSpec } from "../player-network.ts";
import type { Report } from "../report.ts";
import { columns, moment, number, plural, text } from "../texts.ts";
import { caseTable } from "./cases.ts";

export function playerView(report: Report, id: string): HTMLElement {
  const player = report.playerAt(id);
  if (player === undefined)
    return h("div", {}, h("h1", { tabindex: -1 }, id), h("p", {}, text("report.player.missing")));
  const { transfers, data } = report;
  const cases = data.cases.filter(
    ({ playerId, copies }) => playerId === id || copies.some(({ holderId }) => holderId === id),
  );
  const rows = rowsWhere(transfers, (row) => transfers.player[row] === player);
  const edges = itemsGiven(transfers, player);
  const partners = partnersOf(edges, player);
  const handled = itemsOf(report, rows);
  return h(
    "div",
    {},
    h("h1", { tabindex: -1 }, report.playerName(player)),
    h(
      "p",
      { class: "lead" },
      h("code", {}, id),
      ` · ${plural("report.count.transfers", { count: rows.length })}, ${plural("report.count.items", { count: handled.length })}, ${plural("report.count.cases", { count: cases.length })}`,
    ),
    cases.length > 0 && section(text("report.menu.cases"), caseTable(report, cases)),
    partners.length > 0 &&
      section(
        text("report.player.hand-overs"),
        h("p", { class: "quiet" }, text("report.player.hand-overs-about")),
        chart(networkSpec(report, player, edges)),
        longTable(text("report.player.hand-overs"), columns("player", "gave", "got"), partners.length, (at) => {
          const { partner, gave, got } = partners[at] as (typeof partners)[number];
          return [playerLink(report, data.players[partner]?.[0] ?? ""), number(gave), number(got)];
        }),
      ),
    handled.length > 0 &&
      section(
        text("report.player.items"),
        longTable(text("report.player.items"), columns("item", "transfers", "last"), handled.length, (at) => {
          const { item, count, lastMs } = handled[at] as (typeof handled)[number];
          return [itemLink(report, report.itemId(item)), number(count), moment(lastMs)];
        }),
      ),
  );
}

function itemsOf({ transfers }: Report, rows: readonly number[]): { item: number; count: number; lastMs: number }[] {
  const items = new Map<number, { item: number; count: number; lastMs: number }>();
  for (const row of rows) {
    const item = transfers.item[row] as number;
    const entry = items.get(item) ?? { item, count: 0, lastMs: 0 };
    items.set(item, entry);
    entry.count++;
    entry.lastMs = transfers.time[row] as number;
  }
  return [...items.values()].sort((a, b) => b.lastMs - a.lastMs);
}
