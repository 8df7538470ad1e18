import type { Batch } from "../../core/storage-face.ts";
import type { Engine, EngineConfig } from "../engine.ts";
import { NO_FAILURE_LOG } from "../failure-log.ts";
import { openReader } from "../reader/open-reader.ts";

/** Writes to a store in a server's name, without a thread or a journal: rows are stored when `write` resolves. */
export class StoreWriter {
  readonly engine: Engine;
  readonly #config: EngineConfig;
  readonly #server: string;
  #sequence: number;

  private constructor(engine: Engine, config: EngineConfig, server: string, sequence: number) {
    this.engine = engine;
    this.#config = config;
    this.#server = server;
    this.#sequence = sequence;
  }

  static async open(config: EngineConfig, server: string): Promise<StoreWriter> {
    const engine = await engineFor(config, server);
    await engine.open();
    return new StoreWriter(engine, config, server, (await engine.watermark?.()) ?? 0);
  }

  async write(batches: readonly Batch[]): Promise<void> {
    if (batches.length === 0) return;
    this.#sequence += batches.length;
    await this.engine.write(batches, this.#sequence);
    await this.engine.upkeepStep?.(false);
  }

  /** Counts this server's transfers in the database. */
  async countTransfers(): Promise<number> {
    const reader = await openReader(this.#config);
    try {
      return await reader.countTransfers({ server: this.#server });
    } finally {
      await reader.close();
    }
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

async function engineFor(config: EngineConfig, serverName: string): Promise<Engine> {
  if (config.engine === "postgres") {
    const { PostgresEngine } = await import("../postgres/engine.ts");
    return new PostgresEngine({ url: config.url, serverName });
  }
  const { SqliteEngine } = await import("../sqlite/engine.ts");
  return new SqliteEngine({ ...config, serverName }, NO_FAILURE_LOG);
}
