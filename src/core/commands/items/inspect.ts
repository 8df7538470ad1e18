import { timeText } from "../../messages/time-text.ts";
import { formatLocation } from "../../model/location.ts";
import { playerPlace } from "../../model/place.ts";
import type { KnownPlayer } from "../../store.ts";
import { type CommandCall, type CommandHandler, numberOf, sendAll } from "../handler.ts";
import { type PageOf, pageOf, sendPage } from "../pages.ts";
import { ANY_PLAYER, PAGE } from "../parameters.ts";
import { quotedIfNeeded } from "../read-arguments.ts";
import { accountFrom, sessionsOf } from "../resolve-player.ts";
import { heldTrackedItem } from "./held-item.ts";
import { shortId, shownMaterial } from "./short-id.ts";
import { type TrackedItem, trackedItemsAt, trackedItemsIn } from "./tracked-items.ts";

/**
 * `/doubletake inspect [player] [page]`: shows the tracked items in the caller's hand, or in that player's inventory. It assigns no ids.
 */
export const inspectCommand: CommandHandler = {
  name: "inspect",
  parameters: [ANY_PLAYER, PAGE],
  permission: "doubletake.admin",
  about: "commands.about.inspect",
  async run(call) {
    const name = call.args.get("player");
    if (name === undefined) return showHand(call);
    const account = await accountFrom(call, name);
    if (account !== undefined) await showInventory(call, account);
  },
};

/** The held item, and what is inside it. */
function showHand(call: CommandCall): void {
  const { messages, staffActs } = call.context;
  // The console has no hand: it has to name a player.
  if (call.player === undefined) {
    call.caller.send(messages.text("commands.usage", { usage: call.usage }));
    return;
  }
  const held = heldTrackedItem(call);
  if (held === undefined) return;
  const item = call.player.heldItem()!;
  const inside = trackedItemsIn(item, "", formatLocation(call.player.location())).slice(1);
  const caseNumber = staffActs.openNumberOf(held.id);
  sendAll(call, [
    messages.text("commands.inspect.hand", held),
    ...inside.map((inner) => rowText(call, inner)),
    ...(caseNumber ? [messages.text("commands.inspect.case", { case: caseNumber })] : []),
  ]);
}

async function showInventory(call: CommandCall, account: KnownPlayer): Promise<void> {
  const { context } = call;
  const { messages, platform } = context;
  const player = account.name;
  const number = numberOf(call, "page", 1);
  const sessions = sessionsOf(context, account.id);
  const isOnline = sessions.length > 0;
  const items = sessions.flatMap(({ place }) => trackedItemsAt(platform, place));
  const page = isOnline ? rowsOf(call, pageOf(number, items)) : await rememberedRows(call, account.id, number);
  const title = isOnline
    ? messages.text("commands.inspect.online", { player })
    : messages.text("commands.inspect.offline", { player });
  const none = messages.text("commands.inspect.none", { player });
  sendPage(call, number, page, { title, none, command: `/doubletake inspect ${quotedIfNeeded(player)}` });
}

function rowsOf(call: CommandCall, { rows, hasMore }: PageOf<TrackedItem>): PageOf<string> {
  return { rows: rows.map((item) => rowText(call, item)), hasMore };
}

function rowText({ context }: CommandCall, { itemId, material, slot }: TrackedItem): string {
  const values = { material: shownMaterial(material), id: shortId(itemId), slot };
  return context.messages.text("commands.inspect.row", values);
}

/** What an offline player had when last seen. */
async function rememberedRows({ context }: CommandCall, playerId: string, number: number): Promise<PageOf<string>> {
  const { messages, store, clock } = context;
  const custody = await store.custodyAt(playerPlace(playerId));
  const newestFirst = custody.toSorted((a, b) => b.confirmedMs - a.confirmedMs);
  const { rows, hasMore } = pageOf(number, newestFirst);
  const first = await Promise.all(rows.map(({ itemId }) => store.firstSighting(itemId)));
  const texts = rows.map(({ itemId, confirmedMs }, at) =>
    messages.text("commands.inspect.remembered", {
      material: shownMaterial(first[at]?.material),
      id: shortId(itemId),
      time: timeText(messages, confirmedMs, clock.now()),
    }),
  );
  return { rows: texts, hasMore };
}
