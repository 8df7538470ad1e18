import type { HeldFilter } from "../../cases/quarantine/restoring.ts";
import { sinceMs } from "../../time/read-since.ts";
import { type CommandCall, type CommandHandler, sendAll } from "../handler.ts";
import { ANY_PLAYER, choice, optional, required } from "../parameters.ts";
import { optionalAccountFrom, shownNames } from "../resolve-player.ts";
import { returningLines } from "./restore.ts";

/** Stands for everybody where a player is expected. */
const EVERYBODY = "*";

/** `/doubletake restore-since <time> <dry-run|now> [player] [material]`: gives back everything taken since a time. */
export const restoreSinceCommand: CommandHandler = {
  name: "restore-since",
  parameters: [required("time", "word"), choice("when", ["dry-run", "now"]), ANY_PLAYER, optional("material", "word")],
  permission: "doubletake.admin",
  about: "commands.about.restore-since",
  async run(call) {
    const filter = await filterFrom(call);
    if (filter === undefined) return;
    const { staffActs } = call.context;
    if (call.args.get("when") === "dry-run") sendAll(call, await wouldLines(call, filter));
    else {
      const outcome = await staffActs.restoreSince(filter, call.caller.name);
      const { messages } = call.context;
      const { withoutHolder, undecided, returning } = outcome;
      sendAll(call, [
        ...(await returningLines(call.context, returning)),
        ...(withoutHolder > 0 ? [messages.plural("commands.restore-since.nobody", { count: withoutHolder })] : []),
        ...(undecided > 0 ? [messages.plural("commands.restore.undecided", { count: undecided })] : []),
        ...(returning.length + withoutHolder + undecided === 0
          ? [messages.text("commands.restore-since.none", {})]
          : []),
      ]);
    }
  },
};

/** `undefined` if something is wrong; then the caller has been told. */
async function filterFrom(call: CommandCall): Promise<HeldFilter | undefined> {
  const { context, caller, args, usage } = call;
  const written = args.get("time")!;
  const from = sinceMs(written, context.clock.now());
  if (from === undefined) {
    caller.send(context.messages.text("commands.restore-since.no-time", { value: written, usage }));
    return undefined;
  }
  const name = args.get("player");
  const named = await optionalAccountFrom(call, name === EVERYBODY ? undefined : name);
  if (named === undefined) return undefined;
  const { account } = named;
  const material = args.get("material");
  return {
    sinceMs: from,
    ...(account !== undefined && { playerId: account.id }),
    ...(material !== undefined && { material }),
  };
}

/** One line for each player who would get something back. */
async function wouldLines({ context }: CommandCall, filter: HeldFilter): Promise<string[]> {
  const { messages, staffActs } = context;
  const held = await staffActs.heldSince(filter);
  if (held.length === 0) return [messages.text("commands.restore-since.none", {})];
  const byAccount = Map.groupBy(held, ({ takenFrom }) => takenFrom.holderId);
  const nameOf = await shownNames(context, byAccount.keys());
  return [...byAccount].map(([id, items]) =>
    messages.plural("commands.restore-since.would", {
      player: nameOf(id),
      count: items.length,
      cases: [...new Set(items.map(({ caseNumber }) => caseNumber))].join(", "),
    }),
  );
}
