import { locationText, placeText } from "../../messages/place-text.ts";
import { timeText } from "../../messages/time-text.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { NOWHERE } from "../../model/place.ts";
import { statusText } from "../cases/case-lines.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandHandler, sendAll } from "../handler.ts";
import { ITEM_ID } from "../parameters.ts";
import { shownNames } from "../resolve-player.ts";
import { itemIdFrom } from "./resolve-item.ts";
import { shownMaterial } from "./short-id.ts";
import { trackedItemsAt } from "./tracked-items.ts";

/** The most cases of one item that are mentioned. */
const MAX_CASES = 5;

/** `/doubletake find <id>`: where the item is now, as far as known. */
export const findCommand: CommandHandler = {
  name: "find",
  parameters: [ITEM_ID],
  permission: "doubletake.admin",
  about: "commands.about.find",
  async run(call) {
    const itemId = await itemIdFrom(call, call.args.get("id")!);
    if (itemId === undefined) return;
    const { context } = call;
    const material = shownMaterial((await context.store.firstSighting(itemId))?.material);
    const last = await lastKnown(context, itemId);
    const cases = await caseLinesOf(context, itemId);
    // Looked at last, so that the answer shows what is in sight now.
    const visible = visibleLines(context, itemId);
    const known = [...visible, ...(visible.length === 0 ? last : [])];
    sendAll(call, [
      context.messages.text("commands.find.title", { material, id: itemId }),
      ...(known.length > 0 ? known : [context.messages.text("commands.find.nothing", {})]),
      ...cases,
    ]);
  },
};

/** Every place where it can be seen at this very moment. */
function visibleLines({ messages, platform, liveItems, server }: CommandContext, itemId: string): string[] {
  return liveItems.placesOf(itemId).flatMap((place) => {
    const here = trackedItemsAt(platform, place).filter((item) => item.itemId === itemId);
    const holder = liveItems.holderOf(itemId, place).name;
    return here.map(({ location }) =>
      messages.text("commands.find.visible", {
        place: placeText(messages, place, holder),
        location: locationText(messages, location, server.hasOthers ? server.name : ""),
      }),
    );
  });
}

/** Where it was last confirmed: by this server, or by another one on the same store. */
async function lastKnown(context: CommandContext, itemId: string): Promise<string[]> {
  const { messages, store, clock } = context;
  const [custody] = await store.custodyOf([itemId]);
  if (custody === undefined) return [];
  const { place, location, holderId, confirmedMs, server } = custody;
  const time = timeText(messages, confirmedMs, clock.now());
  if (place === NOWHERE) return [messages.text("commands.find.left", { time })];
  const holder = holderId === NIL_UUID ? "" : (await shownNames(context, [holderId]))(holderId);
  const where = { place: placeText(messages, place, holder), location: locationText(messages, location) };
  return [messages.text("commands.find.last", { ...where, time, server })];
}

async function caseLinesOf({ messages, store, clock }: CommandContext, itemId: string): Promise<string[]> {
  const cases = await store.cases({ itemId }, { offset: 0, limit: MAX_CASES });
  const lines: string[] = [];
  for (const { number, status } of cases) {
    const quarantined = await store.quarantined({ caseNumber: number, state: "held" });
    for (const { takenMs } of quarantined.filter((entry) => entry.itemId === itemId)) {
      const time = timeText(messages, takenMs, clock.now());
      lines.push(messages.text("commands.find.quarantined", { case: number, time }));
    }
    lines.push(messages.text("commands.find.case", { case: number, status: statusText(messages, status) }));
  }
  return lines;
}
