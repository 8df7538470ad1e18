import type { StepKind } from "../model/birth.ts";
import { accountPlace, groundUnder, isLeftoverWindow, type PlaceKey, placeKind } from "../model/place.ts";
import type { EventKind, EventRow } from "./recent-events.ts";

/** Ways in which a copy can come to light at a place without anybody bringing it there. */
const LIGHTING: readonly EventKind[] = ["join", "respawn", "break", "open", "load", "light"];

/** Related rows, and what they say about each other. */
export class EventHistory {
  readonly rows: readonly EventRow[];

  constructor(rows: readonly EventRow[]) {
    this.rows = withoutRepetitions(rows);
  }

  /** How the actor's session had ended before this row, if it had. */
  stateOfActor({ actor }: EventRow, at: number): "gone" | "kicked" | undefined {
    if (actor === "") return undefined;
    const last = this.#lastBefore(at, (row) => row.actor === actor && isOfSession(row.kind));
    return last?.kind === "kick" ? "kicked" : last?.kind === "leave" ? "gone" : undefined;
  }

  /** Another player who had the place open and had not closed it. */
  viewerOf(place: string, actor: string, at: number): string | undefined {
    const closed = new Set<string>();
    for (let back = at - 1; back >= 0; back--) {
      const row = this.rows[back]!;
      if (row.kind === "leave") closed.add(row.actor);
      if (row.place !== place || row.actor === "" || row.actor === actor) continue;
      if (row.kind === "close") closed.add(row.actor);
      else if (row.kind === "open" && !closed.has(row.actor)) return row.actor;
    }
    return undefined;
  }

  /** True when the place was broken before, and not placed again. A window is what is left of such a place. */
  wasGone(place: string, at: number): boolean {
    if (isLeftoverWindow(place)) return true;
    if (placeKind(place) !== "block") return false;
    return this.#lastBefore(at, (row) => row.place === place && isBuilding(row.kind))?.kind === "break";
  }

  /** The direction of a transfer follows from where the item was found next: at `copyPlace`, if that is given. */
  stepKind(row: EventRow, at: number, copyPlace?: PlaceKey): StepKind {
    const { kind, itemId } = row;
    if (kind !== "transfer") return kind as StepKind;
    // Nothing stays in what is left of a container.
    if (isLeftoverWindow(row.place)) return "took";
    const found =
      copyPlace ?? this.rows.find((next, turn) => turn > at && next.kind === "seen" && next.itemId === itemId)?.place;
    if (found === undefined || row.other !== "") return "moved";
    return isAt(row.actor, found) ? "took" : isAt(row.place, found) ? "put" : "moved";
  }

  #lastBefore(at: number, fits: (row: EventRow) => boolean): EventRow | undefined {
    for (let back = at - 1; back >= 0; back--) if (fits(this.rows[back]!)) return this.rows[back];
    return undefined;
  }
}

export function isLighting(kind: EventKind): boolean {
  return LIGHTING.includes(kind);
}

/** Sessions of one account are views of one record. */
export function isAt(a: string, b: string): boolean {
  return a === b ? a !== "" : a.startsWith("player:") && accountPlace(a) === accountPlace(b);
}

export function touches({ actor, place, other }: EventRow, at: string): boolean {
  return isAt(actor, at) || isAt(place, at) || isAt(other, at);
}

/** A broken container drops what it held onto the ground below. */
export function fellOnto({ kind, place }: EventRow, ground: string): boolean {
  return kind === "break" && groundUnder(place) === ground;
}

/**
 * Platforms report some events as two: first the ground onto which something may fall, then the container that is broken; or first that a
 * player joins, then that the player stands in the world.
 */
function withoutRepetitions(rows: readonly EventRow[]): EventRow[] {
  const lastOf = new Map<string, EventKind>();
  return rows.filter((row, at) => {
    const { kind, actor, place } = row;
    if (kind === "break" && placeKind(place) === "ground") {
      const next = rows.slice(at + 1, at + 4).find((other) => other.kind === "break" && other.actor === actor);
      return next === undefined || groundUnder(next.place) !== place;
    }
    if (!isOfSession(kind)) return true;
    const before = lastOf.get(actor);
    lastOf.set(actor, kind);
    return kind !== "join" || before !== "join";
  });
}

function isOfSession(kind: EventKind): boolean {
  return kind === "join" || kind === "leave" || kind === "kick";
}

function isBuilding(kind: EventKind): boolean {
  return kind === "break" || kind === "place";
}
