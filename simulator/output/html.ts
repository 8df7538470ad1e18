import type { Measurement } from "../measure.ts";
import { percentile } from "../scoring/result.ts";
import { barChart, type Series } from "./bar-chart.ts";
import { table } from "./table.ts";

interface HtmlPart {
  readonly title: string;
  readonly measurements: readonly Measurement[];
}

const COLOURS = ["#4269d0", "#efb118", "#6cc5b0", "#ff725c", "#a463f2", "#97bbf5", "#9c6b4e"];

const TOTALS = ["raw", "due", "told", "suspectedOnly", "silent"] as const;

/** One self-contained page: totals, recall by family, false alarms and latency, for each part of a run. */
export function htmlPage(parts: readonly HtmlPart[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Doubletake: detectors measured</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff; }
h2 { margin-top: 3rem; border-top: 1px solid #ddd; padding-top: 1rem; }
pre { overflow-x: auto; background: #f6f6f6; padding: 1rem; font-size: 12px; }
svg { width: 100%; height: auto; }
svg text { font: 11px system-ui, sans-serif; fill: #444; }
</style>
</head>
<body>
<h1>Detectors measured</h1>
<p>Each detector ran in its own copy of the same simulated world. What the columns mean is in docs/measurements/simulator.md.</p>
${parts.map(section).join("\n")}
</body>
</html>
`;
}

function section({ title, measurements }: HtmlPart): string {
  const families = [...new Set(measurements.flatMap(({ result }) => Object.keys(result.dueByFamily)))].sort();
  const recall = series(measurements, ({ result }) => families.map((family) => result.recallByFamily[family] ?? 0));
  const alarms = series(measurements, ({ result }) => [result.hardFalseAlarms, result.softFalseAlarms]);
  const latency = series(measurements, ({ tally }) => [
    percentile(tally.latencies, 0.5),
    percentile(tally.latencies, 0.99),
  ]);
  const totals = series(measurements, ({ result }) => TOTALS.map((total) => result.totals[total]));
  return `<section>
<h2>${escapeHtml(title)}</h2>
<h3>What became of every duplication</h3>
${barChart({ categories: ["raw", "due", "told", "suspected only", "silent"], series: totals })}
<h3>Recall by family</h3>
${barChart({ categories: families, series: recall, top: 1 })}
<h3>False alarms</h3>
${barChart({ categories: ["hard", "soft"], series: alarms })}
<h3>Latency in ticks</h3>
${barChart({ categories: ["median", "99th percentile"], series: latency })}
<pre>${escapeHtml(table(measurements))}</pre>
</section>`;
}

function series(measurements: readonly Measurement[], values: (measurement: Measurement) => number[]): Series[] {
  return measurements.map((measurement, at) => ({
    name: measurement.detector,
    colour: COLOURS[at % COLOURS.length]!,
    values: values(measurement),
  }));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
