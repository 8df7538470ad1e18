import type { CommandHandler } from "./handler.ts";
import { CASE_NUMBER } from "./parameters.ts";
import { caseFrom } from "./resolve-case.ts";

/** `/doubletake remove <n>`: takes the visible extra copies of a case into quarantine, whatever the configuration says. */
export const removeCommand: CommandHandler = {
  name: "remove",
  parameters: [CASE_NUMBER],
  permission: "doubletake.admin",
  about: "commands.about.remove",
  async run(call) {
    const { context, caller } = call;
    const { messages, platform, casework } = context;
    if (platform.remove === undefined) {
      caller.send(messages.text("commands.remove.unsupported", {}));
      return;
    }
    const record = await caseFrom(call);
    if (record === undefined) return;
    const count = (await casework.remove(record.number, caller.name)) ?? 0;
    const values = { case: record.number };
    caller.send(
      count === 0
        ? messages.text("commands.remove.none", values)
        : messages.plural("commands.remove.started", { ...values, count }),
    );
  },
};
