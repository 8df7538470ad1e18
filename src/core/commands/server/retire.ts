import type { CommandHandler } from "../handler.ts";
import { required } from "../parameters.ts";

/** `/doubletake retire <server>`: gives up a server of the network that is not coming back. */
export const retireCommand: CommandHandler = {
  name: "retire",
  parameters: [required("server", "server")],
  permission: "doubletake.admin",
  about: "commands.about.retire",
  async run({ context, caller, args }) {
    const { messages, store, log } = context;
    const server = args.get("server")!;
    const isRetired = await store.retireServer(server);
    if (isRetired) log.warn(`${caller.name} retired the server ${server}.`);
    caller.send(messages.text(isRetired ? "commands.retire.done" : "commands.retire.refused", { server }));
  },
};
