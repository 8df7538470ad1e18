import { errorText } from "../errors.ts";
import type { Caller } from "../platform.ts";
import type { CommandContext } from "./command-context.ts";

/** If an answer takes longer than this, the caller is told to wait, and does not believe that the command was lost. */
const PATIENCE_MS = 500;

/** Runs `work`, and tells the caller meanwhile if it is slow. */
export async function tellIfSlow<T>(
  { runLater: later, messages, log }: CommandContext,
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
