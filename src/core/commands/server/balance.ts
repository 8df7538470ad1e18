import type { Balance } from "../../ledger/books/player-balances.ts";
import type { Messages } from "../../messages/messages.ts";
import { type CommandHandler, sendAll } from "../handler.ts";
import { PLAYER } from "../parameters.ts";
import { accountFrom } from "../resolve-player.ts";

/** `/doubletake balance <player>`: what a player has of each watched material, and what the ledger says. Also reconciles. */
export const balanceCommand: CommandHandler = {
  name: "balance",
  parameters: [PLAYER],
  permission: "doubletake.admin",
  about: "commands.about.balance",
  async run(call) {
    const { messages, ledger } = call.context;
    if (ledger === undefined) {
      call.caller.send(messages.text("commands.balance.off", {}));
      return;
    }
    const account = await accountFrom(call, call.args.get("player")!);
    if (account === undefined) return;
    ledger.reconcile();
    const balances = await ledger.balances(account.id);
    sendAll(call, [
      messages.text("commands.balance.title", { player: account.name }),
      ...balances.flatMap((balance) => linesOf(messages, balance)),
    ]);
  },
};

function linesOf(messages: Messages, { material, actual, expected, excess, pending, threshold }: Balance): string[] {
  const lines = [
    excess === 0
      ? messages.text("commands.balance.even", { material, actual })
      : messages.text("commands.balance.excess", { material, actual, expected, excess, threshold }),
  ];
  if (pending > 0) lines.push(messages.text("commands.balance.pending", { material, pending }));
  return lines;
}
