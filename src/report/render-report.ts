import { createHash } from "node:crypto";
import type { ReportData } from "./model/report-data.ts";
import type { PackedTransfers } from "./model/transfers.ts";
import type { PageAssets } from "./page-assets.ts";

/**
 * Puts everything into one HTML file. Data is in blocks that no browser runs, and the page's policy allows only the page's own
 * script, by its hash. So a hostile name stays text even if the page has a bug.
 */
export function renderReport(data: ReportData, transfers: PackedTransfers, { script, style }: PageAssets): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="${data.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Doubletake ${data.version}">
<title>Doubletake</title>
<style>${style.replaceAll("</style", "<\\/style")}</style>
</head>
<body>
<a class="skip" href="#main">${inertText(data.texts["report.skip"])}</a>
<div id="page"><noscript><p class="notice">${inertText(data.texts["report.noscript"])}</p></noscript></div>
<script type="application/json" id="report-data">${inertJson(data)}</script>
<script type="application/json" id="report-transfers">${inertJson(transfers)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** Escapes the JSON so that it can neither end its block nor start a comment. */
function inertJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Escapes a text of the messages file, which an operator may have written. */
function inertText(text = ""): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}
