import { errorText } from "../errors.ts";
import type { Caller } from "../platform.ts";
import type { CommandContext } from "./command-context.ts";

/** An answer that takes longer than this is announced, so that nobody believes the command was lost. */
const PATIENCE_MS = 500;

/** Does something that may take its time; when it does, the caller reads so meanwhile. */
export async function tellIfSlow<T>(
  { later, messages, log }: CommandContext,
  caller: Caller,
  work: () => T | Promise<T>,
): Promise<T> {
  const cancel = later(PATIENCE_MS, () => {
    try {
      caller.send(messages.text("commands.looking", {}));
    } catch (error) {
      log.warn(`${caller.name} could not be told: ${errorText(error)}`);
    }
  });
  try {
    return await work();
  } finally {
    cancel();
  }
}
