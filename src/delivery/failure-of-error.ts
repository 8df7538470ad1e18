import type { DeliveryFailure } from "../core/index.ts";

/** Certificate problems whose code does not contain CERT. */
const CERTIFICATE_CODES = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "PATH_LENGTH_EXCEEDED",
]);

/** Describes a connection error in our own terms. Uses only the error's code, because its text may hold the address. */
export function failureOfError(error: unknown): DeliveryFailure {
  const code = codeOf(error);
  if (code.includes("CERT") || CERTIFICATE_CODES.has(code)) return { kind: "certificate", code };
  switch (code) {
    case "ECONNREFUSED":
      return { kind: "refused" };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return { kind: "unknown-host" };
    case "ETIMEDOUT":
      return { kind: "timed-out" };
    default:
      return { kind: "broken", code };
  }
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{0,59}$/.test(code) ? code : "UNKNOWN";
}
