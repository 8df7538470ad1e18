import { h, longTable, section } from "../dom.ts";
import { itemLink, placeLink, transferCells } from "../links.ts";
import type { Report } from "../report.ts";
import { columns, moment, number, text } from "../texts.ts";
import { firstRows, searchedView, searchField } from "./searched-view.ts";

/** Lists all containers, or all places, the most recently used first, to find the chest at x, y, z. */
export function placesView(report: Report): HTMLElement {
  const search = searchField("p-search", text("report.filter.hint-places"));
  const kind = h(
    "select",
    { id: "p-kind" },
    h("option", { value: "containers" }, text("report.place.containers")),
    h("option", { value: "all" }, text("report.place.all")),
  );
  const title = text("report.menu.places");
  const headings = columns("location", "transfers", "players", "last");
  const fields = [
    [text("report.filter.search"), search],
    [text("report.filter.where"), kind],
  ] as const;
  return searchedView(title, text("report.filter.list"), fields, () => {
    const wanted = search.value.trim().toLowerCase();
    const found = report.placesUsed
      .filter(({ isContainer }) => isContainer || kind.value !== "containers")
      .filter(({ location }) => isAt(location.toLowerCase(), wanted));
    return firstRows(title, headings, found, ({ location, rows, players, lastMs }) => [
      placeLink(location),
      number(rows.length),
      number(players),
      moment(lastMs),
    ]);
  });
}

/** Shows who moved what at one place, the newest first. */
export function placeView(report: Report, location: string): HTMLElement {
  const rows = report.placesUsed.find((place) => place.location === location)?.rows.toReversed() ?? [];
  const title = h("h1", { tabindex: -1 }, location);
  if (rows.length === 0) return h("div", {}, title, h("p", {}, text("report.place.missing")));
  const headings = columns("time", "player", "action", "item");
  return h(
    "div",
    {},
    title,
    h("p", { class: "lead" }, text("report.place.about")),
    section(
      text("report.item.transfers"),
      longTable(text("report.place.about"), headings, rows.length, (at) => {
        const row = rows[at] as number;
        return [...transferCells(report, row), itemLink(report, report.itemId(report.transfers.item[row] as number))];
      }),
    ),
  );
}

/** True if the location contains the search text; `12 64 -7`, `12,64,-7`, `world:12` and `nether` all work. */
function isAt(location: string, wanted: string): boolean {
  return location.includes(wanted.replaceAll(/[\s,;]+/g, ","));
}
