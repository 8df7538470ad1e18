import { h } from "../dom.ts";
import { wordsOf } from "../filter-bar.ts";
import { itemLink, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { columns, number, text } from "../texts.ts";
import { firstRows, searchedView, searchField } from "./searched-view.ts";

export function itemsView(report: Report): HTMLElement {
  const counts = countBy(report.transfers.item, report.data.items.length);
  const rows = (at: number) => [
    itemLink(report, report.itemId(at)),
    h("code", {}, report.itemId(at)),
    number(counts[at] ?? 0),
  ];
  return listView(
    report.data.items,
    counts,
    text("report.menu.items"),
    text("report.filter.hint-items"),
    columns("item", "id", "transfers"),
    rows,
  );
}

export function playersView(report: Report): HTMLElement {
  const { players } = report.data;
  const counts = countBy(report.transfers.player, players.length);
  const rows = (at: number) => [
    playerLink(report, players[at]?.[0] ?? ""),
    h("code", {}, players[at]?.[0] ?? ""),
    number(counts[at] ?? 0),
  ];
  return listView(
    players,
    counts,
    text("report.menu.players"),
    text("report.filter.hint-players"),
    columns("player", "id", "transfers"),
    rows,
  );
}

function listView(
  entries: readonly (readonly [id: string, name: string])[],
  counts: Uint32Array,
  title: string,
  hint: string,
  headings: readonly string[],
  cells: (at: number) => (Node | string)[],
): HTMLElement {
  const order = entries.map((_, at) => at).sort((a, b) => (counts[b] as number) - (counts[a] as number));
  const search = searchField("l-search", hint);
  return searchedView(title, text("report.filter.list"), [[text("report.filter.search"), search]], () => {
    const wanted = wordsOf(search.value);
    const isFound = (at: number): boolean =>
      wordsOf(entries[at]?.[1] ?? "").includes(wanted) || entries[at]?.[0].startsWith(wanted) || false;
    return firstRows(title, headings, wanted === "" ? order : order.filter(isFound), cells);
  });
}

function countBy(column: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const key of column) counts[key] = (counts[key] as number) + 1;
  return counts;
}
