import type { ChartSpec } from "./charts.ts";
import { pointTip } from "./item-timeline.ts";
import type { Palette } from "./palette.ts";
import type { Report } from "./report.ts";
import { moment, text } from "./texts.ts";

const LARGE = 2000;

/** A map from above, north up: x to the right, z downwards. The item's way is a line; its first and last place are marked. */
export function mapSpec(report: Report, rows: readonly number[]): ChartSpec {
  const { x, z, y, time } = report.transfers;
  const at = (row: number): [number, number] => [x[row] as number, z[row] as number];
  const [left, right] = spanOf(rows.map((row) => x[row] as number));
  const [north, south] = spanOf(rows.map((row) => z[row] as number));
  return {
    about: text("report.chart.map", { count: rows.length, left, right, north, south }),
    height: 340,
    isLarge: rows.length > LARGE,
    option: (colours) => ({
      grid: { left: 8, right: 20, top: 24, bottom: 24, outerBoundsMode: "same" },
      tooltip: { formatter: (point: unknown) => pointTip(report, (point as { data: { row?: number } }).data?.row) },
      dataZoom: [
        { type: "inside", xAxisIndex: 0, filterMode: "none" },
        { type: "inside", yAxisIndex: 0, filterMode: "none" },
      ],
      xAxis: axis(colours, "x", left, right, true),
      yAxis: { ...axis(colours, "z", north, south, false), inverse: true, nameLocation: "start" },
      series: [
        {
          type: "line",
          data: rows.map(at),
          symbol: "none",
          silent: true,
          lineStyle: { color: colours.accent, width: 1.5, opacity: 0.45 },
          z: 1,
        },
        {
          type: "scatter",
          symbolSize: 9,
          itemStyle: { color: colours.accent, borderColor: colours.card, borderWidth: 1 },
          data: rows.map((row) => ({ value: at(row), row })),
        },
        {
          type: "scatter",
          symbolSize: 18,
          z: 4,
          label: {
            show: true,
            position: "top",
            color: colours.ink,
            fontWeight: 600,
            formatter: (point) => String(point.name),
          },
          itemStyle: { color: "transparent", borderColor: colours.ink, borderWidth: 2 },
          data: ends(rows).map(([row, name]) => ({ value: at(row), row, name })),
        },
      ],
    }),
    headings: [text("report.column.time"), "x", "y", "z"],
    rows: () => rows.map((row) => [moment(time[row] as number), x[row] as number, y[row] as number, z[row] as number]),
  };
}

function axis(colours: Palette, name: string, min: number, max: number, hideOverlap: boolean) {
  return {
    type: "value" as const,
    name,
    min,
    max,
    axisLabel: { color: colours.quiet, hideOverlap, showMinLabel: false, showMaxLabel: false },
    nameTextStyle: { color: colours.quiet },
    splitLine: { lineStyle: { color: colours.line } },
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
  };
}

function ends(rows: readonly number[]): [row: number, name: string][] {
  const [first, last] = [rows[0] as number, rows.at(-1) as number];
  return first === last
    ? [[first, text("report.chart.only")]]
    : [
        [first, text("report.chart.first")],
        [last, text("report.chart.last")],
      ];
}

/** The range of the values, with some margin; never empty. */
function spanOf(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const room = Math.max(4, Math.ceil((high - low) * 0.08));
  return [low - room, high + room];
}
