import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/storage/open-store.ts";
import { doubletake } from "../../test/cli/support/doubletake.ts";
import { fillBusy } from "../../test/report/support/busy-server.ts";

const MONTH = { days: 30, transfers: 12_000, items: 160, cases: 24 };

/** Writes the report of an invented month on a busy server: real rows in a real store in `dir`, the same every time. */
export async function writeSampleReport(dir: string, report: string): Promise<void> {
  mkdirSync(dir, { recursive: true });
  const log = { info() {}, warn: console.error, error: console.error };
  const config = { engine: "sqlite", file: join(dir, "tracker.db"), serverName: "survival" } as const;
  const store = openStore({ config, retentionDays: 0, log });
  await fillBusy(store, { ...MONTH, nowMs: Date.now() });
  await store.close();
  const { code, err } = await doubletake(["report", "--dir", dir, "--out", report]);
  if (code !== 0) throw new Error(`the sample report could not be written: ${err}`);
}
