import { DoubletakeError, type ErrorCode } from "../../core/storage-face.ts";
import { BatchRefused } from "../batch-refused.ts";

/**
 * Turns any failure of the driver into an error for operators. The driver's texts name users and databases, and some name
 * the whole address. So only the error code and the host name are passed on.
 */
export function explainFailure(error: unknown, hostName: string): DoubletakeError {
  if (error instanceof DoubletakeError) return error;
  // Our own code met values that no row can have, so the same rows would fail again.
  if (error instanceof RangeError || error instanceof TypeError)
    return new BatchRefused(`Rows make no sense: ${error.message}.`);
  const code = codeOf(error);
  const known = KNOWN[code] ?? KNOWN[code.slice(0, 2)];
  if (known) return new DoubletakeError(known[0], known[1](hostName), { cause: new Error(`PostgreSQL: ${code}`) });
  if (REFUSED_CLASSES.has(code.slice(0, 2)))
    return new BatchRefused(`PostgreSQL at ${hostName} refuses rows with ${code}.`);
  if (isTls(error, code)) {
    return new DoubletakeError(
      "DT_STORE_UNREACHABLE",
      `No secure connection to PostgreSQL at ${hostName} (${code || "TLS refused"}): check sslmode and sslrootcert in ` +
        "storage.postgres-url against the server's certificate.",
    );
  }
  const what = code ? `failed with ${code}` : "closed the connection";
  return new DoubletakeError("DT_STORE_UNREACHABLE", `PostgreSQL at ${hostName} ${what}: is the server running?`);
}

/**
 * True if the session is gone, in doubt, or no longer of use: the next attempt needs a new connection. A session that began
 * while the database was read-only stays read-only, and one that met missing tables keeps plans for the old tables.
 */
export function endsSession(error: unknown): boolean {
  const code = codeOf(error);
  return !/^[0-9A-Z]{5}$/.test(code) || ENDS_SESSION.some((start) => code.startsWith(start));
}

/** Ended by the administrator, ended for idling, connection broken, damage, read-only, wrong or missing tables. */
const ENDS_SESSION = ["57P", "25P03", "08", "XX", "25006", "42"];

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "";
}

type Explanation = readonly [ErrorCode, (host: string) => string];

const KNOWN: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: ["DT_STORE_UNREACHABLE", (host) => `The host ${host} is unknown: check the host in storage.postgres-url.`],
  EAI_AGAIN: [
    "DT_STORE_UNREACHABLE",
    (host) =>
      `The name of the host ${host} cannot be looked up: check the host in storage.postgres-url and the network.`,
  ],
  ECONNREFUSED: [
    "DT_STORE_UNREACHABLE",
    (host) =>
      `Nothing answers for PostgreSQL at ${host}: start the server, or check host and port in storage.postgres-url.`,
  ],
  "28": [
    "DT_STORE_DENIED",
    (host) => `PostgreSQL at ${host} refuses the login: check user and password in storage.postgres-url.`,
  ],
  "3D000": [
    "DT_STORE_DENIED",
    (host) =>
      `The database named in storage.postgres-url does not exist at ${host}: create it (CREATE DATABASE) or correct the name.`,
  ],
  "42501": [
    "DT_STORE_DENIED",
    (host) => `The user of storage.postgres-url may not do this at ${host}: make it the owner of the database.`,
  ],
  "25006": [
    "DT_STORE_DENIED",
    (host) => `PostgreSQL at ${host} is read-only (a standby?): storage.postgres-url must name the primary.`,
  ],
  "53300": [
    "DT_STORE_UNREACHABLE",
    (host) => `PostgreSQL at ${host} has no connection left: raise max_connections or close other clients.`,
  ],
  "53": ["DT_STORE_FULL", (host) => `PostgreSQL at ${host} is out of disk space or memory: make room there.`],
  "57014": [
    "DT_STORE_UNREACHABLE",
    (host) => `PostgreSQL at ${host} took too long for a statement: check its load and its locks.`,
  ],
  "55P03": [
    "DT_STORE_LOCKED",
    (host) => `A table of Doubletake at ${host} is locked by somebody else: end that transaction.`,
  ],
  "57": ["DT_STORE_UNREACHABLE", (host) => `PostgreSQL at ${host} is stopping or starting.`],
  XX001: [
    "DT_STORE_DAMAGED",
    (host) => `PostgreSQL at ${host} reports damaged data: check its log, restore a backup if need be.`,
  ],
  XX002: ["DT_STORE_DAMAGED", (host) => `PostgreSQL at ${host} reports a damaged index: run REINDEX DATABASE there.`],
  "42": [
    "DT_STORE_DAMAGED",
    (host) =>
      `The tables of Doubletake at ${host} are not as they should be: restore them, or start with an empty database.`,
  ],
};

/** Data exceptions, broken constraints, exceeded limits of PostgreSQL. */
const REFUSED_CLASSES: ReadonlySet<string> = new Set(["22", "23", "54"]);

function isTls(error: unknown, code: string): boolean {
  const text = error instanceof Error ? error.message : "";
  return /CERT|SSL|TLS/.test(code) || text.includes("SSL connection");
}
