import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CuttingProxy } from "../../../support/cutting-proxy.ts";
import { itemParts } from "../../../support/item-parts.ts";
import { BedrockClient } from "../support/bedrock-client.ts";
import { ServerProcess } from "../support/server-process.ts";
import { VIEW_DISTANCE } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import { type answers, SYNC_FILE, type SyncOptions } from "./network-child.ts";

type Answers = typeof answers;

const NETWORK_CHILD = new URL("./network-child.ts", import.meta.url).href;

const NEWER_PROTOCOL = new URL("./newer-protocol.ts", import.meta.url).href;

export interface NetworkServerOptions {
  readonly name: string;
  /** The address of the network's database. */
  readonly url: string;
  /** False if the sync plugin never says when it is done; most do not. */
  readonly announces: boolean;
  /** An existing folder: a copy of another server's. */
  readonly dir?: string;
}

/** One server of the network: an unmodified Serenity in its own process, whose way to the database can be cut. */
export class NetworkServer {
  readonly name: string;
  readonly proxy: CuttingProxy;
  process: ServerProcess;
  /** Somebody who may do and see everything is always there, because an empty server does not tick. */
  staff!: BedrockClient;
  readonly #lines: string[] = [];

  private constructor(name: string, proxy: CuttingProxy, process: ServerProcess) {
    this.name = name;
    this.proxy = proxy;
    this.process = process;
  }

  static async start({ name, url, announces, dir: given }: NetworkServerOptions): Promise<NetworkServer> {
    const proxy = await CuttingProxy.before(url);
    const dir = given ?? (await newFolder());
    const folder = join(dir, "plugins", "doubletake");
    await mkdir(folder, { recursive: true });
    const config = [`server-name: ${name}`, "storage:", "  engine: postgres", `  postgres-url: ${proxy.url}`];
    if (itemParts > 0) config.push(`  postgres-partitions: ${itemParts}`);
    await writeFile(join(folder, "config.yml"), `${config.join("\n")}\n`, { mode: 0o600 });
    // The plugin's own way to the database is never cut: Doubletake is under test.
    const sync: SyncOptions = { url, server: name, announces };
    await writeFile(join(dir, SYNC_FILE), JSON.stringify(sync));
    const process = await ServerProcess.start({
      dir,
      viewDistance: VIEW_DISTANCE,
      prepareModule: NETWORK_CHILD,
    });
    const server = new NetworkServer(name, proxy, process);
    await server.#staffIt();
    return server;
  }

  async ask<K extends keyof Answers>(
    name: K,
    ...args: Parameters<Answers[K]>
  ): Promise<Awaited<ReturnType<Answers[K]>>> {
    return (await this.process.ask(name, ...args)) as Awaited<ReturnType<Answers[K]>>;
  }

  get call(): ServerProcess["call"] {
    return this.process.call.bind(this.process);
  }

  /** Every line that the watcher here was shown. */
  get watched(): string[] {
    return [...this.#lines, ...this.staff.chat.lines];
  }

  /** Ends the process; `crash` is a kill -9. */
  async end(how: "stop" | "crash"): Promise<void> {
    await this.process[how]();
    this.#lines.push(...this.staff.chat.lines);
    this.staff.cutOff();
  }

  /** `newer` starts it as a later version, which speaks another protocol. */
  async startAgain(version: "same" | "newer" = "same"): Promise<void> {
    this.process = await this.process.again(version === "newer" ? { importFirst: NEWER_PROTOCOL } : {});
    await this.#staffIt();
  }

  /** A copy of the whole folder, as operators make one to set up another server. */
  async copyFolder(): Promise<string> {
    const dir = await newFolder();
    await cp(this.process.dir, dir, { recursive: true });
    return dir;
  }

  async discard(): Promise<void> {
    this.staff?.cutOff();
    await this.process.discard();
    await this.proxy.close();
  }

  async #staffIt(): Promise<void> {
    const name = `Staff${this.name}`;
    this.staff = await BedrockClient.join({ port: this.process.port, name, viewDistance: VIEW_DISTANCE });
    await until(`${name} in the world`, () => this.call("isAlive", name));
    await this.ask("permit", name, ["doubletake.alerts", "doubletake.admin"]);
    await this.ask("ready");
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "doubletake-network-"));
}
