/** The other end of child.ts: a process that was started for a bench answers such calls. */
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

type Answers = Record<string, (...args: never[]) => unknown>;

/** The id of the message by which a process says that it accepts questions. */
export const READY = 0;

/** The options that the process was started with. */
export function options<Options>(): Options {
  return JSON.parse(process.argv[2] ?? "{}") as Options;
}

/** Answers questions from now on, until `stop` is answered or the asking process is gone. */
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
