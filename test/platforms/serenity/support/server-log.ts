import type { Serenity } from "@serenityjs/core";

interface LoggerPrototype {
  colorize(...parts: unknown[]): unknown[];
}

const levels = ["log", "info", "warn", "error", "success", "chat"] as const;

/** Redirects what Serenity's loggers print into a list; all of them share one class. Errors come as "error: ...". */
export function keepLog(serenity: Serenity): string[] {
  const lines: string[] = [];
  const logger = Object.getPrototypeOf(serenity.logger) as LoggerPrototype & Record<string, unknown>;
  for (const level of levels) {
    logger[level] = (...parts: unknown[]) => {
      const texts = parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part)));
      lines.push(`${level}: ${texts.join(" ")}`.replaceAll(/§./g, ""));
    };
  }
  return lines;
}

/**
 * Serenity's console leaves its listeners on the standard streams when it is closed. Call this before a server is made, and the returned
 * function when the server has ended.
 */
export function rememberConsole(): () => void {
  const streams = [process.stdin, process.stdout];
  const listenersOf = (stream: NodeJS.EventEmitter) =>
    stream.eventNames().flatMap((event) => stream.listeners(event).map((listener) => ({ event, listener })));
  const before = streams.map((stream) => new Set(listenersOf(stream).map(({ listener }) => listener)));
  return () => {
    streams.forEach((stream, index) => {
      for (const { event, listener } of listenersOf(stream)) {
        if (!before[index]?.has(listener)) stream.off(event, listener as () => void);
      }
    });
    process.stdin.pause();
  };
}
