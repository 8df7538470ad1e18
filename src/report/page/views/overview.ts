import { casesByDay, casesByType } from "../../model/cases-by-day.ts";
import { hoursOfDay, type Overview, overviewOf, type TransferChoice } from "../../model/overview.ts";
import { repeatedPlayers } from "../../model/repeated-players.ts";
import { restoreCommands } from "../../model/verdict-sentence.ts";
import { type ChartSpec, chart, clearCharts, tip } from "../charts.ts";
import { commandList, h, section, table } from "../dom.ts";
import { filterBar } from "../filter-bar.ts";
import { itemHref, playerHref, playerLink } from "../links.ts";
import type { Palette } from "../palette.ts";
import type { Report } from "../report.ts";
import { columns, dayKey, moment, number, text, word } from "../texts.ts";
import { caseTable } from "./cases.ts";

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

function casesByDaySpec(cases: Report["data"]["cases"]): ChartSpec {
  const { days, bySeverity } = casesByDay(cases, dayKey);
  const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"].filter((severity) => bySeverity.has(severity));
  return {
    about: text("report.chart.cases-by-day", { count: cases.length }),
    height: 260,
    option: (colours) => ({
      grid: { left: 4, right: 8, top: 34, bottom: 4, outerBoundsMode: "same" },
      legend: {
        top: 0,
        left: 0,
        icon: "circle",
        textStyle: { color: colours.quiet },
        formatter: severityWord,
      },
      tooltip: { trigger: "axis", formatter: (points: unknown) => axisTip(points as AxisPoint[], severityWord) },
      ...countAxes(colours, days),
      series: severities.map((severity) => ({
        type: "bar",
        name: severity,
        stack: "cases",
        barMaxWidth: 28,
        itemStyle: { color: colours.severities[severity] ?? colours.accent },
        data: [...(bySeverity.get(severity) ?? [])],
      })),
    }),
    headings: [text("report.column.day"), ...severities.map(severityWord)],
    rows: () => days.map((day, at) => [day, ...severities.map((severity) => bySeverity.get(severity)?.[at] ?? 0)]),
  };
}

const MAX_REPEATED = 10;

function severityWord(severity: string): string {
  return word("severity", severity);
}

function typeWord(type: string): string {
  return word("type", type);
}

interface AxisPoint {
  readonly axisValueLabel: string;
  readonly seriesName: string;
  readonly value: number;
}

function axisTip(points: readonly AxisPoint[], name: (series: string) => string): HTMLElement {
  const lines = points
    .filter(({ value }) => value > 0)
    .map(({ seriesName, value }) => `${name(seriesName)}: ${number(value)}`);
  return tip(points[0]?.axisValueLabel ?? "", ...lines);
}

function casesByTypeSpec(cases: Report["data"]["cases"]): ChartSpec {
  const types = casesByType(cases);
  return {
    about: text("report.chart.list", { list: types.map(([type, count]) => `${typeWord(type)} ${count}`).join(", ") }),
    height: Math.max(120, types.length * 48 + 20),
    option: (colours) => ({
      grid: { left: 4, right: 44, top: 4, bottom: 4, outerBoundsMode: "same" },
      tooltip: {
        formatter: (point: unknown) =>
          tip(typeWord((point as { name: string }).name), number((point as { value: number }).value)),
      },
      xAxis: { type: "value", show: false },
      yAxis: {
        type: "category",
        inverse: true,
        data: types.map(([type]) => type),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: colours.ink, formatter: typeWord },
      },
      series: [
        {
          type: "bar",
          barMaxWidth: 22,
          itemStyle: { color: colours.accent, borderRadius: 4 },
          label: { show: true, position: "right", color: colours.quiet },
          data: types.map(([, count]) => count),
        },
      ],
    }),
    headings: [text("report.column.type"), text("report.column.cases")],
    rows: () => types.map(([type, count]) => [typeWord(type), count]),
  };
}

function byHourSpec(overview: Overview): ChartSpec {
  const hours = hoursOfDay(overview, (timeMs) => new Date(timeMs).getHours());
  const label = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;
  return {
    about: text("report.chart.by-hour"),
    height: 260,
    option: (colours) => ({
      grid: { left: 4, right: 8, top: 12, bottom: 4, outerBoundsMode: "same" },
      tooltip: {
        trigger: "axis",
        formatter: (points: unknown) => axisTip(points as AxisPoint[], () => text("report.column.transfers")),
      },
      ...countAxes(
        colours,
        hours.map((_, hour) => label(hour)),
      ),
      series: [
        {
          type: "bar",
          name: text("report.column.transfers"),
          barCategoryGap: "25%",
          itemStyle: { color: colours.series[1] ?? colours.accent, borderRadius: [3, 3, 0, 0] },
          data: hours,
        },
      ],
    }),
    headings: [text("report.column.hour"), text("report.column.transfers")],
    rows: () => hours.map((count, hour) => [label(hour), count]),
  };
}

/** Axes for counts (upwards) over named categories. */
function countAxes(colours: Palette, names: readonly string[]) {
  return {
    xAxis: {
      type: "category" as const,
      data: [...names],
      axisLabel: { color: colours.quiet },
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
    },
    yAxis: {
      type: "value" as const,
      minInterval: 1,
      axisLabel: { color: colours.quiet },
      splitLine: { lineStyle: { color: colours.line } },
    },
  };
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
