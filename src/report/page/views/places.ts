import { h, longTable, section, table } from "../dom.ts";
import { itemLink, placeLink, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { moment, number, plural, text, word } from "../texts.ts";

const SHOWN = 200;

/** Every container, or every place at all, the most recently used first: to find the chest at x, y, z. */
export function placesView(report: Report): HTMLElement {
  const list = h("section", { class: "card" });
  const status = h("p", { class: "quiet", role: "status" });
  const search = h("input", {
    type: "search",
    id: "p-search",
    placeholder: text("report.filter.hint-places"),
    autocomplete: "off",
  });
  const kind = h(
    "select",
    { id: "p-kind" },
    h("option", { value: "containers" }, text("report.place.containers")),
    h("option", { value: "all" }, text("report.place.all")),
  );
  const show = (): void => {
    const wanted = search.value.trim().toLowerCase();
    const found = report
      .placesUsed(kind.value === "containers")
      .filter(({ location }) => isAt(location.toLowerCase(), wanted));
    const rows = found
      .slice(0, SHOWN)
      .map(({ location, rows: here, players, lastMs }) => [
        placeLink(location),
        number(here.length),
        number(players),
        moment(lastMs),
      ]);
    const columns = (["location", "transfers", "players", "last"] as const).map((name) =>
      text(`report.column.${name}`),
    );
    list.replaceChildren(
      found.length === 0
        ? h("p", { class: "quiet" }, text("report.no-match"))
        : table(text("report.menu.places"), columns, rows),
    );
    status.textContent =
      found.length > SHOWN
        ? text("report.first-shown", { shown: SHOWN, count: found.length })
        : plural("report.count.entries", { count: found.length });
  };
  show();
  const field = (label: string, input: HTMLElement): HTMLElement =>
    h("div", { class: "field" }, h("label", { for: input.id }, label), input);
  const form = h(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": text("report.filter.list"),
      input: show,
      submit: (event) => event.preventDefault(),
    },
    field(text("report.filter.search"), search),
    field(text("report.filter.where"), kind),
  );
  return h("div", {}, h("h1", { tabindex: -1 }, text("report.menu.places")), form, status, list);
}

/** Who moved what at one place, the newest first. */
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

/** `12 64 -7`, `12,64,-7`, `world:12` and `nether` all find what they say. */
function isAt(location: string, wanted: string): boolean {
  return location.includes(wanted.replaceAll(/[\s,;]+/g, ","));
}
