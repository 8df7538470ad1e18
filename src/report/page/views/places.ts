import { h, longTable, section } from "../dom.ts";
import { itemLink, placeLink, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { moment, number, text, word } from "../texts.ts";
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
  const columns = (["location", "transfers", "players", "last"] as const).map((name) => text(`report.column.${name}`));
  const fields = [
    [text("report.filter.search"), search],
    [text("report.filter.where"), kind],
  ] as const;
  return searchedView(title, text("report.filter.list"), fields, () => {
    const wanted = search.value.trim().toLowerCase();
    const found = report
      .placesUsed(kind.value === "containers")
      .filter(({ location }) => isAt(location.toLowerCase(), wanted));
    return firstRows(title, columns, found, ({ location, rows, players, lastMs }) => [
      placeLink(location),
      number(rows.length),
      number(players),
      moment(lastMs),
    ]);
  });
}

/** Shows who moved what at one place, the newest first. */
export function placeView(report: Report, location: string): HTMLElement {
  const rows =
    report
      .placesUsed(false)
      .find((place) => place.location === location)
      ?.rows.toReversed() ?? [];
  const title = h("h1", { tabindex: -1 }, location);
  if (rows.length === 0) return h("div", {}, title, h("p", {}, text("report.place.missing")));
  const { time, player, action, item } = report.transfers;
  const columns = (["time", "player", "action", "item"] as const).map((name) => text(`report.column.${name}`));
  return h(
    "div",
    {},
    title,
    h("p", { class: "lead" }, text("report.place.about")),
    section(
      text("report.item.transfers"),
      longTable(text("report.place.about"), columns, rows.length, (at) => {
        const row = rows[at] as number;
        return [
          moment(time[row] as number),
          playerLink(report, report.data.players[player[row] as number]?.[0] ?? ""),
          word("action", report.data.actions[action[row] as number] ?? ""),
          itemLink(report, report.itemId(item[row] as number)),
        ];
      }),
    ),
  );
}

/** True if the location contains the search text; `12 64 -7`, `12,64,-7`, `world:12` and `nether` all work. */
function isAt(location: string, wanted: string): boolean {
  return location.includes(wanted.replaceAll(/[\s,;]+/g, ","));
}
