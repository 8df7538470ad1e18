// npm run draw-report: writes a screenshot of a busy month's report to docs/report.png.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openBrowser } from "../test/report/support/browser.ts";
import { writeSampleReport } from "./demo/sample-report.ts";

const folder = mkdtempSync(join(tmpdir(), "doubletake-draw-"));
const browser = await openBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1180, height: 1340 } });
  const report = join(folder, "report.html");
  await writeSampleReport(join(folder, "server"), report);
  await page.goto(pathToFileURL(report).href);
  await page.locator("main").waitFor();
  await page.screenshot({ path: join(import.meta.dirname, "..", "docs", "report.png") });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
