/** The other end of child.ts: what a process that was started for a bench answers. */
export interface Call {
  readonly id: number;
  readonly question: string;
  readonly args: readonly unknown[];
}

export interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

export type Answers = Record<string, (...args: never[]) => unknown>;

/** The number of the message by which a process says that it takes questions. */
export const READY = 0;

/** What the process was started with. */
export function options<Options>(): Options {
  return JSON.parse(process.argv[2] ?? "{}") as Options;
}

/** Answers questions from here on, until `stop` was answered or whoever asks is gone. */
export function answer(answers: Answers & { stop(): unknown }): void {
  const send = (message: Answer) => process.send?.(message);
  process.on("message", async ({ id, question, args }: Call) => {
    try {
      send({ id, value: await answers[question]!(...(args as never[])) });
    } catch (error) {
      send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
    if (question === "stop") process.disconnect();
  });
  // Game servers and clients leave timers and sockets behind.
  process.on("disconnect", () => process.exit(0));
  send({ id: READY });
}
