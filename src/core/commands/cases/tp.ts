import { locationText } from "../../messages/place-text.ts";
import { parseLocation } from "../../model/location.ts";
import { whereIs } from "../../model/seen-copy.ts";
import type { Player } from "../../platform.ts";
import type { CaseRecord } from "../../store.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, numberOf } from "../handler.ts";
import { CASE_NUMBER, optional } from "../parameters.ts";
import { caseFrom } from "./case.ts";
import { placesOfCase } from "./case-places.ts";

/** `/doubletake tp <n> [k]`: takes the caller to the k-th place of a case, by default the first. */
export const tpCommand: CommandHandler = {
  name: "tp",
  parameters: [CASE_NUMBER, optional("k", "integer")],
  permission: "doubletake.admin",
  about: "commands.about.tp",
  async run(call) {
    const { context, caller, player } = call;
    if (player === undefined) {
      caller.send(context.messages.text("commands.tp.players-only", {}));
      return;
    }
    const record = await caseFrom(call);
    if (record !== undefined) caller.send(goToPlace(context, player, record, numberOf(call, "k", 1)));
  },
};

/** Takes the player there. Returns the answer: where that is, or why it is not possible. */
export function goToPlace(
  { messages, server: own }: CommandContext,
  player: Player,
  record: CaseRecord,
  number: number,
): string {
  const places = placesOfCase(record);
  const place = places[number - 1];
  if (place === undefined) {
    return messages.plural("commands.tp.no-such-place", { case: record.number, count: places.length });
  }
  const { location } = place.copy;
  const { server } = whereIs(place.copy);
  if (server !== "" && server !== own.name) {
    const at = locationText(messages, location);
    return messages.text("commands.tp.elsewhere", { case: record.number, number, server, location: at });
  }
  const to = parseLocation(location);
  if (to === undefined) return messages.text("commands.tp.unknown-place", { case: record.number, number });
  if (player.teleport === undefined) return messages.text("commands.tp.unsupported", {});
  player.teleport(to);
  return messages.text("commands.tp.done", { case: record.number, number, location });
}
