import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Alert, Permission, RunningDoubletake, TransferRecord } from "../../../../src/index.ts";
import { doubletake } from "../../../../src/platforms/serenity/plugin.ts";
import { BedrockClient } from "./bedrock-client.ts";
import { ServerHarness, type StartOptions } from "./server-harness.ts";
import { until } from "./wait.ts";

export { idOf } from "./network-item.ts";

export interface GuardedOptions extends StartOptions {
  /** The text of config.yml. Keys that it does not have get their defaults. */
  config?: string;
}

/** An unmodified Serenity with Doubletake installed by its two lines. */
export class GuardedServer {
  readonly harness: ServerHarness;
  readonly running: RunningDoubletake;
  /** Every alert since the start, whether or not staff see it. */
  readonly alerts: Alert[] = [];
  /** Ids in the order in which they were given out. */
  readonly ids: string[] = [];
  readonly #options: GuardedOptions;

  private constructor(harness: ServerHarness, running: RunningDoubletake, options: GuardedOptions) {
    this.harness = harness;
    this.running = running;
    this.#options = options;
    running.doubletake.api.on("alert", (alert) => this.alerts.push(alert));
    running.doubletake.api.on("id", ({ itemId }) => this.ids.push(itemId));
  }

  static async start(options: GuardedOptions = {}): Promise<GuardedServer> {
    const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "doubletake-guarded-")));
    const folder = join(dir, "plugins", "doubletake");
    await mkdir(folder, { recursive: true });
    if (options.config !== undefined) await writeFile(join(folder, "config.yml"), options.config, { mode: 0o600 });
    let running: RunningDoubletake | undefined;
    const harness = await ServerHarness.start({
      ...options,
      dir,
      prepare: async (serenity) => {
        running = doubletake(serenity, { folder });
        await options.prepare?.(serenity);
      },
    });
    const server = new GuardedServer(harness, running!, options);
    // Doubletake looks at everybody once because of what earlier runs left open. That happens before a test begins, not during it.
    await server.running.ready;
    return server;
  }

  get world(): ServerHarness["world"] {
    return this.harness.world;
  }

  async restart(): Promise<GuardedServer> {
    await this.harness.stop();
    return GuardedServer.start({ ...this.#options, dir: this.harness.dir, port: this.harness.port });
  }

  async discard(): Promise<void> {
    await this.harness.stop();
    await rm(this.harness.dir, { recursive: true, force: true });
  }

  /** Joins and waits until the player stands in the world. */
  async join(name: string, ...permissions: Permission[]): Promise<BedrockClient> {
    const client = await BedrockClient.join({ port: this.harness.port, name });
    const player = await until(`${name} in the world`, () => {
      const host = this.world.player(name);
      return host.isAlive ? host : undefined;
    });
    for (const permission of permissions) player.addPermission(permission);
    return client;
  }

  async leave(client: BedrockClient): Promise<void> {
    await client.leave();
    const isThere = () => this.harness.serenity.getPlayers().some(({ username }) => username === client.name);
    await until(`${client.name} gone`, () => !isThere());
  }

  /** Waits for all looks and everything that they lead to. */
  async ticks(count = 2): Promise<void> {
    await this.world.ticks(count);
  }

  /** What the store knows about an item, oldest first, with the names of players. */
  async history(itemId: string): Promise<string[]> {
    const { store } = this.running.doubletake;
    const rows = await store.getItemTransferHistory(itemId, 100);
    const told = rows.map(async ({ playerUUID, action, location }: TransferRecord) => {
      const name = (await store.playerById(playerUUID))?.name ?? playerUUID;
      return `${name} ${action} ${location}`;
    });
    return (await Promise.all(told)).reverse();
  }

  /** Alerts that staff would act on. */
  get serious(): Alert[] {
    return this.alerts.filter(({ severity }) => severity === "HIGH" || severity === "CRITICAL");
  }
}
