import type { CommandHandler } from "./handler.ts";
import { choice } from "./parameters.ts";
import { removalState } from "./removal-state.ts";

/** `/doubletake removal [on|off]`: this server's brake on what is taken away by itself; alone, how it stands. */
export const removalCommand: CommandHandler = {
  name: "removal",
  parameters: [choice("switch", ["on", "off"], true)],
  permission: "doubletake.admin",
  about: "commands.about.removal",
  async run({ context, caller, args }) {
    const { messages, casework, store, log } = context;
    const wanted = args.get("switch");
    if (wanted !== undefined) {
      if (wanted === "on") await casework.brake.release(store);
      else await casework.brake.pull(caller.name, store);
      log.warn(`${caller.name} switched removal ${wanted}.`);
    }
    caller.send(messages.text("commands.status.removal", { state: removalState(context) }));
    if (wanted === "on" && casework.brake.isReleased) caller.send(messages.text("commands.removal.released", {}));
  },
};
