import { casesByDay, casesByType } from "../../model/cases-by-day.ts";
import { hoursOfDay, type Overview } from "../../model/overview.ts";
import { type ChartSpec, tip } from "../charts.ts";
import type { Palette } from "../palette.ts";
import type { Report } from "../report.ts";
import { dayKey, number, text, word } from "../texts.ts";

export function casesByDaySpec(cases: Report["data"]["cases"]): ChartSpec {
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

export function casesByTypeSpec(cases: Report["data"]["cases"]): ChartSpec {
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

export function byHourSpec(overview: Overview): ChartSpec {
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
