import type { FlyingSquidPlayer } from "../flying-squid-player.ts";
import type { Game, ReportEvent } from "../game.ts";
import type { SquidPlayer } from "../squid-server.ts";
import type { Drops } from "./drops.ts";

interface Click {
  readonly windowId: number;
  readonly slot: number;
  readonly mouseButton: number;
  mode: number;
}

const CLICK = 0;
const DROP_KEY = 4;
/** "Double click", which flying-squid 1.12 ignores. */
const IGNORED = 6;
const OUTSIDE = -999;
const OWN_INVENTORY = 0;

/**
 * Carries out players' clicks in their own inventory, with the stacks that are there. flying-squid 1.12 trusts the item that the client
 * names in the packet. Up to 1.16 that item becomes the stack, without its id and data. Later packets name no item, and nothing is moved.
 * The server's drop key drops a copy of the held item, whichever slot was meant. Chest windows have nothing behind them on this server, so
 * clicks there do nothing.
 */
export function handleClicks(game: Game, report: ReportEvent, drops: Drops, host: SquidPlayer): void {
  host._client.prependListener("window_click", (click: Click) => {
    const { mode } = click;
    if (mode !== CLICK && mode !== DROP_KEY) return;
    click.mode = IGNORED;
    const player = game.sessions.of(host);
    if (player === undefined || click.windowId !== OWN_INVENTORY) return;
    if (mode === DROP_KEY) drops.dropSlot(player, click.slot, click.mouseButton === 0 ? 1 : Number.POSITIVE_INFINITY);
    else if (click.slot === OUTSIDE) drops.dropCursor(player, click.mouseButton === 0 ? Number.POSITIVE_INFINITY : 1);
    else carryOut(player, click);
  });
  host._client.on("close_window", () => {
    const player = game.sessions.of(host);
    if (player !== undefined) clearCursor(player, drops);
  });

  function carryOut(player: FlyingSquidPlayer, click: Click): void {
    const { inventory } = host;
    const item = inventory.slots[click.slot] ?? null;
    try {
      inventory.acceptClick({ ...click, mode: CLICK, item });
    } catch {
      // The slot or button does not exist: nothing was moved.
      return;
    }
    const moved = inventory.selectedItem ?? inventory.slots[click.slot];
    if (!moved || moved.count < 1) return;
    report({ kind: "interaction", player, item: game.items.wrap(moved), action: "INVENTORY_CLICK" });
  }
}

/**
 * Puts the stack on the cursor back into the inventory, or drops it if there is no room, as the game does. The server saves
 * slots only, so it would lose a stack that stays on the cursor.
 */
export function clearCursor(player: FlyingSquidPlayer, drops: Drops): void {
  const { inventory } = player.host;
  const stack = inventory.selectedItem;
  if (!stack || stack.count < 1) return;
  if (player.putAway(stack)) inventory.selectedItem = null;
  else drops.dropCursor(player, Number.POSITIVE_INFINITY);
}
