import type { CommandHandler } from "../handler.ts";
import { ANY_PLAYER } from "../parameters.ts";
import { accountFrom, sessionsOf } from "../resolve-player.ts";

/** The most names in the answer; of further players only the number is shown. */
const MAX_NAMES = 10;

/** `/doubletake scan [player]`: looks at everybody's items when this tick ends, or at one player's. */
export const scanCommand: CommandHandler = {
  name: "scan",
  parameters: [ANY_PLAYER],
  permission: "doubletake.admin",
  about: "commands.about.scan",
  async run(call) {
    const { context, caller, args } = call;
    const { messages, platform, liveItems } = context;
    const name = args.get("player");
    const account = name === undefined ? undefined : await accountFrom(call, name);
    if (name !== undefined && account === undefined) return;
    const players = account === undefined ? [...platform.players()] : sessionsOf(context, account.id);
    if (players.length === 0) {
      const offline = account && messages.text("commands.player.offline", { player: account.name });
      caller.send(offline ?? messages.text("commands.scan.nobody", {}));
      return;
    }
    const count = await liveItems.scan(players);
    const names = [...new Set(players.map((player) => player.name))];
    const shown = [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? [`+${names.length - MAX_NAMES}`] : [])];
    caller.send(messages.plural("commands.scan.done", { count, players: shown.join(", ") }));
  },
};
