import { WorldEvent } from "@serenityjs/core";
import type { Game, ReportEvent } from "../game.ts";
import type { SerenityPlayer } from "../serenity-player.ts";

/** A double chest gives the second half's items back in the tick after it was closed. One more tick makes sure of it. */
const TICKS_TO_WRITE = 2;
/** A server that no longer ticks has nothing to write either. */
const PATIENCE_MS = 1000;

const MOVES = [
  WorldEvent.PlayerContainerInteraction,
  WorldEvent.PlayerOpenedContainer,
  WorldEvent.PlayerCraftRecipe,
  WorldEvent.PlayerPlaceBlock,
  WorldEvent.PlayerBreakBlock,
  WorldEvent.EntityDropItem,
  WorldEvent.EntityItemPickup,
] as const;

/**
 * Brings the game to rest before it is saved, so that no item is in mid-move: open inventories are closed, containers write
 * what they hold, and from then on nothing moves. Every player is looked at a last time.
 */
export async function stopAllMoves({ serenity, sessions, ticks }: Game, report: ReportEvent): Promise<void> {
  closeWindows(sessions.all());
  await ticks.after(TICKS_TO_WRITE, PATIENCE_MS);
  closeWindows(sessions.all());
  for (const event of MOVES) serenity.before(event, () => false);
  for (const player of sessions.all()) {
    report({ kind: "going-dark", place: player.place, action: "QUIT", player });
  }
}

/** A window cannot be closed if its container no longer knows the viewer (0.8.21 throws). */
function closeWindows(players: Iterable<SerenityPlayer>): void {
  for (const { host } of players) {
    const { openedContainer } = host;
    if (openedContainer?.getAllOccupants().some(([viewer]) => viewer === host)) openedContainer.close(host);
  }
}
