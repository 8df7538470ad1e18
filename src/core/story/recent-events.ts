import { STEP_KINDS, type StepKind } from "../model/birth.ts";
import { accountPlace } from "../model/place.ts";
import { PlaceTable } from "./place-table.ts";

/** Steps that are derived from rows, or known otherwise: no row has one of these kinds. */
const NO_ROWS = ["put", "took", "moved", "start", "crash"] as const;

/** The kinds of rows in the ring. `seen`: a look found the item at a place where the look before had not. */
export type EventKind = Exclude<StepKind, (typeof NO_ROWS)[number]> | "transfer" | "seen";

const isRow = (kind: StepKind): kind is Exclude<StepKind, (typeof NO_ROWS)[number]> =>
  !(NO_ROWS as readonly StepKind[]).includes(kind);
const KINDS: readonly EventKind[] = ["seen", "transfer", ...STEP_KINDS.filter(isRow)];
const NUMBERS = Object.fromEntries(KINDS.map((kind, at) => [kind, at])) as Record<EventKind, number>;

/** Rows of the ring: all of it, texts included, stays below 4 MB (`recent-events.test.ts`). */
export const RING_ROWS = 7168;

/** Longer than any id. Longer texts are not kept: a part of one would keep the whole text in memory. */
const LONGEST_TEXT = 64;

/** One event, read back. Texts that do not apply are empty. */
export interface EventRow {
  readonly ms: number;
  readonly kind: EventKind;
  /** The actor's own place: it names the account and the session. */
  readonly actor: string;
  readonly place: string;
  readonly other: string;
  readonly itemId: string;
  readonly material: string;
  readonly amount: number;
}

/**
 * What the game reported lately, in the order of arrival: a ring of columns that is allocated once and refers to texts that exist anyway.
 * The more happens, the less far back it reaches.
 */
export class RecentEvents {
  readonly #ms = new Float64Array(RING_ROWS);
  readonly #kind = new Uint8Array(RING_ROWS);
  readonly #amount = new Uint32Array(RING_ROWS);
  readonly #place = new Uint16Array(RING_ROWS);
  readonly #other = new Uint16Array(RING_ROWS);
  readonly #actor: string[] = new Array(RING_ROWS).fill("");
  readonly #itemId: string[] = new Array(RING_ROWS).fill("");
  readonly #material: string[] = new Array(RING_ROWS).fill("");
  readonly #places = new PlaceTable();
  #next = 0;
  #count = 0;

  add(
    kind: EventKind,
    ms: number,
    actor: string,
    place?: string,
    other?: string,
    itemId = "",
    material = "",
    amount = 0,
  ): void {
    const at = this.#next;
    this.#places.release(this.#place[at]!);
    this.#places.release(this.#other[at]!);
    this.#ms[at] = ms;
    this.#kind[at] = NUMBERS[kind];
    this.#amount[at] = amount;
    this.#place[at] = this.#places.use(place);
    this.#other[at] = this.#places.use(other);
    this.#actor[at] = bounded(actor);
    this.#itemId[at] = bounded(itemId);
    this.#material[at] = bounded(material);
    this.#next = at + 1 === RING_ROWS ? 0 : at + 1;
    if (this.#count < RING_ROWS) this.#count++;
  }

  /** Returns what was done with the item since then, oldest first: only the latest `most` rows. */
  ofItem(itemId: string, sinceMs: number, most: number): EventRow[] {
    return this.#last(sinceMs, most, (at) => this.#itemId[at] === itemId);
  }

  /**
   * The same for rows about the item, at these places, by these players, or of the server as a whole. Places and players are named by their
   * records.
   */
  about(
    itemId: string,
    places: ReadonlySet<string>,
    players: ReadonlySet<string>,
    sinceMs: number,
    most: number,
  ): EventRow[] {
    const numbers = this.#places.numbersOf([...places, ...players]);
    const [late, save] = [NUMBERS.late, NUMBERS.save];
    return this.#last(sinceMs, most, (at) => {
      if (numbers.has(this.#place[at]!) || numbers.has(this.#other[at]!) || this.#itemId[at] === itemId) return true;
      const actor = this.#actor[at]!;
      if (actor !== "") return players.has(accountPlace(actor));
      return this.#kind[at] === late || this.#kind[at] === save;
    });
  }

  /** Everything since then, oldest first. */
  since(ms: number): EventRow[] {
    return this.#last(ms, RING_ROWS, () => true);
  }

  #last(sinceMs: number, most: number, isWanted: (at: number) => boolean): EventRow[] {
    const rows: EventRow[] = [];
    for (let back = 1; back <= this.#count && rows.length < most; back++) {
      const at = (this.#next - back + RING_ROWS) % RING_ROWS;
      if (this.#ms[at]! < sinceMs) break;
      if (isWanted(at)) rows.push(this.#read(at));
    }
    return rows.reverse();
  }

  #read(at: number): EventRow {
    return {
      ms: this.#ms[at]!,
      kind: KINDS[this.#kind[at]!]!,
      actor: this.#actor[at]!,
      place: this.#places.name(this.#place[at]!),
      other: this.#places.name(this.#other[at]!),
      itemId: this.#itemId[at]!,
      material: this.#material[at]!,
      amount: this.#amount[at]!,
    };
  }
}

/** Reading a character joins the pieces of a concatenated text, which take many times as much memory. */
function bounded(text: string): string {
  return text.length > LONGEST_TEXT || text.charCodeAt(0) === 0 ? "" : text;
}
