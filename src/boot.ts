import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type Clock,
  Doubletake,
  type DoubletakeApi,
  DoubletakeError,
  type Log,
  loadConfig,
  loadMessages,
  type Platform,
} from "./core/index.ts";
import { type OutsideDelivery, openOutsideAlerts } from "./delivery/open-outside-alerts.ts";
import { engineConfig, JOURNAL_FOLDER } from "./engine-config.ts";
import { makeInstance } from "./instance-file.ts";
import { nodeProblem } from "./require-node.ts";
import { setRunning } from "./running.ts";
import { startLine } from "./start-line.ts";
import { stopService } from "./stop-service.ts";
import { openStore } from "./storage/open-store.ts";

export interface BootOptions {
  readonly platform: Platform;
  /** `plugins/doubletake` in the game server's folder; created if missing. */
  readonly folder: string;
  readonly log: Log;
  readonly clock?: Clock;
  /** How long a stop waits for the database; ten seconds by default. */
  readonly stopWithinMs?: number;
}

/** The service as `boot` started it. */
export interface RunningDoubletake {
  readonly doubletake: Doubletake;
  /** What other plugins can do; `runningDoubletake()` gives the same. */
  readonly api: DoubletakeApi;
  readonly outside: OutsideDelivery;
  /** Resolves after the first attempt to read what earlier runs left open. Nobody has to wait for it. */
  readonly ready: Promise<void>;
  /** Stops in the reverse order of starting. Rows that cannot be written in time are journalled or lost, and the log says so. */
  stop(): Promise<void>;
}

/** Chooses the parts and starts them. Does not wait for the database: events may be reported as soon as it returns. */
export function boot({ platform, folder, log, clock, stopWithinMs }: BootOptions): RunningDoubletake {
  const problem = nodeProblem();
  if (problem !== undefined) throw new DoubletakeError("DT_NODE_TOO_OLD", problem);
  makeFolder(folder, log);
  const config = loadConfig(folder, log);
  const messages = loadMessages(folder, config.language, log);
  log.info(startLine(config, platform));
  const timing = clock === undefined ? {} : { clock };
  const outside = openOutsideAlerts({ config, messages, log, ...timing });
  // A journal folder means that this server has used PostgreSQL before.
  if (config.storage.engine === "postgres") makeInstance(folder, existsSync(join(folder, JOURNAL_FOLDER)), log);
  const engine = engineConfig(config, folder, platform.name);
  const doubletake = new Doubletake({
    platform,
    config,
    messages,
    log,
    readFiles: (inForce, toLog) => {
      const read = loadConfig(folder, toLog, inForce);
      return { config: read, messages: loadMessages(folder, read.language, toLog) };
    },
    // An SQLite file has one server, whatever it was called before.
    serverName: engine.engine === "postgres" ? engine.serverName : undefined,
    outside,
    channels: outside,
    ...timing,
  });
  doubletake.start();
  const store = openStore({
    config: engine,
    retentionDays: config.storage.retentionDays,
    archiveAfterDays: config.storage.archiveAfterDays,
    log,
    onNameTaken: () => {
      if (stopped === undefined)
        log.error("Doubletake does not run here: two servers of one name cannot be told apart.");
      void stop();
    },
    ...timing,
  });
  const ready = doubletake.connect(store);
  setRunning(doubletake.api);
  let stopped: Promise<void> | undefined;
  return { doubletake, api: doubletake.api, outside, ready, stop };

  function stop(): Promise<void> {
    stopped ??= stopAll();
    return stopped;
  }

  async function stopAll(): Promise<void> {
    setRunning(undefined);
    await stopService(doubletake, store, log, stopWithinMs);
    await outside.close();
  }
}

function makeFolder(folder: string, log: Log): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    log.error(
      `${folder} cannot be created (${(error as Error).message}); Doubletake starts with defaults and stores nothing.`,
    );
  }
}
