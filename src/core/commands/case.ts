import { caseLines, nextSteps } from "./case-lines.ts";
import { type CommandHandler, sendAll } from "./handler.ts";
import { CASE_NUMBER } from "./parameters.ts";
import { caseFrom } from "./resolve-case.ts";

/** `/doubletake case <n>`: one case with its evidence. */
export const caseCommand: CommandHandler = {
  name: "case",
  parameters: [CASE_NUMBER],
  permission: "doubletake.admin",
  about: "commands.about.case",
  async run(call) {
    const { context } = call;
    const record = await caseFrom(call);
    if (record === undefined) return;
    sendAll(call, await caseLines(context, record));
    call.caller.send(await nextSteps(context, record));
  },
};
