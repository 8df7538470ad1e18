import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Clock } from "../../src/core/index.ts";
import { FailureLog } from "../../src/storage/failure-log.ts";
import { JournalledEngine } from "../../src/storage/journal/journalled-engine.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";

/** A journal's folder, and engines that use it one after the other. */
export class JournalFolder {
  readonly path = mkdtempSync(join(tmpdir(), "doubletake-journal-"));
  readonly log = new RecordingLog();
  readonly #failures = new FailureLog(this.log);
  readonly #context: TestContext;
  nowMs = Date.now();

  constructor(context: TestContext) {
    this.#context = context;
    context.after(() => rmSync(this.path, { recursive: true, force: true }));
  }

  engine(url: string, options: { readonly patienceMs?: number } = {}): JournalledEngine {
    const clock: Clock = { now: () => this.nowMs };
    const engine = new JournalledEngine({
      engine: new PostgresEngine({ url, serverName: "lobby", nameWaitMs: 500 }),
      folder: this.path,
      limitBytes: 1 << 30,
      log: this.#failures,
      clock,
      ...options,
    });
    this.#context.after(() => engine.close());
    return engine;
  }

  async open(url: string, options: { readonly patienceMs?: number } = {}): Promise<JournalledEngine> {
    const engine = this.engine(url, options);
    await engine.open();
    return engine;
  }

  async untilLine(pattern: RegExp): Promise<void> {
    while (!this.log.lines.some((line) => pattern.test(line))) await setTimeout(20);
  }

  file(): string {
    const [name] = readdirSync(this.path).filter((file) => file.endsWith(".journal"));
    return join(this.path, name as string);
  }

  empty(): void {
    for (const name of readdirSync(this.path)) rmSync(join(this.path, name));
  }
}
