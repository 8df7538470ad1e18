import { ServerHarness, type StartOptions } from "./server-harness.ts";
import type { ServerWorld } from "./server-world.ts";

// The other end of server-process.ts: one Serenity in its own process, driven by messages.

/** What a module may add to the server: something to install, and answers to `ServerProcess.ask`. */
interface PrepareModule extends Pick<StartOptions, "prepare"> {
  answers?: Record<string, (...args: never[]) => unknown>;
}

interface Call {
  id: number;
  method: string;
  args: unknown[];
}

const { prepareModule, ...options } = JSON.parse(process.argv[2] ?? "{}") as StartOptions & { prepareModule?: string };
const module: PrepareModule = prepareModule ? await import(prepareModule) : {};
if (module.prepare) options.prepare = module.prepare;
const harness = await ServerHarness.start(options);

process.on("message", async ({ id, method, args }: Call) => {
  try {
    process.send?.({ id, value: await perform(method, args) });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
  if (method === "stop") process.disconnect();
});
// Without the test that started it, nobody would ever stop this server.
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true, dir: harness.dir, port: harness.port });

async function perform(method: Call["method"], args: unknown[]): Promise<unknown> {
  if (method === "stop") return harness.stop();
  const answer = module.answers?.[method];
  if (answer) return answer(...(args as never[]));
  const act = harness.world[method as keyof ServerWorld] as (...args: unknown[]) => unknown;
  return act.apply(harness.world, args);
}
