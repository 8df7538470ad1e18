import type { Birth, BirthLook, BirthPlace, BirthStep } from "../model/birth.ts";
import { materialName } from "../model/material.ts";
import { accountPlace, groundUnder, isOwned, ownerOfPlace, type PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import { arrivalsOf } from "./copy-arrivals.ts";
import { EventHistory, isAt } from "./event-history.ts";
import type { EventRow, RecentEvents } from "./recent-events.ts";
import { kindsOf, LIT, makingOf, SUSPICIOUS } from "./trick.ts";

/** The most steps of a birth: those that tell the most. */
const MAX_STEPS = 12;
/** How far back a birth reaches. */
export const REACH_MS = 30_000;
/** The most rows that are searched for it: the latest. */
const MAX_ROWS = 512;
/** The most places that a look in it names. */
const MAX_PLACES = 6;

/** A place of the world that comes to light this soon after the start held what was saved. */
const START_REACH_MS = 600_000;

/** Two copies were found, or one while the other's place cannot be looked at. */
export interface Suspicion {
  readonly itemId: string;
  /** The copy that was there before the others comes first. */
  readonly copies: readonly SeenCopy[];
  /** The last look that found one copy; `undefined` when none is known. */
  readonly single: { readonly place: PlaceKey; readonly atMs: number } | undefined;
  /** The place that cannot be looked at. */
  readonly darkPlace: PlaceKey | undefined;
  /** What was done with the item lately. */
  readonly ofItem: readonly EventRow[];
}

/** The start of the server; `isAfterCrash` when the run before it did not stop cleanly. */
export interface ServerStart {
  readonly atMs: number;
  readonly isAfterCrash: boolean;
}

interface RelevantRow {
  readonly row: EventRow;
  readonly at: number;
  /** A lower rank tells more. */
  readonly rank: number;
}

/** Puts together what was reported about the item, its places and its players, between the two looks and around them. */
export function freezeBirth(
  suspicion: Suspicion,
  events: RecentEvents,
  start: ServerStart,
  nameOf: (playerId: string) => string,
): Birth {
  const { itemId, copies, single, darkPlace } = suspicion;
  const atMs = Math.max(...copies.map(({ seenMs }) => seenMs));
  const sinceMs = single?.atMs ?? Number.NEGATIVE_INFINITY;
  const concerned = concernedBy(suspicion);
  const { chunks, players } = concerned;
  const history = new EventHistory(events.about(itemId, chunks, players, atMs - REACH_MS, MAX_ROWS));
  const arrivals = arrivalsOf(itemId, copies, history, sinceMs);
  const making = makingOf(arrivals, history);
  const wanted = new Set(arrivals.map(({ at }) => at));
  const isBetween = ({ ms }: EventRow) => ms >= sinceMs && ms <= atMs;
  const relevant: RelevantRow[] = [];
  for (const [at, row] of history.rows.entries()) {
    if (row.ms > atMs || row.kind === "seen") continue;
    const rank = wanted.has(at) ? 0 : rankOf(row, itemId, concerned, isBetween(row));
    if (rank !== undefined) relevant.push({ row, at, rank });
  }
  const kept = relevant.toSorted((a, b) => a.rank - b.rank || b.at - a.at).slice(0, MAX_STEPS);
  const step = ({ row, at }: RelevantRow) => {
    const copyPlace = arrivals.find((arrival) => arrival.at === at)?.place;
    const phase = at === making.at ? "making" : isBetween(row) ? "between" : "before";
    return { ...asStep(row, at, history, copyPlace, nameOf), phase } as const;
  };
  const steps = merged(kept.toSorted((a, b) => a.at - b.at).map(step));
  const before = single && placeOf(single.place, copies, nameOf);
  const birth: Birth = {
    ...(single && before && { single: { atMs: single.atMs, places: [before] } satisfies BirthLook }),
    double: { atMs, places: placesOf(copies, darkPlace) },
    steps,
    trick: making.trick,
  };
  const isByStart = making.weight < SUSPICIOUS && isStartBetween(suspicion, making.weight, atMs, start);
  return isByStart ? afterStart(birth, start) : birth;
}

/**
 * True if the server was started between the looks. Also true if the server was started shortly before them, and a copy was there when its
 * place came to light. What was loaded then may be older than what was seen before.
 */
function isStartBetween({ copies, single }: Suspicion, weight: number, atMs: number, start: ServerStart): boolean {
  if (single !== undefined && single.atMs < start.atMs) return true;
  const isRecent = atMs - start.atMs < START_REACH_MS;
  return isRecent && weight <= LIT && copies.some(({ place }) => !isOwned(place));
}

/** Returns the birth with the start of the server as the step that made the copy. */
export function afterStart(birth: Birth, { atMs, isAfterCrash }: ServerStart): Birth {
  const kind = isAfterCrash ? "crash" : "start";
  const start = { atMs, kind, player: "", material: "", phase: "making" } as const;
  const others = birth.steps.map((step) => (step.phase === "making" ? { ...step, phase: "between" as const } : step));
  const steps = [...others.filter((step) => step.kind !== kind), start].sort((a, b) => a.atMs - b.atMs);
  const places = birth.double.places.map(({ place }) => place);
  return { ...birth, steps, trick: [kind, ...kindsOf(places)].join(" ") };
}

/** The places and players that a suspicion concerns, as records. */
interface Concerned {
  readonly places: ReadonlySet<PlaceKey>;
  /** The same places, and the grounds of their chunks. */
  readonly chunks: ReadonlySet<PlaceKey>;
  /** All players who hold a copy, or acted on the item. */
  readonly players: ReadonlySet<PlaceKey>;
}

/** Covers only the latest places and players of an item: a player who moves it a thousand times must not slow us down. */
function concernedBy({ copies, single, ofItem }: Suspicion): Concerned {
  const touched = ofItem.flatMap(({ place, other }) => [place, other]);
  const seen = [...copies.map(({ place }) => place), ...(single ? [single.place] : [])];
  const places = new Set([...seen, ...touched].filter((place) => place !== "").map(accountPlace));
  const holders = copies.map(({ holderId }) => `player:${holderId}`);
  const actors = ofItem.map(({ actor }) => actor).filter((actor) => actor !== "");
  const grounds = [...places].flatMap((place) => groundUnder(place) ?? []);
  return {
    places,
    chunks: new Set([...places, ...grounds]),
    players: new Set([...holders, ...actors].map(accountPlace)),
  };
}

/** Ranks how much a row tells; `undefined` when it is about something else. */
function rankOf(
  row: EventRow,
  itemId: string,
  { places, chunks, players }: Concerned,
  isBetween: boolean,
): number | undefined {
  const { kind } = row;
  if (kind === "light") return undefined;
  const [actor, place, other] = [accountPlace(row.actor), accountPlace(row.place), accountPlace(row.other)];
  const near = isBetween ? 0 : 4;
  if (row.itemId === itemId) return 1 + near;
  const isPlayer = players.has(actor) || players.has(place);
  const isPlace = places.has(place) || places.has(other) || places.has(actor);
  if (isPlayer && (kind === "leave" || kind === "kick" || kind === "join")) return 2 + near;
  if (isPlace && kind === "break") return 2 + near;
  if (isPlace && (kind === "open" || kind === "close")) return 3 + near;
  if (kind === "load" || kind === "unload") return chunks.has(place) ? 3 + near : undefined;
  if (!isBetween) return undefined;
  if (isPlace || isPlayer) return 3;
  return kind === "late" || (kind === "save" && row.actor === "") ? 4 : undefined;
}

function asStep(
  row: EventRow,
  at: number,
  history: EventHistory,
  copyPlace: PlaceKey | undefined,
  nameOf: (playerId: string) => string,
): Omit<BirthStep, "phase"> {
  const { ms, actor, place, material, amount } = row;
  const state = row.kind === "leave" || row.kind === "kick" ? undefined : history.stateOfActor(row, at);
  const viewer = row.kind === "break" ? history.viewerOf(place, actor, at) : undefined;
  const isSecond = row.kind === "join" && actor.includes("#");
  const kind = history.stepKind(row, at, copyPlace);
  return {
    atMs: ms,
    kind,
    player: nameAt(actor, nameOf),
    ...(state !== undefined && kind !== "join" && kind !== "save" && { playerWas: state }),
    ...(isSecond && { isSecondSession: true as const }),
    material: material === "" ? "" : materialName(material),
    ...(place !== "" &&
      place !== actor && { place: { place, location: locationIn(place), holder: nameAt(place, nameOf) } }),
    ...(history.wasGone(place, at) && row.kind !== "break" && { isPlaceGone: true as const }),
    ...(viewer !== undefined && { openTo: nameAt(viewer, nameOf) }),
    ...(amount > 0 && { tookMs: amount }),
  };
}

/** Merges repeated steps into one. The last of them counts. */
function merged(steps: readonly BirthStep[]): BirthStep[] {
  const result: BirthStep[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (last === undefined || sameKey(last) !== sameKey(step)) result.push(step);
    else result[result.length - 1] = { ...step, times: (last.times ?? 1) + 1 };
  }
  return result;
}

function sameKey({ kind, player, material, place, playerWas }: BirthStep): string {
  return [kind, player, material, place?.place, playerWas].join("\n");
}

function placesOf(copies: readonly SeenCopy[], darkPlace: PlaceKey | undefined): BirthPlace[] {
  const places = [...Map.groupBy(copies, ({ place }) => place).values()].map(([copy]) => copy!);
  return places.slice(0, MAX_PLACES).map(({ place, location, holderName }) => ({
    place,
    location,
    holder: holderName,
    ...(darkPlace !== undefined && isAt(place, darkPlace) && { isDark: true as const }),
  }));
}

function placeOf(place: PlaceKey, copies: readonly SeenCopy[], nameOf: (playerId: string) => string): BirthPlace {
  const copy = copies.find((other) => isAt(other.place, place));
  return { place, location: copy?.location ?? locationIn(place), holder: copy?.holderName ?? nameAt(place, nameOf) };
}

function nameAt(place: string, nameOf: (playerId: string) => string): string {
  const owner = ownerOfPlace(place);
  return owner === undefined ? "" : nameOf(owner);
}

/** The location of a block. Keys of other places do not contain one. */
function locationIn(place: PlaceKey): string {
  return place.startsWith("block:") ? place.slice("block:".length) : "";
}
