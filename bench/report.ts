// The time to open a report with 100,000 transfers, against a bare page with the same number of bytes.
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { SILENT_LOG } from "../src/core/model/log.ts";
import { collectReport } from "../src/report/collect-report.ts";
import { pageAssets } from "../src/report/page-assets.ts";
import { renderReport } from "../src/report/render-report.ts";
import { openStore } from "../src/storage/open-store.ts";
import { openReader } from "../src/storage/reader/open-reader.ts";
import { englishMessages } from "../src/testing/unpublished/english-messages.ts";
import { openBrowser } from "../test/report/support/browser.ts";
import { fillBusy } from "../test/report/support/busy-server.ts";
import type { BenchOptions } from "./run.ts";
import { percentiles } from "./store/percentiles.ts";

const TRANSFERS = 100_000;
const ROUNDS = 15;

export async function run({ full }: Pick<BenchOptions, "full">): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-report-"));
  try {
    const { file, makeMs } = await makeReport(folder);
    const { size } = statSync(file);
    const bare = join(folder, "bare.html");
    writeFileSync(bare, barePage(size));
    const browser = await openBrowser();
    try {
      const [reports, bares]: [number[], number[]] = [[], []];
      // In turns, so that other work of the machine affects both alike. The first of each warms up.
      for (let round = 0; round <= ROUNDS * (full ? 3 : 1); round++) {
        const times = [
          await openMs(browser, file, "[data-ready] .chart svg"),
          await openMs(browser, bare, "main"),
        ] as const;
        if (round === 0) continue;
        reports.push(times[0]);
        bares.push(times[1]);
      }
      const [reportMs, bareMs] = [percentiles(reports).p50, percentiles(bares).p50];
      return {
        baseline: "a page of the same size whose bytes are text, until it is there",
        transfers: TRANSFERS,
        bytes: size,
        makeMs,
        openReportMs: rounded(reportMs),
        openBareMs: rounded(bareMs),
        timesTheBarePage: rounded(reportMs / bareMs),
        targetTimes: 5,
        openReportWorstMs: rounded(percentiles(reports).max),
      };
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeReport(folder: string): Promise<{ file: string; makeMs: number }> {
  const config = { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "bench" } as const;
  const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
  const nowMs = Date.now();
  await fillBusy(store, { transfers: TRANSFERS, items: 4000, cases: 200, nowMs });
  await store.close();
  const assets = await pageAssets();
  const startedMs = performance.now();
  const reader = await openReader(config);
  const { data, transfers } = await collectReport(reader, {
    focus: { kind: "overview" },
    mostTransfers: TRANSFERS,
    nowMs,
    language: "en",
    messages: englishMessages(),
  });
  await reader.close();
  const file = join(folder, "report.html");
  writeFileSync(file, renderReport(data, transfers, assets));
  return { file, makeMs: rounded(performance.now() - startedMs) };
}

/** A page of the same size, whose bytes are like the report's data and are never read. */
function barePage(size: number): string {
  const [head, end] = [
    "<!doctype html><html lang=en><meta charset=utf-8><title>Bare</title><main><h1>Bare</h1>",
    "</main>",
  ];
  const data = '<script type="application/json">';
  const filler = "1234,"
    .repeat(Math.ceil(size / 5))
    .slice(0, Math.max(0, size - head.length - end.length - data.length - 9));
  return `${head}${data}${filler}</script>${end}`;
}

/** Milliseconds from the start of the navigation until the content is painted, by the page's own clock. */
async function openMs(browser: Browser, file: string, until: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchScript(until));
  await page.goto(pathToFileURL(file).href, { waitUntil: "load" });
  const tookMs = (await page.evaluate("window.opened")) as number;
  await context.close();
  return tookMs;
}

/** Two frames after the content appears, it has been painted. */
function watchScript(until: string): string {
  return `window.opened = new Promise((done) => {
    const look = () => {
      if (document.readyState !== "complete" || !document.querySelector(${JSON.stringify(until)})) requestAnimationFrame(look);
      else requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
    };
    requestAnimationFrame(look);
  })`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
