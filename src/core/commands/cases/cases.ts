import { CASE_CHOICES, findCases, type WantedCases } from "../../cases/find-cases.ts";
import { timeText } from "../../messages/time-text.ts";
import { serversOf } from "../../model/seen-copy.ts";
import type { CaseRecord } from "../../store.ts";
import { trickLines } from "../../story/trick-text.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, numberOf, sendAll } from "../handler.ts";
import { askPage, type PageOf, sendPage } from "../pages.ts";
import { ANY_PLAYER, optionalChoice, PAGE } from "../parameters.ts";
import { quotedIfNeeded } from "../read-arguments.ts";
import { optionalAccountFrom } from "../resolve-player.ts";
import { playerText, statusText } from "./case-lines.ts";

const MAX_PAGE = 999_999_999;

const WHICH = optionalChoice("which", CASE_CHOICES);

/** `/doubletake cases [open|closed|all] [player] [page]`: what was detected, newest first. */
export const casesCommand: CommandHandler = {
  name: "cases",
  parameters: [WHICH, ANY_PLAYER, PAGE],
  permission: "doubletake.admin",
  about: "commands.about.cases",
  async run(call) {
    const { context, args } = call;
    const { messages } = context;
    const which = CASE_CHOICES.find((word) => word === args.get("which")) ?? "open";
    // `cases all 2` still means a page.
    const isPage = /^\d+$/.test(args.get("player") ?? "") && !args.has("page");
    const named = await optionalAccountFrom(call, isPage ? undefined : args.get("player"));
    if (named === undefined) return;
    const { account } = named;
    const number = numberOf(call, isPage ? "player" : "page", 1);
    if (number < 1 || number > MAX_PAGE) {
      call.caller.send(messages.text("commands.not-a-number", { value: args.get("player") ?? "", usage: call.usage }));
      return;
    }
    const { rows, hasMore } = await casesOf(context, { which, playerId: account?.id }, number);
    const page = { rows: rows.map((record) => caseRow(context, record)), hasMore };
    const title = messages.text(`commands.cases.title-${which}`, {});
    const none = messages.text(`commands.cases.none-${which}`, {});
    const of = account === undefined ? "" : ` ${quotedIfNeeded(account.name)}`;
    sendPage(call, number, page, { title, none, command: `/doubletake cases ${which}${of}` });
    sendAll(call, trickLines(messages, context.tricks, rows));
  },
};

export function casesOf({ store }: CommandContext, wanted: WantedCases, number: number): Promise<PageOf<CaseRecord>> {
  return askPage(number, (page) => findCases(store, wanted, page));
}

export function caseRow({ messages, clock }: CommandContext, record: CaseRecord): string {
  const { number, type, material, status, openedMs } = record;
  const server = serversOf(record.copies);
  const values = {
    case: number,
    type,
    player: playerText(messages, record),
    material,
    status: statusText(messages, status),
    time: timeText(messages, openedMs, clock.now()),
  };
  return server === ""
    ? messages.text("commands.cases.row", values)
    : messages.text("commands.cases.row-on-server", { ...values, server });
}
