import { holderLine } from "../model/holder-line.ts";
import { type ChartSpec, tip } from "./charts.ts";
import type { Report } from "./report.ts";
import { axisTime, columns, moment, text, word } from "./texts.ts";

const MAX_LANES = 30;
const LARGE = 2000;

/** A lane for each player, a mark for each transfer, and a line from hand to hand. */
export function timelineSpec(report: Report, rows: readonly number[]): ChartSpec {
  const { time, player, action } = report.transfers;
  const lanes = [...new Set(rows.map((row) => player[row] as number))].slice(0, MAX_LANES);
  const laneOf = new Map(lanes.map((holder, lane) => [holder, lane]));
  const shown = rows.filter((row) => laneOf.has(player[row] as number));
  const points = shown.map((row) => [time[row] as number, laneOf.get(player[row] as number) as number] as const);
  const actions = [...new Set(shown.map((row) => action[row] as number))];
  const spanMs = (time[shown.at(-1) as number] as number) - (time[shown[0] as number] as number);
  return {
    about: text("report.chart.timeline", { count: shown.length, players: lanes.length }),
    height: Math.max(180, lanes.length * 44 + 90),
    isLarge: shown.length > LARGE,
    option: (colours) => ({
      grid: { left: 8, right: 24, top: 40, bottom: 40, outerBoundsMode: "same" },
      legend: {
        top: 0,
        left: 0,
        type: "plain",
        icon: "circle",
        textStyle: { color: colours.quiet },
        data: actions.map((at) => word("action", report.data.actions[at] ?? "")),
      },
      tooltip: { formatter: (point: unknown) => pointTip(report, (point as { data: { row?: number } }).data?.row) },
      dataZoom: [{ type: "inside", filterMode: "none" }],
      xAxis: {
        type: "time",
        axisLabel: { color: colours.quiet, hideOverlap: true, formatter: (timeMs: number) => axisTime(timeMs, spanMs) },
        axisLine: { lineStyle: { color: colours.line } },
        splitLine: { show: false },
      },
      yAxis: {
        type: "category",
        data: lanes.map(String),
        inverse: true,
        axisTick: { show: false },
        axisLine: { show: false },
        splitLine: { show: true, lineStyle: { color: colours.line } },
        axisLabel: { color: colours.ink, formatter: (lane: string) => shortName(report.playerName(Number(lane))) },
      },
      series: [
        {
          type: "line",
          data: holderLine(points).map((point) => [...point]),
          symbol: "none",
          silent: true,
          lineStyle: { color: colours.quiet, width: 1.5, opacity: 0.6 },
          z: 1,
        },
        ...actions.map((at, nth) => ({
          type: "scatter" as const,
          name: word("action", report.data.actions[at] ?? ""),
          symbolSize: 11,
          itemStyle: {
            color: colours.series[nth % colours.series.length] ?? colours.accent,
            borderColor: colours.card,
            borderWidth: 1.5,
          },
          data: shown.flatMap((row, index) => (action[row] === at ? [{ value: [...(points[index] ?? [])], row }] : [])),
        })),
      ],
    }),
    headings: columns("time", "player", "action", "location"),
    rows: () =>
      rows.map((row) => [
        moment(time[row] as number),
        report.playerName(player[row] as number),
        report.action(row),
        report.location(row),
      ]),
  };
}

export function pointTip(report: Report, row: number | undefined): HTMLElement {
  if (row === undefined) return tip("");
  const { time, player } = report.transfers;
  return tip(
    `${report.action(row)} · ${report.playerName(player[row] as number)}`,
    report.location(row),
    moment(time[row] as number),
  );
}

const LABEL = 18;

export function shortName(name: string): string {
  return name.length > LABEL ? `${name.slice(0, LABEL - 1)}…` : name;
}
