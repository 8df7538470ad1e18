import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freeUdpPort } from "../../../support/free-port.ts";
import { until, within } from "./wait.ts";

const MAIN = join(import.meta.dirname, "../../../../src/cli/main.ts");

interface ServeOptions {
  /** The server's folder. It is made if it does not exist. */
  readonly dir: string;
  /** Absent: a free port. */
  readonly port?: number;
  /** Added to the environment of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Sends players everything that Serenity sends, as it writes it. Takes twice as long. */
  readonly isPlain?: boolean;
}

/** `doubletake serve` in its own process, as an operator runs it. It does not outlive this process. */
export class ServeProcess {
  readonly dir: string;
  readonly port: number;
  /** Everything it has printed, on both streams. */
  output = "";
  /** Resolves with the exit code, however it ended. */
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #endWithUs = (): void => void this.#child.kill("SIGKILL");

  private constructor({ dir, environment, isPlain }: ServeOptions, port: number) {
    this.dir = dir;
    this.port = port;
    const preload = new URL(isPlain ? "./idle-loop.ts" : "./lighter.ts", import.meta.url).href;
    const words = ["--import", preload, MAIN, "serve", "--offline", "--dir", dir, "--port", String(port)];
    this.#child = spawn(process.execPath, words, { env: { ...process.env, ...environment } });
    const keep = (data: Buffer) => {
      this.output += data;
    };
    this.#child.stdout?.on("data", keep);
    this.#child.stderr?.on("data", keep);
    this.ended = once(this.#child, "close").then(([code]) => code as number | null);
    process.prependOnceListener("exit", this.#endWithUs);
  }

  /** Resolves when it can be joined. Rejects with its output if it ends before that. */
  static async start(options: ServeOptions): Promise<ServeProcess> {
    const server = new ServeProcess(options, options.port ?? (await freeUdpPort()));
    const failed = server.ended.then((code) => {
      throw new Error(`the server ended with ${code}: ${server.output}`);
    });
    failed.catch(() => {
      // It was ready; `stop` tells how it ends.
    });
    const isReady = () => /^Ready to be joined: .*$/m.test(server.output);
    try {
      await Promise.race([until("the server's greeting", isReady), failed]);
    } catch (error) {
      await server.kill();
      throw error;
    }
    return server;
  }

  /** Types a line into the server's console. */
  console(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Types a line and waits until the server prints something that matches after that. */
  async ask(line: string, pattern: RegExp): Promise<string> {
    const before = this.output.length;
    this.console(line);
    return until(`the console's answer to ${line}`, () => pattern.exec(this.output.slice(before))?.[0]);
  }

  async permit(player: string, ...permissions: readonly string[]): Promise<void> {
    for (const permission of permissions) {
      await this.ask(`permissions ${player} add ${permission}`, /Added permission|already has/);
    }
  }

  /** Sends SIGTERM. Resolves with the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill("SIGTERM");
    return this.#gone();
  }

  /** Ends it, whatever it is doing. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#gone();
  }

  async #gone(): Promise<number | null> {
    const code = await within("the server's end", this.ended);
    process.off("exit", this.#endWithUs);
    return code;
  }
}
