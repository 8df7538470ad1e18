import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DefaultResourcesProperties, Serenity } from "@serenityjs/core";
import { MINECRAFT_VERSION } from "@serenityjs/protocol";
import { PLUGIN_FOLDER } from "../../index.ts";
import {
  ADDRESS,
  greeting,
  makeWorldFolder,
  portError,
  type ServerOptions,
  type StartedServer,
} from "../started-server.ts";
import { doubletake } from "./plugin.ts";
import { FlatGenerator } from "./server/flat-generator.ts";
import { LoadOnceProvider } from "./server/load-once-provider.ts";
import { endServer } from "./server/server-end.ts";

export const DEFAULT_PORT = 19_132;

const WORLD = "world";
/** In chunks. Serenity's default is 20, which makes 1,681 chunks before anybody joins. */
const VIEW_DISTANCE = 8;
const SAVE_EVERY_MINUTES = 1;

/** Starts a survival world with Doubletake inside, and resolves when it can be joined. */
export async function startServer({ dir, port, isOffline }: ServerOptions): Promise<StartedServer> {
  const world = join(dir, "worlds", WORLD);
  makeWorldFolder(dir, world, () => writeProperties(world));
  await checkPort(port);
  const serenity = new Serenity({
    serenity: {
      permissions: join(dir, "permissions.json"),
      resources: { ...DefaultResourcesProperties, path: join(dir, "resource_packs") },
      spawnWorldIdentifier: WORLD,
      offlineMode: isOffline,
    } as never,
    raknet: { address: ADDRESS, port, message: "Doubletake" } as never,
  });
  serenity.registerGenerator(FlatGenerator);
  serenity.registerProvider(LoadOnceProvider, { path: join(dir, "worlds") });
  doubletake(serenity, { folder: join(dir, "plugins", PLUGIN_FOLDER) });
  const stopping = stopOnce(serenity);
  // At a terminal the server's console catches Ctrl-C, and would only stop reading.
  serenity.console.interface.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const { socket } = serenity.network.raknet;
  const listening = Promise.race([once(socket, "listening"), failure(socket, port)]);
  await serenity.start();
  await listening;
  const dimension = serenity.getWorld().getDimension();
  const { x, z } = dimension.spawnPosition;
  await dimension.getChunkAsync(x >> 4, z >> 4);
  return {
    greeting: greeting(`Bedrock ${MINECRAFT_VERSION}`, port),
    ...stopping,
  };
}

/** Replaces `serenity.stop()`, so that every caller, including the console's command, stops the server in our way. */
function stopOnce(serenity: Serenity): Pick<StartedServer, "stop" | "stopped"> {
  const stop = serenity.stop.bind(serenity);
  const { promise: stopped, resolve, reject } = Promise.withResolvers<void>();
  let isStopping = false;
  serenity.stop = () => {
    if (!isStopping) endServer(serenity, stop).then(resolve, reject);
    isStopping = true;
    return stopped;
  };
  return { stop: serenity.stop, stopped };
}

/** Serenity reads a world's settings from its folder. */
function writeProperties(world: string): void {
  const path = join(world, "properties.json");
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(worldProperties(), null, 2)}\n`);
}

function worldProperties(): object {
  const overworld = {
    identifier: "overworld",
    type: 0,
    generator: FlatGenerator.identifier,
    viewDistance: VIEW_DISTANCE,
    simulationDistance: VIEW_DISTANCE,
    spawnPosition: [0, 32_767, 0],
  };
  return { identifier: WORLD, gamemode: "survival", saveInterval: SAVE_EVERY_MINUTES, dimensions: [overworld] };
}

/** Runs before anything is opened, because a start that fails halfway would look like a crash afterwards. */
async function checkPort(port: number): Promise<void> {
  const socket = createSocket("udp4");
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.bind(port, ADDRESS, resolve);
    });
  } catch (error) {
    throw portError(port, error);
  } finally {
    socket.close();
  }
}

async function failure(socket: NodeJS.EventEmitter, port: number): Promise<never> {
  const [error] = await once(socket, "error");
  throw portError(port, error);
}
