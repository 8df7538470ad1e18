import type { MessagePort } from "node:worker_threads";
import type { Log } from "../../core/storage-face.ts";
import type { Engine, EngineConfig } from "../engine.ts";
import { FailureLog } from "../failure-log.ts";
import { ReplyBundle } from "./reply-bundle.ts";
import { RequestIntake } from "./request-intake.ts";
import { RequestLoop } from "./request-loop.ts";
import type { Message, Reply, ThreadOptions } from "./thread-protocol.ts";

const HEALTH_EVERY_MS = 1000;
const BYTES_A_MB = 1 << 20;

/** Opens the database, and serves the requests that come through the port until one of them is to close. */
export async function serveStore(port: MessagePort, { mailbox, firstId, ...options }: ThreadOptions): Promise<void> {
  const send = (replies: readonly Reply[]): void => port.postMessage(replies);
  const reply = (message: Reply): void => send([message]);
  const line = (level: "info" | "warn" | "error") => (text: string) => reply({ kind: "line", level, text });
  const lines: Log = { info: line("info"), warn: line("warn"), error: line("error") };
  const log = new FailureLog(lines);

  // Requests may come before the engine's module is loaded.
  const early: Message[] = [];
  const collect = (message: Message): number => early.push(message);
  port.on("message", collect);
  const engine = await createEngine(options.config, log);
  const health = setInterval(() => {
    loop.reportHealth();
    loop.check();
  }, HEALTH_EVERY_MS);
  const answers = new ReplyBundle<Reply>(send, () => loop.isAsked);
  const loop = new RequestLoop(
    engine,
    log,
    (message) => {
      answers.add(message);
      if (message.kind !== "closed") return;
      answers.sendNow();
      clearInterval(health);
      intake.stop();
      port.close();
    },
    options,
  );
  engine.onWake?.((wake) => reply({ kind: "wake", wake }));
  const intake = new RequestIntake(mailbox, firstId, (request) => loop.receive(request));
  loop.start();
  port.off("message", collect);
  for (const message of early) intake.receive(message);
  port.on("message", (message: Message) => intake.receive(message));
}

/** Loads only the configured engine: a server with SQLite needs no PostgreSQL driver, and the reverse. */
async function createEngine(config: EngineConfig, log: FailureLog): Promise<Engine> {
  if (config.engine === "sqlite") {
    const { SqliteEngine } = await import("../sqlite/engine.ts");
    return new SqliteEngine(config, log);
  }
  const { PostgresEngine } = await import("../postgres/engine.ts");
  const { JournalledEngine } = await import("../journal/journalled-engine.ts");
  return new JournalledEngine({
    engine: new PostgresEngine({ ...config, log }),
    folder: config.journalFolder,
    limitBytes: config.journalLimitMb * BYTES_A_MB,
    log,
  });
}
