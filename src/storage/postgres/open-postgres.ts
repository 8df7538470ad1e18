import type { Engine, PostgresConfig } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { JournalledEngine } from "../journal/journalled-engine.ts";
import { PostgresEngine } from "./postgres-engine.ts";

const BYTES_A_MB = 1 << 20;

/** PostgreSQL as the background thread uses it: behind a journal on this machine's disk. */
export function openPostgres(config: PostgresConfig, log: FailureLog): Engine {
  const { url, serverName, journalFolder, journalLimitMb } = config;
  return new JournalledEngine({
    engine: new PostgresEngine({ url, serverName }),
    folder: journalFolder,
    limitBytes: journalLimitMb * BYTES_A_MB,
    log,
  });
}
