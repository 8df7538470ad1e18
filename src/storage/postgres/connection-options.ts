import type { ClientConfig } from "pg";
import { DoubletakeError } from "../../core/storage-face.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** How long one statement may take. A group of a full journal needs a second or two. */
export const STATEMENT_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 20_000;

export interface ConnectionOptions {
  readonly client: ClientConfig;
  /** The only part of the address that may be shown. */
  readonly hostName: string;
}

/**
 * Reads `storage.postgres-url`. TLS is asked for in the address (`?sslmode=verify-full`, `sslrootcert=...`), as with
 * every PostgreSQL client. Throws `DT_CONFIG_INVALID` for a broken address, without repeating it.
 */
export function connectionOptions(url: string, applicationName: string): ConnectionOptions {
  const address = parse(url);
  const hostName = hostOf(address);
  if (!hostName) throw invalidAddress("it names no host");
  if (address.pathname.length < 2) throw invalidAddress("it names no database");
  return {
    hostName,
    client: {
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    },
  };
}

export function invalidAddress(why: string): DoubletakeError {
  return new DoubletakeError(
    "DT_CONFIG_INVALID",
    `storage.postgres-url in config.yml is wrong: ${why}. It has the form postgres://user:password@host:5432/database`,
  );
}

function hostOf({ hostname }: URL): string {
  try {
    return decodeURIComponent(hostname);
  } catch {
    throw invalidAddress("its host cannot be read (a % must be followed by two hexadecimal digits)");
  }
}

function parse(url: string): URL {
  if (!/^postgres(ql)?:\/\//.test(url)) throw invalidAddress("it does not begin with postgres://");
  try {
    return new URL(url);
  } catch {
    // The parser's own error holds the whole address, password included, so it must not be passed on as a cause.
    throw invalidAddress("it cannot be read (write special characters of the password as %xx, an @ as %40)");
  }
}
