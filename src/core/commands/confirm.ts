import { type CommandHandler, numberOf } from "./handler.ts";
import { CASE_NUMBER, REASON } from "./parameters.ts";
import { giveVerdict } from "./verdict-on-case.ts";

/** `/doubletake confirm <n> [reason]`: staff say that it is a duplicate. Nothing is removed by it. */
export const confirmCommand: CommandHandler = {
  name: "confirm",
  parameters: [CASE_NUMBER, REASON],
  permission: "doubletake.admin",
  about: "commands.about.confirm",
  async run(call) {
    const { context, caller } = call;
    caller.send(await giveVerdict(context, "confirm", numberOf(call, "n", 0), caller.name, call.args.get("reason")));
  },
};
