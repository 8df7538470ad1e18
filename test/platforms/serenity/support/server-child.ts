import { ServerHarness, type StartOptions } from "./server-harness.ts";
import type { ServerWorld } from "./server-world.ts";

// The other end of server-process.ts: one Serenity in a process of its own, driven by messages.

interface Call {
  id: number;
  method: keyof ServerWorld | "stop";
  args: unknown[];
}

const { prepareModule, ...options } = JSON.parse(process.argv[2] ?? "{}") as StartOptions & { prepareModule?: string };
if (prepareModule) {
  const module = (await import(prepareModule)) as Required<Pick<StartOptions, "prepare">>;
  options.prepare = module.prepare;
}
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
  const act = harness.world[method] as (...args: unknown[]) => unknown;
  return act.apply(harness.world, args);
}
