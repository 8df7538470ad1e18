import type { RenderedText } from "../../messages/message-keys.ts";
import { timeText } from "../../messages/time-text.ts";
import type { CommandContext } from "../command-context.ts";
import type { CommandHandler } from "../handler.ts";
import { optionalChoice } from "../parameters.ts";

/** `/doubletake removal [on|off]`: switches this server's automatic removal on or off; without an argument, shows its state. */
export const removalCommand: CommandHandler = {
  name: "removal",
  parameters: [optionalChoice("switch", ["on", "off"])],
  permission: "doubletake.admin",
  about: "commands.about.removal",
  async run({ context, caller, args }) {
    const { messages, brake, store, log } = context;
    const wanted = args.get("switch");
    if (wanted !== undefined) {
      if (wanted === "on") await brake.release(store);
      else await brake.pull(caller.name, store);
      log.warn(`${caller.name} switched removal ${wanted}.`);
    }
    caller.send(messages.text("commands.status.removal", { state: removalState(context) }));
    if (wanted === "on" && brake.isReleased) caller.send(messages.text("commands.removal.released", {}));
  },
};

/** Says whether copies are taken away automatically, and if not, why: for `status` and `removal`. */
export function removalState({ messages, brake, clock }: CommandContext): RenderedText {
  const { state } = brake;
  if (state.kind === "on") return messages.rendered("removal.state.on", {});
  if (state.kind === "file") return messages.rendered("removal.state.file", {});
  const time = timeText(messages, state.atMs, clock.now());
  if (state.kind === "staff") return messages.rendered("removal.state.staff", { by: state.by, time });
  return messages.rendered("removal.state.limit", { limit: state.limit, time });
}
