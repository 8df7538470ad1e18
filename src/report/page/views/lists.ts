import { h, table } from "../dom.ts";
import { wordsOf } from "../filter-bar.ts";
import { itemLink, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { number, plural, text } from "../texts.ts";

const SHOWN = 200;

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
    headings("item"),
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
    headings("player"),
    rows,
  );
}

function headings(first: "item" | "player"): string[] {
  return [text(`report.column.${first}`), text("report.column.id"), text("report.column.transfers")];
}

function listView(
  entries: readonly (readonly [id: string, name: string])[],
  counts: Uint32Array,
  title: string,
  hint: string,
  columns: readonly string[],
  cells: (at: number) => (Node | string)[],
): HTMLElement {
  const order = entries.map((_, at) => at).sort((a, b) => (counts[b] as number) - (counts[a] as number));
  const list = h("section", { class: "card" });
  const status = h("p", { class: "quiet", role: "status" });
  const search = h("input", { type: "search", id: "l-search", placeholder: hint, autocomplete: "off" });
  const show = (): void => {
    const wanted = wordsOf(search.value);
    const isFound = (at: number): boolean =>
      wordsOf(entries[at]?.[1] ?? "").includes(wanted) || entries[at]?.[0].startsWith(wanted) || false;
    const found = wanted === "" ? order : order.filter(isFound);
    list.replaceChildren(
      found.length === 0
        ? h("p", { class: "quiet" }, text("report.no-match"))
        : table(title, columns, found.slice(0, SHOWN).map(cells)),
    );
    status.textContent =
      found.length > SHOWN
        ? text("report.first-shown", { shown: SHOWN, count: found.length })
        : plural("report.count.entries", { count: found.length });
  };
  show();
  const form = h(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": text("report.filter.list"),
      input: show,
      submit: (event) => event.preventDefault(),
    },
    h("div", { class: "field" }, h("label", { for: "l-search" }, text("report.filter.search")), search),
  );
  return h("div", {}, h("h1", { tabindex: -1 }, title), form, status, list);
}

function countBy(column: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const key of column) counts[key] = (counts[key] as number) + 1;
  return counts;
}
