import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CaseRecord } from "../../../../src/index.ts";
import { CuttingProxy } from "../../../support/cutting-proxy.ts";
import { BedrockClient } from "../support/bedrock-client.ts";
import { inv } from "../support/inventory-acts.ts";
import { idOf } from "../support/network-item.ts";
import { ServerProcess } from "../support/server-process.ts";
import { VIEW_DISTANCE } from "../support/stage.ts";
import { until } from "../support/wait.ts";
import { type answers, SYNC_FILE, type SyncOptions } from "./network-child.ts";

type Answers = typeof answers;

const NETWORK_CHILD = new URL("./network-child.ts", import.meta.url).href;

/** One server of the network: an unmodified Serenity in a process of its own, whose way to the database can be cut. */
export class NetworkServer {
  readonly name: string;
  readonly proxy: CuttingProxy;
  process: ServerProcess;
  /** Somebody is always there, and may do and see everything: an empty server does not tick. */
  staff!: BedrockClient;
  readonly #lines: string[] = [];

  constructor(name: string, proxy: CuttingProxy, process: ServerProcess) {
    this.name = name;
    this.proxy = proxy;
    this.process = process;
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

  async staffIt(): Promise<void> {
    const name = `Staff${this.name}`;
    this.staff = await BedrockClient.join({ port: this.process.port, name, viewDistance: VIEW_DISTANCE });
    await until(`${name} in the world`, () => this.call("isAlive", name));
    await this.ask("permit", name, ["doubletake.alerts", "doubletake.admin"]);
    await this.ask("ready");
  }

  /** kill -9, and a start on the same folder. */
  async crash(): Promise<void> {
    await this.process.crash();
    this.#lines.push(...this.staff.chat.lines);
    this.staff.cutOff();
  }

  async startAgain(): Promise<void> {
    this.process = await this.process.again();
    await this.staffIt();
  }

  async discard(): Promise<void> {
    this.staff?.cutOff();
    await this.process.discard();
    await this.proxy.close();
  }
}

export interface NetworkOptions {
  readonly servers: readonly string[];
  /** False: the sync plugin never says when it is done, as most do not. */
  readonly announces: boolean;
}

/** Several servers on one PostgreSQL, with an inventory-sync plugin on each. Scenarios have players and marks of their own. */
export class NetworkStage {
  readonly servers: readonly NetworkServer[];

  private constructor(servers: readonly NetworkServer[]) {
    this.servers = servers;
  }

  /** `url` is of a database that nobody else uses. */
  static async open(url: string, { servers: names, announces }: NetworkOptions): Promise<NetworkStage> {
    const servers: NetworkServer[] = [];
    const stage = new NetworkStage(servers);
    try {
      for (const name of names) servers.push(await startServer(name, url, announces));
      for (const server of servers) await server.staffIt();
    } catch (error) {
      await stage.discard();
      throw error;
    }
    return stage;
  }

  server(name: string): NetworkServer {
    return this.servers.find((server) => server.name === name)!;
  }

  /** Joins, and waits until the sync plugin has put the player's things into his hands. */
  async join(server: NetworkServer, name: string): Promise<BedrockClient> {
    const client = await BedrockClient.join({ port: server.process.port, name, viewDistance: VIEW_DISTANCE });
    await until(`${name} in the world of ${server.name}`, () => server.call("isAlive", name));
    await until(`the things of ${name} on ${server.name}`, () => server.ask("isSynced", name));
    return client;
  }

  /** Goes from one server to another, as the first one bids him. */
  async travel(client: BedrockClient, from: NetworkServer, to: NetworkServer): Promise<BedrockClient> {
    const bidden = client.next<{ port: number }>("transfer");
    await from.ask("transfer", client.name, to.process.port);
    await bidden;
    await this.leave(client, from);
    return this.join(to, client.name);
  }

  async leave(client: BedrockClient, from: NetworkServer): Promise<void> {
    await client.leave();
    await until(`${client.name} gone from ${from.name}`, async () => !(await from.call("isServed", client.name)));
  }

  /** A marked sword in slot 0, and the id that Doubletake gave it. */
  async giveSword(client: BedrockClient, server: NetworkServer, mark: string): Promise<string> {
    await server.call("give", client.name, "diamond_sword", { mark, slot: 8 });
    await client.acts.take(1, inv(8), inv(0));
    return until("its id", () => idOf(client.items.inventory[0]));
  }

  /** Where the mark is, over all servers that run. */
  async copies(mark: string): Promise<string[]> {
    const found = this.servers
      .filter(({ process }) => process.isRunning)
      .map(async (server) => (await server.call("copies", mark)).map((line) => `${server.name}: ${line}`));
    return (await Promise.all(found)).flat();
  }

  /** The cases about an item: all servers have one list. */
  async cases(itemId: string): Promise<CaseRecord[]> {
    const [server] = this.servers.filter(({ process }) => process.isRunning);
    return server!.ask("cases", itemId);
  }

  /** What watchers were shown about an item's proof, over the whole network. */
  async proofsTold(caseNumber: number): Promise<string[]> {
    const isIt = (line: string) => line.includes("Duplicated item") && line.includes(`case ${caseNumber}`);
    return this.servers.flatMap((server) => server.watched.filter(isIt).map((line) => `${server.name}: ${line}`));
  }

  /** Everything that was told at HIGH or above, over the whole network, since the start. */
  async serious(): Promise<string[]> {
    const told = this.servers
      .filter(({ process }) => process.isRunning)
      .map(async (server) => {
        const alerts = await server.ask("alerts");
        return alerts
          .filter(({ severity }) => severity === "HIGH" || severity === "CRITICAL")
          .map(({ type, itemId }) => `${server.name}: ${type} ${itemId}`);
      });
    return (await Promise.all(told)).flat();
  }

  async discard(): Promise<void> {
    for (const server of this.servers) await server.discard();
  }
}

async function startServer(name: string, url: string, announces: boolean): Promise<NetworkServer> {
  const proxy = await CuttingProxy.before(url);
  const dir = await mkdtemp(join(tmpdir(), "doubletake-network-"));
  const folder = join(dir, "plugins", "doubletake");
  await mkdir(folder, { recursive: true });
  const config = [`server-name: ${name}`, "storage:", "  engine: postgres", `  postgres-url: ${proxy.url}`];
  await writeFile(join(folder, "config.yml"), `${config.join("\n")}\n`, { mode: 0o600 });
  // The plugin's own way to the database is never cut: it is Doubletake that is tried.
  const sync: SyncOptions = { url, server: name, announces };
  await writeFile(join(dir, SYNC_FILE), JSON.stringify(sync));
  const server = await ServerProcess.start({ dir, viewDistance: VIEW_DISTANCE, prepareModule: NETWORK_CHILD });
  return new NetworkServer(name, proxy, server);
}
