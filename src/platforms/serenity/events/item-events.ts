import type { Game, ReportEvent } from "../game.ts";
import { reportBlocks } from "./block-events.ts";
import { reportChunks } from "./chunk-events.ts";
import { reportCommands } from "./command-events.ts";
import { reportContainers } from "./container-events.ts";
import { reportGround } from "./ground-events.ts";
import { reportPlayers } from "./player-events.ts";
import { reportRequests } from "./request-events.ts";
import { reportStoryEvents } from "./story-events.ts";

/**
 * Translates everything that Serenity raises about items. A signal comes before the change it announces. Where the outcome
 * matters, we listen for the end of the change instead. `docs/platforms/serenity.md` has the table.
 */
export function reportItemEvents(game: Game, report: ReportEvent): void {
  reportPlayers(game, report);
  reportContainers(game, report);
  reportRequests(game, report);
  reportGround(game, report);
  reportBlocks(game, report);
  reportChunks(game, report);
  reportCommands(game, report);
  reportStoryEvents(game, report);
}
