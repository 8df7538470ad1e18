import type { CommandHandler } from "../handler.ts";

/** `/doubletake reload`: reads messages.yml, and those keys of config.yml that can change while the server runs. */
export const reloadCommand: CommandHandler = {
  name: "reload",
  parameters: [],
  permission: "doubletake.admin",
  about: "commands.about.reload",
  run({ context, caller }) {
    const { messages } = context;
    const reloaded = context.reload();
    if (reloaded === undefined) {
      caller.send(messages.text("commands.reload.unsupported", {}));
      return;
    }
    const { changed, atRestart, complaints } = reloaded;
    caller.send(messages.text("commands.reload.done", {}));
    if (changed.length > 0) caller.send(messages.text("commands.reload.changed", { keys: changed.join(", ") }));
    if (atRestart.length > 0) caller.send(messages.text("commands.reload.later", { keys: atRestart.join(", ") }));
    if (complaints > 0) caller.send(messages.plural("commands.reload.complaints", { count: complaints }));
  },
};
