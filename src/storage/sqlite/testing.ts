import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Log } from "../../core/model/records.ts";
import type { SqliteConfig } from "../engine.ts";
import { FailureLog } from "../failure-log.ts";
import { SqliteEngine } from "./engine.ts";

/** A folder that goes with the test. */
export function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An engine on this file, with the server name `test`. */
export async function openEngine(
  file: string,
  options: Partial<SqliteConfig> = {},
  log: Log = SILENT,
): Promise<SqliteEngine> {
  const engine = new SqliteEngine({ engine: "sqlite", file, serverName: "test", ...options }, new FailureLog(log));
  await engine.open();
  return engine;
}

export const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Keeps the lines that were logged. */
export function collectingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const add = (text: string): void => {
    lines.push(text);
  };
  return { lines, info: add, warn: add, error: add };
}
