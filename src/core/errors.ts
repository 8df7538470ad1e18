/** docs/errors.md explains each code; a code never changes its meaning. */
export type ErrorCode =
  | "DT_CONFIG_INVALID"
  | "DT_STORE_UNREACHABLE"
  | "DT_STORE_TOO_NEW"
  | "DT_STORE_DAMAGED"
  | "DT_STORE_FULL"
  | "DT_STORE_LOCKED"
  | "DT_STORE_DENIED"
  | "DT_SERVER_NAME_TAKEN"
  | "DT_SERVER_FENCED"
  | "DT_NOT_RUNNING"
  | "DT_NODE_TOO_OLD"
  | "DT_PLATFORM_MISSING"
  | "DT_PORT_IN_USE"
  | "DT_FOLDER_DENIED"
  | "DT_FOLDER_IN_USE";

/** Every error we throw. The text tells an operator what to do next, and holds no secret. */
export class DoubletakeError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DoubletakeError";
    this.code = code;
  }
}

/** The text of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
