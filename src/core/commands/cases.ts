import { timeText } from "../messages/time-text.ts";
import type { CaseRecord } from "../store.ts";
import { playerText, statusText } from "./case-lines.ts";
import type { CommandContext } from "./command-context.ts";
import { type CommandHandler, numberOf, sendAll } from "./handler.ts";
import { askPage, type PageOf, pageLines } from "./pages.ts";
import { choice, PAGE } from "./parameters.ts";

/** `/doubletake cases [open|all] [page]`: what was detected, newest first. */
export const casesCommand: CommandHandler = {
  name: "cases",
  parameters: [choice("which", ["open", "all"], true), PAGE],
  permission: "doubletake.admin",
  about: "commands.about.cases",
  async run(call) {
    const { context } = call;
    const { messages } = context;
    const which = call.args.get("which") === "all" ? "all" : "open";
    const number = numberOf(call, "page", 1);
    const { rows, hasMore } = await casesOf(context, which, number);
    const page = { rows: rows.map((record) => rowText(context, record)), hasMore };
    const title = messages.text(`commands.cases.title-${which}`, {});
    const none = messages.text(`commands.cases.none-${which}`, {});
    sendAll(call, pageLines(messages, number, page, { title, none, command: `/doubletake cases ${which}` }));
  },
};

export function casesOf({ store }: CommandContext, which: "open" | "all", number: number): Promise<PageOf<CaseRecord>> {
  return askPage(number, (page) => store.cases(which === "open" ? { status: "open" } : {}, page));
}

function rowText({ messages, clock }: CommandContext, record: CaseRecord): string {
  const { number, type, material, status, openedMs } = record;
  return messages.text("commands.cases.row", {
    case: number,
    type,
    player: playerText(messages, record),
    material,
    status: statusText(messages, status),
    time: timeText(messages, openedMs, clock.now()),
  });
}
