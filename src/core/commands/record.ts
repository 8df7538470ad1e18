import { findCases } from "../cases/find-cases.ts";
import type { CaseRecord, CaseStatus, QuarantinedItem } from "../store.ts";
import { caseRow } from "./cases.ts";
import type { CommandContext } from "./command-context.ts";
import { type CommandHandler, sendAll } from "./handler.ts";
import { PLAYER } from "./parameters.ts";
import { quotedIfNeeded } from "./read-arguments.ts";
import { accountFrom } from "./resolve-player.ts";

/** Cases that are counted, and that are shown; of more there is `cases all <player>`. */
const MAX_COUNTED = 1000;
const MAX_SHOWN = 5;

/** `/doubletake record <player>`: what there is against a player: cases, verdicts, items taken. */
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
    const { cases, taken } = await recordOf(context, account.id);
    const player = account.name;
    if (cases.length === 0) {
      sendAll(call, [messages.text("commands.record.none", { player })]);
      return;
    }
    const count = (status: CaseStatus) => cases.filter((record) => record.status === status).length;
    const isBack = ({ state }: QuarantinedItem) => state === "returning" || state === "returned";
    const command = `/doubletake cases all ${quotedIfNeeded(player)}`;
    sendAll(call, [
      messages.text("commands.record.title", { player, count: cases.length }),
      messages.text("commands.record.verdicts", {
        open: count("open"),
        confirmed: count("confirmed"),
        dismissed: count("dismissed"),
        closed: count("closed"),
      }),
      messages.text("commands.record.taken", { taken: taken.length, returned: taken.filter(isBack).length }),
      ...cases.slice(0, MAX_SHOWN).map((record) => caseRow(context, record)),
      ...(cases.length > MAX_SHOWN ? [messages.text("commands.more", { page: 1, command })] : []),
    ]);
  },
};

/** Cases that name the player or one of whose copies he held, and what was taken from him in them. */
export async function recordOf(
  { store }: Pick<CommandContext, "store">,
  playerId: string,
): Promise<{ readonly cases: readonly CaseRecord[]; readonly taken: readonly QuarantinedItem[] }> {
  const cases = await findCases(store, { which: "all", playerId }, { offset: 0, limit: MAX_COUNTED });
  const entries = await Promise.all(cases.map(({ number }) => store.quarantined({ caseNumber: number })));
  const taken = entries
    .flat()
    .filter(({ state, takenFrom }) => state !== "dropped" && state !== "taking" && takenFrom.holderId === playerId);
  return { cases, taken };
}
