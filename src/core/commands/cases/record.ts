import { playerRecord } from "../../cases/player-record.ts";
import { type CommandHandler, sendAll } from "../handler.ts";
import { PLAYER } from "../parameters.ts";
import { quotedIfNeeded } from "../read-arguments.ts";
import { accountFrom } from "../resolve-player.ts";
import { caseRow } from "./cases.ts";

/** The most cases that are shown; `cases all <player>` shows all. */
const MAX_SHOWN = 5;

/** `/doubletake record <player>`: everything on record against a player: cases, verdicts, items taken. */
export const recordCommand: CommandHandler = {
  name: "record",
  parameters: [PLAYER],
  permission: "doubletake.admin",
  about: "commands.about.record",
  async run(call) {
    const account = await accountFrom(call, call.args.get("player")!);
    if (account === undefined) return;
    const { context } = call;
    const { messages } = context;
    const { cases, verdicts, taken, returned } = await playerRecord(context.store, account.id);
    const player = account.name;
    if (cases.length === 0) {
      sendAll(call, [messages.text("commands.record.none", { player })]);
      return;
    }
    const command = `/doubletake cases all ${quotedIfNeeded(player)}`;
    sendAll(call, [
      messages.text("commands.record.title", { player, count: cases.length }),
      messages.text("commands.record.verdicts", verdicts),
      messages.text("commands.record.taken", { taken, returned }),
      ...cases.slice(0, MAX_SHOWN).map((record) => caseRow(context, record)),
      ...(cases.length > MAX_SHOWN ? [messages.text("commands.more", { page: 1, command })] : []),
    ]);
  },
};
