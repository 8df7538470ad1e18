/** Control characters except newline and tab: on a terminal they move the cursor, or worse. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** The same log without control characters, so that no text of a player's can act on the terminal. */
export function plainLog(log: Log): Log {
  const plain = (text: string) => text.replaceAll(CONTROLS, " ");
  return {
    info: (text) => log.info(plain(text)),
    warn: (text) => log.warn(plain(text)),
    error: (text) => log.error(plain(text)),
  };
}

const nothing = (): void => undefined;

/** Discards every line. */
export const SILENT_LOG: Log = { info: nothing, warn: nothing, error: nothing };

/** Where console lines go. They are always English, and never hold a secret. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}
