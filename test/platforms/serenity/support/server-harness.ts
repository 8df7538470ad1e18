import "./lighter.ts";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DefaultResourcesProperties, FileSystemProvider, Serenity, ServerState } from "@serenityjs/core";
import { freeUdpPort } from "../../../support/free-port.ts";
import { FlatGenerator, floorY } from "./flat-generator.ts";
import { keepLog, rememberConsole } from "./server-log.ts";
import { ServerWorld } from "./server-world.ts";
import { UnloadingProvider } from "./unloading-provider.ts";
import { until } from "./wait.ts";

/** The largest threshold that the protocol allows, so nothing is compressed: compression saves traffic but costs processor time. */
const UNPACKED_BYTES = 65_535;

export interface StartOptions {
  /** Where worlds and permissions live. Absent: a new temporary folder. */
  dir?: string;
  /** Absent: a free port. */
  port?: number;
  gamemode?: "survival" | "creative" | "adventure";
  /** How often the world is saved. Absent: never, so that a test decides when. */
  saveIntervalMinutes?: number;
  /** How many chunks around a player are loaded. A small number makes them unload soon. */
  viewDistance?: number;
  /** Lets chunks leave memory some 6 s after the last player has gone; see UnloadingProvider. */
  unloadsChunks?: boolean;
  /** Called between construction and start, to install what is tested. */
  prepare?: (serenity: Serenity) => void | Promise<void>;
}

/** An unmodified Serenity in this process. Only one can run at a time: its RakNet keeps the server in a static field. */
export class ServerHarness {
  static #running: ServerHarness | undefined;
  readonly serenity: Serenity;
  readonly dir: string;
  readonly port: number;
  /** Everything the server would have printed. */
  readonly log: string[];
  /** Looks and acts on the server's side, past all packets. */
  readonly world: ServerWorld;
  readonly #options: StartOptions;
  readonly #ended: () => Promise<void>;

  private constructor(
    serenity: Serenity,
    options: StartOptions & { dir: string; port: number },
    log: string[],
    ended: () => Promise<void>,
  ) {
    this.serenity = serenity;
    this.dir = options.dir;
    this.port = options.port;
    this.log = log;
    this.world = new ServerWorld(serenity);
    this.#options = options;
    this.#ended = ended;
  }

  static async start(options: StartOptions = {}): Promise<ServerHarness> {
    if (ServerHarness.#running) throw new Error("another Serenity runs in this process; stop it first");
    const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "doubletake-serenity-")));
    const port = options.port ?? (await freeUdpPort());
    await writeWorldProperties(dir, options);
    const forgetConsole = rememberConsole();
    const serenity = new Serenity({
      serenity: {
        permissions: join(dir, "permissions.json"),
        // Serenity makes the folder, by default in the working directory.
        resources: { ...DefaultResourcesProperties, path: join(dir, "resource_packs") },
        offlineMode: true,
      } as never,
      raknet: { port, address: "127.0.0.1" } as never,
      network: { compressionThreshold: UNPACKED_BYTES } as never,
    });
    const log = keepLog(serenity);
    const closed = sendBeforeClosing(serenity);
    serenity.registerGenerator(FlatGenerator);
    serenity.registerProvider(options.unloadsChunks ? UnloadingProvider : FileSystemProvider, {
      path: join(dir, "worlds"),
    });
    await options.prepare?.(serenity);
    await serenity.start();
    const harness = new ServerHarness(serenity, { ...options, dir, port }, log, async () => {
      forgetConsole();
      await closed;
    });
    ServerHarness.#running = harness;
    return harness;
  }

  /** Stops in order, as the console's `stop` does. The folder stays. Rejects if the server could not save. */
  async stop(): Promise<void> {
    if (ServerHarness.#running !== this) return;
    try {
      await this.serenity.stop();
    } finally {
      await until("the server's end", () => {
        // Serenity 0.8.21 goes back to running if anything is still scheduled at that moment, and never ends.
        if (this.serenity.state === ServerState.Running) {
          this.serenity.schedules.clear();
          this.serenity.state = ServerState.ShuttingDown;
        }
        return this.serenity.state === ServerState.Stopped;
      });
      await this.#ended();
      ServerHarness.#running = undefined;
    }
  }

  /** Stops and starts again on the same folder and port. */
  async restart(changes: StartOptions = {}): Promise<ServerHarness> {
    await this.stop();
    return ServerHarness.start({ ...this.#options, dir: this.dir, port: this.port, ...changes });
  }

  /** Stops and deletes the folder. */
  async discard(): Promise<void> {
    await this.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

/**
 * Serenity 0.8.21 sends the oldest waiting frame in place of the urgent one, and closes its socket with the others unsent: a client that
 * three packets were waiting for when the server stopped never hears its goodbye. Here everything is sent first. Resolves when the
 * socket is closed.
 */
function sendBeforeClosing({ network: { raknet } }: Serenity): Promise<void> {
  const stop = raknet.stop.bind(raknet);
  return new Promise((resolve) => {
    raknet.stop = () => {
      for (const connection of raknet.connections) connection.tick();
      // A socket that is closed in the same turn drops what it was given.
      setImmediate(() => resolve(stop()));
    };
  });
}

/** Serenity reads a world's settings from its folder. Without them, the world would be large and slow. */
async function writeWorldProperties(dir: string, options: StartOptions): Promise<void> {
  const folder = join(dir, "worlds", "default");
  const viewDistance = options.viewDistance ?? 4;
  const overworld = {
    identifier: "overworld",
    type: 0,
    generator: FlatGenerator.identifier,
    viewDistance,
    simulationDistance: viewDistance,
    spawnPosition: [0.5, floorY + 1, 0.5],
  };
  const properties = {
    identifier: "default",
    seed: 1,
    gamemode: options.gamemode ?? "survival",
    saveInterval: options.saveIntervalMinutes ?? 1_000_000,
    dimensions: [overworld],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "properties.json"), JSON.stringify(properties));
}
