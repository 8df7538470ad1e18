import { h, table } from "../dom.ts";
import { itemLink, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { number, plural } from "../texts.ts";

const SHOWN = 200;

export function itemsView(report: Report): HTMLElement {
  const counts = countBy(report.transfers.item, report.data.items.length);
  const rows = (at: number) => [
    itemLink(report, report.itemId(at)),
    h("code", {}, report.itemId(at)),
    number(counts[at] ?? 0),
  ];
  return listView(report.data.items, counts, "Items", "material or id", ["item", "id", "transfers"], rows);
}

export function playersView(report: Report): HTMLElement {
  const { players } = report.data;
  const counts = countBy(report.transfers.player, players.length);
  const rows = (at: number) => [
    playerLink(report, players[at]?.[0] ?? ""),
    h("code", {}, players[at]?.[0] ?? ""),
    number(counts[at] ?? 0),
  ];
  return listView(players, counts, "Players", "name or id", ["player", "id", "transfers"], rows);
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
  const list = h("section", { class: "card" });
  const status = h("p", { class: "quiet", role: "status" });
  const search = h("input", { type: "search", id: "l-search", placeholder: hint, autocomplete: "off" });
  const show = (): void => {
    const text = search.value.trim().toLowerCase();
    const isFound = (at: number): boolean =>
      entries[at]?.[1].toLowerCase().includes(text) || entries[at]?.[0].startsWith(text) || false;
    const found = text === "" ? order : order.filter(isFound);
    list.replaceChildren(
      found.length === 0
        ? h("p", { class: "quiet" }, "Nothing is like that.")
        : table(title, headings, found.slice(0, SHOWN).map(cells)),
    );
    const more = found.length > SHOWN ? `; the first ${SHOWN} are shown` : "";
    status.textContent = `${plural(found.length, "entry", "entries")}${more}`;
  };
  show();
  const form = h(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": `Search ${title.toLowerCase()}`,
      input: show,
      submit: (event) => event.preventDefault(),
    },
    h("div", { class: "field" }, h("label", { for: "l-search" }, "Search"), search),
  );
  return h("div", {}, h("h1", { tabindex: -1 }, title), form, status, list);
}

function countBy(column: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (const key of column) counts[key] = (counts[key] as number) + 1;
  return counts;
}
