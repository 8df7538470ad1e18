import { idPrefix, MIN_ID_CHARACTERS } from "../../model/item-id.ts";
import type { CommandCall } from "../handler.ts";

/** The most ids that the answer to an ambiguous beginning shows. */
const MAX_CANDIDATES = 5;

/** The id that was typed whole or by its beginning. If there is no such single id, the caller has been told. */
export async function itemIdFrom({ context, caller }: CommandCall, typed: string): Promise<string | undefined> {
  const { messages } = context;
  const value = typed;
  const prefix = idPrefix(typed);
  if (prefix === undefined) {
    caller.send(messages.text("commands.item-id.not-an-id", { value }));
    return undefined;
  }
  if (prefix.length < MIN_ID_CHARACTERS) {
    caller.send(messages.text("commands.item-id.too-short", { value }));
    return undefined;
  }
  const ids = await context.store.idsByPrefix(prefix, MAX_CANDIDATES + 1);
  if (ids.length === 1) return ids[0];
  if (ids.length === 0) caller.send(messages.text("commands.item-id.unknown", { value }));
  else {
    caller.send(messages.text("commands.item-id.ambiguous", { value }));
    for (const id of ids.slice(0, MAX_CANDIDATES)) caller.send(messages.text("commands.item-id.candidate", { id }));
    if (ids.length > MAX_CANDIDATES) caller.send(messages.text("commands.item-id.and-more", {}));
  }
  return undefined;
}
