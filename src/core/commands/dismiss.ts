import { type CommandHandler, numberOf } from "./handler.ts";
import { CASE_NUMBER, REASON } from "./parameters.ts";
import { giveVerdict } from "./verdict-on-case.ts";

/** `/doubletake dismiss <n> [reason]`: staff say that it is no duplicate. */
export const dismissCommand: CommandHandler = {
  name: "dismiss",
  parameters: [CASE_NUMBER, REASON],
  permission: "doubletake.admin",
  about: "commands.about.dismiss",
  async run(call) {
    const { context, caller } = call;
    caller.send(await giveVerdict(context, "dismiss", numberOf(call, "n", 0), caller.name, call.args.get("reason")));
  },
};
