import { accountPlace, ENDED, onAnotherServer, type PlaceKey, placeKind } from "../model/place.ts";
import type { Arrival } from "./copy-arrivals.ts";
import { type EventHistory, isLighting } from "./event-history.ts";

/** The event that made the copies, as far as it can be told. */
interface Making {
  /** The pattern: the same for the same trick, no matter who does it or where. */
  readonly trick: string;
  /** The position of the step after which there were two; -1 when none is known. */
  readonly at: number;
  readonly weight: number;
}

/** How suspicious an arrival is. From `SUSPICIOUS` on, it should not have been possible. At `LIT`, a place only came to light. */
export const LIT = 0;
export const SUSPICIOUS = 2;

/**
 * Finds the pattern of what made a copy: kinds of events and kinds of places in their order, without names or times. Arrivals that should
 * not have been possible count; if there are none, the last arrival counts. How an item came to its earlier place, and how often it was
 * moved, differs each time, and is left out.
 */
export function makingOf(arrivals: readonly Arrival[], history: EventHistory): Making {
  const weighed = arrivals.map((arrival) => ({ ...arrival, weight: weightOf(arrival, history) }));
  const weight = Math.max(...weighed.map((arrival) => arrival.weight));
  const at = Math.max(...weighed.filter((arrival) => arrival.weight === weight).map((arrival) => arrival.at));
  const isTelling = (arrival: (typeof weighed)[number]) =>
    arrival.at >= 0 && (arrival.weight >= SUSPICIOUS || (weight < SUSPICIOUS && arrival.at === at));
  const telling = weighed.filter(isTelling).toSorted((a, b) => a.at - b.at);
  const plain = kindsOf(weighed.filter((arrival) => !isTelling(arrival)).map(({ place }) => place));
  const parts = new Set([...plain, ...telling.map((arrival) => partOf(arrival, history))]);
  return { trick: [...parts, ...(arrivals.length === 1 ? ["x2"] : [])].join(" "), at, weight };
}

/** Kinds of places, in an order that is always the same. */
export function kindsOf(places: readonly PlaceKey[]): string[] {
  return [...new Set(places.map((place) => `>${kindOfPlace(place)}`))].sort();
}

function weightOf({ place, at }: Arrival, history: EventHistory): number {
  const row = history.rows[at];
  if (row === undefined) return -1;
  if (isLighting(row.kind)) return row.kind === "join" && accountPlace(place) !== place ? SUSPICIOUS : LIT;
  if (history.stateOfActor(row, at) !== undefined) return SUSPICIOUS + 1;
  return history.stepKind(row, at, place) === "took" && history.wasGone(row.place, at) ? SUSPICIOUS : 1;
}

function partOf({ place, at }: Arrival, history: EventHistory): string {
  const row = history.rows[at]!;
  const state = isLighting(row.kind) ? undefined : history.stateOfActor(row, at);
  const step = history.stepKind(row, at, place);
  const from = step === "took" ? ` ${kindOfPlace(row.place)}` : "";
  return `${state === undefined ? "" : `${state}-`}${step}${from}>${kindOfPlace(place)}`;
}

/** Several sessions of one account are a kind of their own. */
function kindOfPlace(place: PlaceKey): string {
  if (place === ENDED) return "ended";
  if (onAnotherServer(place) !== undefined) return "server";
  const kind = placeKind(place) ?? "place";
  return accountPlace(place) === place ? kind : `${kind}+`;
}
