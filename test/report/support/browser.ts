import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const SYSTEM_CHROMIUM = "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A real Chromium: the system's, or else the one in the dev dependency. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await executable(), args: FLAGS, headless: true });
}

async function executable(): Promise<string> {
  if (existsSync(SYSTEM_CHROMIUM)) return SYSTEM_CHROMIUM;
  const { default: carried } = await import("@sparticuz/chromium");
  return carried.executablePath();
}
