import { timeText } from "../../messages/time-text.ts";
import type { BlockPosition, TransferAtBlock } from "../../store.ts";
import type { CommandContext } from "../command-context.ts";
import { type CommandCall, type CommandHandler, numberOf } from "../handler.ts";
import { askPage, sendPage } from "../pages.ts";
import { optional, PAGE, required } from "../parameters.ts";
import { quotedIfNeeded } from "../read-arguments.ts";
import { shownNames } from "../resolve-player.ts";
import { shortId, shownMaterial } from "./short-id.ts";

const AXES = ["x", "y", "z"] as const;

/** `/doubletake at <x> <y> <z> [world] [page]`: who moved what at a block, such as a chest, newest first. */
export const atCommand: CommandHandler = {
  name: "at",
  parameters: [...AXES.map((axis) => required(axis, "coordinate")), optional("world", "word"), PAGE],
  permission: "doubletake.admin",
  about: "commands.about.at",
  async run(call) {
    const { context, caller, usage } = call;
    const { messages, store } = context;
    const block = blockFrom(call);
    if (block === undefined) {
      caller.send(messages.text("commands.usage", { usage }));
      return;
    }
    const number = numberOf(call, isPage(call) ? "world" : "page", 1);
    const { rows, hasMore } = await askPage(number, (page) => store.transfersAt(block, page));
    const page = { rows: await rowTexts(context, rows), hasMore };
    const { world, x, y, z } = block;
    const location = world === undefined ? `${x},${y},${z}` : `${world}:${x},${y},${z}`;
    const title = messages.text("commands.at.title", { location });
    const none = messages.text("commands.at.none", { location });
    const words = [x, y, z, ...(world === undefined ? [] : [quotedIfNeeded(world)])];
    sendPage(call, number, page, { title, none, command: `/doubletake at ${words.join(" ")}` });
  },
};

/** The block, in the world that is named or else the caller's own. The console is in none, and asks about all. */
function blockFrom(call: CommandCall): BlockPosition | undefined {
  const own = call.player?.location();
  const [x, y, z] = AXES.map((axis) => coordinateFrom(call.args.get(axis)!, own?.[axis]));
  if (x === undefined || y === undefined || z === undefined) return undefined;
  const named = isPage(call) ? undefined : call.args.get("world");
  return { world: named ?? own?.world, x, y, z };
}

function coordinateFrom(typed: string, own: number | undefined): number | undefined {
  const [, sign, digits = "0"] = /^(~?)(-?\d{1,9})?$/.exec(typed) ?? [];
  if (sign === undefined || typed === "") return undefined;
  if (sign === "") return Number(digits);
  return own === undefined ? undefined : Math.floor(own) + Number(digits);
}

/** True for `at 1 2 3 2`: the last number is a page, in the caller's own world. */
function isPage({ args }: CommandCall): boolean {
  return !args.has("page") && /^[1-9]\d{0,8}$/.test(args.get("world") ?? "");
}

async function rowTexts(context: CommandContext, rows: readonly TransferAtBlock[]): Promise<string[]> {
  const { messages, clock } = context;
  const nameOf = await shownNames(
    context,
    rows.map(({ playerUUID }) => playerUUID),
  );
  return rows.map(({ playerUUID, action, itemId, material, timestamp }) =>
    messages.text("commands.at.row", {
      time: timeText(messages, timestamp, clock.now()),
      player: nameOf(playerUUID),
      action,
      material: shownMaterial(material),
      id: shortId(itemId),
    }),
  );
}
