import { accountPlace, type PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import { type EventHistory, fellOnto, isAt, isLighting, touches } from "./event-history.ts";
import type { EventKind, EventRow } from "./recent-events.ts";

/** How a copy came to the place at which it was found: the row's position in the history, or -1. */
export interface Arrival {
  readonly place: PlaceKey;
  readonly at: number;
}

/** The most records whose arrivals are told apart. */
const MAX_RECORDS = 8;

/** Events after which a place holds what was saved. */
const LOADING: readonly EventKind[] = ["join", "load"];

/** Acts by which an item leaves the actor's hands, and acts by which it comes into them. */
const GIVING: readonly EventKind[] = ["transfer", "drop"];
const TAKING: readonly EventKind[] = ["transfer", "pickup"];

/** One arrival for each record that has a copy. */
export function arrivalsOf(
  itemId: string,
  copies: readonly SeenCopy[],
  history: EventHistory,
  since: number,
): Arrival[] {
  const untilMs = Math.max(...copies.map(({ seenMs }) => seenMs));
  const groups = [...Map.groupBy(copies, ({ place }) => accountPlace(place)).values()].slice(0, MAX_RECORDS);
  return groups.map((here) => {
    const { place } = here.at(-1)!;
    // There are more copies than before: the last act there made them.
    const isMore = here.some(({ count }) => count > 1) || new Set(here.map((copy) => copy.place)).size < here.length;
    const at = arrivalAt(itemId, place, history, untilMs, isMore);
    return broughtFrom(itemId, { place, at }, history, since);
  });
}

/** The row after which the item was found there: an act on it, or else the event that brought the place to light. */
function arrivalAt(itemId: string, place: PlaceKey, history: EventHistory, untilMs: number, isMore: boolean): number {
  const { rows } = history;
  const isSeen = (row: EventRow) => row.kind === "seen" && row.itemId === itemId;
  const seenAt = rows.findLastIndex((row) => isSeen(row) && isAt(row.place, place) && row.ms <= untilMs);
  if (seenAt < 0 && !isMore) return -1;
  const end = isMore ? rows.length : seenAt;
  const last = (fits: (row: EventRow) => boolean) =>
    rows.findLastIndex((row, at) => at < end && row.ms <= untilMs && fits(row));
  const isOf = (row: EventRow) => isAt(row.place, place) || fellOnto(row, place);
  const acted = last((row) => row.kind !== "seen" && row.itemId === itemId && touches(row, place));
  const opened = last((row) => isLighting(row.kind) && row.kind !== "light" && isOf(row));
  const lit = opened < 0 ? last((row) => row.kind === "light" && isOf(row)) : opened;
  if (acted < 0 || lit < 0) return Math.max(acted, lit);
  const between = rows.slice(acted + 1, lit > acted ? lit : end).filter(isSeen);
  // The item was brought there, and seen. The place came to light again since, but that did not bring the item.
  if (lit > acted && LOADING.includes(rows[lit]!.kind)) {
    const wasBrought = TAKING.includes(rows[acted]!.kind) && between.some((row) => row.place === place);
    return wasBrought ? acted : lit;
  }
  return between.some((row) => !isAt(row.place, place)) ? lit : acted;
}

/**
 * A player may take the item elsewhere and put it here with no look in between, because quick clients do both within a tick. Then the copy
 * was made when it came into the player's hands.
 */
function broughtFrom(itemId: string, { place, at }: Arrival, { rows }: EventHistory, sinceMs: number): Arrival {
  const given = rows[at];
  if (given === undefined || !GIVING.includes(given.kind) || isAt(given.actor, place)) return { place, at };
  const took = rows.findLastIndex(
    (row, turn) => turn < at && row.itemId === itemId && row.actor === given.actor && TAKING.includes(row.kind),
  );
  return took < 0 || rows[took]!.ms < sinceMs ? { place, at } : { place: given.actor, at: took };
}
