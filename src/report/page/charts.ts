import { BarChart, GraphChart, LineChart, ScatterChart } from "echarts/charts";
import { AriaComponent, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";
import type { EChartsOption } from "echarts/types/dist/shared";
import { h, table } from "./dom.ts";
import { type Palette, palette } from "./palette.ts";
import { text } from "./texts.ts";

use([
  BarChart,
  GraphChart,
  LineChart,
  ScatterChart,
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  SVGRenderer,
  CanvasRenderer,
]);

type Option = EChartsOption;

export interface ChartSpec {
  /** One sentence about the chart, for screen readers. */
  readonly about: string;
  readonly height: number;
  /** Called again for every palette. */
  option(colours: Palette): Option;
  /** The same data as a table, for readers who cannot see the chart. */
  readonly headings: readonly string[];
  rows(): readonly (readonly (string | number | HTMLElement)[])[];
  /** True if there are too many marks for a vector image. */
  readonly isLarge?: boolean;
}

const drawn = new Map<HTMLElement, { readonly chart: EChartsType; readonly spec: ChartSpec }>();
const waiting = new Map<Element, () => void>();

/** A chart is drawn when it comes into view. */
const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) drawNow(target);
  },
  { rootMargin: "200px" },
);
const sized = new ResizeObserver((entries) => {
  for (const { target } of entries) drawn.get(target as HTMLElement)?.chart.resize();
});

export function chart(spec: ChartSpec): HTMLElement {
  const canvas = h("div", { class: "chart", style: `height:${spec.height}px`, role: "img", "aria-label": spec.about });
  const details = h("details", { class: "data" }, h("summary", {}, text("report.as-table")));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(table(spec.about, spec.headings, spec.rows()));
  });
  waiting.set(canvas, () => draw(canvas, spec));
  seen.observe(canvas);
  return h("figure", {}, canvas, details);
}

/** Frees the charts when a view is left. */
export function clearCharts(): void {
  for (const { chart: old } of drawn.values()) old.dispose();
  drawn.clear();
  waiting.clear();
  seen.disconnect();
  sized.disconnect();
}

/** Call this after the colours have changed. */
export function repaintCharts(): void {
  const colours = palette();
  for (const { chart: old, spec } of drawn.values()) old.setOption(complete(spec.option(colours), colours), true);
}

/** For printing: draws all charts, including those that nobody has scrolled to. */
export function drawAll(): void {
  for (const canvas of [...waiting.keys()]) drawNow(canvas);
}

function drawNow(canvas: Element): void {
  const act = waiting.get(canvas);
  waiting.delete(canvas);
  seen.unobserve(canvas);
  act?.();
}

function draw(canvas: HTMLElement, spec: ChartSpec): void {
  const made = init(canvas, null, { renderer: spec.isLarge ? "canvas" : "svg" });
  const colours = palette();
  made.setOption(complete(spec.option(colours), colours));
  made.on("click", ({ data }) => {
    const href = (data as { href?: string } | undefined)?.href;
    if (href) location.hash = href;
  });
  drawn.set(canvas, { chart: made, spec });
  sized.observe(canvas);
}

/** Adds the options that all charts share. */
function complete(option: Option, { ink, card, line }: Palette): Option {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return {
    animation: !still,
    animationDuration: 350,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: ink },
    ...option,
    tooltip: {
      backgroundColor: card,
      borderColor: line,
      textStyle: { color: ink, fontSize: 13 },
      confine: true,
      ...(option.tooltip as object),
    },
  };
}

/** A tooltip of plain lines. They are elements, so that a name in it stays text. */
export function tip(...lines: readonly string[]): HTMLElement {
  return h(
    "div",
    { class: "tip" },
    lines.map((line, at) => h("div", at === 0 ? { class: "first" } : {}, line)),
  );
}
