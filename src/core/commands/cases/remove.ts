import type { CommandContext } from "../command-context.ts";
import type { CommandHandler } from "../handler.ts";
import { CASE_NUMBER } from "../parameters.ts";
import { caseFrom } from "./case.ts";

/** `/doubletake remove <n>`: takes the visible extra copies of a case into quarantine, whatever the configuration says. */
export const removeCommand: CommandHandler = {
  name: "remove",
  parameters: [CASE_NUMBER],
  permission: "doubletake.admin",
  about: "commands.about.remove",
  async run(call) {
    const { context, caller } = call;
    const { messages, platform } = context;
    if (platform.remove === undefined) {
      caller.send(messages.text("commands.remove.unsupported", {}));
      return;
    }
    const record = await caseFrom(call);
    if (record === undefined) return;
    caller.send(await removeCopies(context, record.number, caller.name));
  },
};

/** Takes the copies that are in sight. Resolves with the answer. */
export async function removeCopies(
  { messages, staffActs }: CommandContext,
  number: number,
  by: string,
): Promise<string> {
  const count = (await staffActs.remove(number, by)) ?? 0;
  return count === 0
    ? messages.text("commands.remove.none", { case: number })
    : messages.plural("commands.remove.started", { case: number, count });
}
