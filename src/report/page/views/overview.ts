import { type Overview, overviewOf, type TransferChoice } from "../../model/overview.ts";
import { repeatedPlayers } from "../../model/repeated-players.ts";
import { restoreCommands } from "../../model/verdict-sentence.ts";
import { chart, clearCharts } from "../charts.ts";
import { commandList, h, section, table } from "../dom.ts";
import { filterBar } from "../filter-bar.ts";
import { itemHref, playerHref, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { columns, moment, number, text } from "../texts.ts";
import { caseTable } from "./cases.ts";
import { byHourSpec, casesByDaySpec, casesByTypeSpec } from "./overview-charts.ts";

const MAX_REPEATED = 10;

export function overviewView(report: Report): HTMLElement {
  const { data } = report;
  const charts = h("div", { class: "grid" });
  const status = h("p", { class: "quiet", role: "status" });
  const show = (overview: Overview, choice: TransferChoice): void => {
    clearCharts();
    charts.replaceChildren(...cardsOf(report, overview, choice));
    status.textContent = text("report.overview.shown", {
      shown: overview.transfers,
      count: data.overview.transfers,
    });
  };
  show(data.overview, {});
  const filters = filterBar(report, (choice, isAll) => {
    show(isAll ? data.overview : overviewOf(report.transfers, choice), choice);
  });
  return h(
    "div",
    {},
    h("h1", { tabindex: -1 }, text("report.menu.overview")),
    cutNotice(report),
    tiles(report),
    repeated(report),
    filters,
    status,
    charts,
    restoring(report),
  );
}

function cutNotice({ data }: Report): HTMLElement | undefined {
  const { transfers } = data.overview;
  if (transfers === data.matchedTransfers) return undefined;
  return h("p", { class: "notice" }, text("report.cut", { shown: transfers, count: data.matchedTransfers }));
}

function tiles({ data: { totals } }: Report): HTMLElement {
  const tile = (value: number, label: string, kind = ""): HTMLElement =>
    h("div", { class: `tile ${kind}` }, h("dd", {}, number(value)), h("dt", {}, label));
  return h(
    "dl",
    { class: "tiles" },
    tile(totals.openCases, text("report.tile.open-cases"), totals.openCases > 0 ? "alarm" : ""),
    tile(totals.cases, text("report.column.cases")),
    tile(totals.quarantined, text("report.tile.quarantined")),
    tile(totals.items, text("report.column.items")),
    tile(totals.transfers, text("report.column.transfers")),
    tile(totals.players, text("report.column.players")),
  );
}

/** The players who are part of more than one case. This accuses nobody; the cases are a click away. */
function repeated(report: Report): HTMLElement | undefined {
  const players = repeatedPlayers(report.data.cases, report.data.quarantine).slice(0, MAX_REPEATED);
  if (players.length === 0) return undefined;
  const headings = columns("player", "cases", "open", "confirmed", "taken", "last");
  const rows = players.map(({ id, cases, open, confirmed, taken, lastMs }) => [
    playerLink(report, id),
    number(cases),
    number(open),
    number(confirmed),
    number(taken),
    moment(lastMs),
  ]);
  return section(
    text("report.overview.repeated"),
    h("p", { class: "quiet" }, text("report.overview.repeated-about")),
    table(text("report.overview.repeated"), headings, rows),
  );
}

/** The commands that give back everything that was taken, to copy. */
function restoring({ data }: Report): HTMLElement | undefined {
  const commands = restoreCommands(data.quarantine);
  if (commands.length === 0) return undefined;
  return section(
    text("report.restore.title"),
    h("p", { class: "quiet" }, text("report.restore.about")),
    commandList(commands),
  );
}

function cardsOf(report: Report, overview: Overview, { fromMs, toMs }: TransferChoice): HTMLElement[] {
  const isInTime = (ms: number): boolean => (fromMs === undefined || ms >= fromMs) && (toMs === undefined || ms < toMs);
  const cases = report.data.cases.filter(({ openedMs }) => isInTime(openedMs));
  const none = (): HTMLElement => h("p", { class: "quiet" }, text("report.none"));
  return [
    section(text("report.overview.cases-by-day"), cases.length > 0 ? chart(casesByDaySpec(cases)) : none()),
    section(text("report.overview.cases-by-type"), cases.length > 0 ? chart(casesByTypeSpec(cases)) : none()),
    h(
      "section",
      { class: "card wide" },
      h("h2", {}, text("report.overview.transfers-by-hour")),
      chart(byHourSpec(overview)),
    ),
    section(
      text("report.overview.top-items"),
      bars(overview.topItems, (item) => [
        report.material(item),
        report.itemId(item).slice(0, 8),
        itemHref(report.itemId(item)),
      ]),
    ),
    section(
      text("report.overview.top-players"),
      bars(overview.topPlayers, (player) => [
        report.playerName(player),
        "",
        playerHref(report.data.players[player]?.[0] ?? ""),
      ]),
    ),
    h(
      "section",
      { class: "card wide" },
      h("h2", {}, text("report.overview.newest-cases")),
      cases.length > 0 ? caseTable(report, cases.slice(0, 8)) : none(),
    ),
  ];
}

/** A list whose bars are drawn by the style sheet. Each entry is a link, and screen readers read it well. */
function bars(
  counts: Overview["topItems"],
  entry: (key: number) => readonly [name: string, small: string, href: string],
): HTMLElement {
  if (counts.length === 0) return h("p", { class: "quiet" }, text("report.none"));
  const most = counts[0]?.[1] ?? 1;
  return h(
    "ol",
    { class: "bars" },
    counts.map(([key, count]) => {
      const [name, small, href] = entry(key);
      return h(
        "li",
        { style: `--part:${((count / most) * 100).toFixed(1)}%` },
        h("a", { href }, h("span", { class: "name" }, name), small !== "" && h("code", {}, small)),
        h("span", { class: "count" }, number(count)),
      );
    }),
  );
}
