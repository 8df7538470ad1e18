import { PERMISSIONS } from "../platform.ts";
import { type CommandCall, type CommandHandler, numberOf } from "./handler.ts";
import { pageOf, sendPage } from "./pages.ts";
import { PAGE } from "./parameters.ts";

/** Commands on one page of help; each is one short line. */
const COMMANDS_PER_PAGE = 12;

/** `/doubletake help [page]`: the commands that the caller may use. */
export const helpCommand: CommandHandler = {
  name: "help",
  parameters: [PAGE],
  permission: "doubletake.admin",
  alsoFor: PERMISSIONS,
  about: "commands.about.help",
  run: showHelp,
};

export function showHelp(call: CommandCall): void {
  const { messages } = call.context;
  const number = numberOf(call, "page", 1);
  const rows = call.available.map(({ usage, about }) =>
    messages.text("commands.help.row", { usage, about: messages.rendered(about, {}) }),
  );
  const title = messages.text("commands.help.title", {});
  const page = pageOf(number, rows, COMMANDS_PER_PAGE);
  sendPage(call, number, page, { title, none: title, command: "/doubletake help" });
}
