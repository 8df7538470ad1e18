import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** An empty folder that is deleted when the test ends. */
export function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
