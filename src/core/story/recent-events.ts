import { STEP_KINDS, type StepKind } from "../model/birth.ts";
import { recordOf } from "../model/place.ts";
import { PlaceTable } from "./place-table.ts";

/** Steps that are put together from rows, or known otherwise: no row is one. */
const NO_ROWS = ["put", "took", "moved", "start", "crash"] as const;

/** What a row of the ring can be. `seen`: a look found the item at a place where the look before had not. */
export type EventKind = Exclude<StepKind, (typeof NO_ROWS)[number]> | "transfer" | "seen";

const isRow = (kind: StepKind): kind is Exclude<StepKind, (typeof NO_ROWS)[number]> =>
  !(NO_ROWS as readonly StepKind[]).includes(kind);
const KINDS: readonly EventKind[] = ["seen", "transfer", ...STEP_KINDS.filter(isRow)];
const NUMBERS = Object.fromEntries(KINDS.map((kind, at) => [kind, at])) as Record<EventKind, number>;

/** Rows of the ring: all of it, texts included, stays below 4 MB (`recent-events.test.ts`). */
export const RING_ROWS = 7168;

/** Longer than any id. What is longer is not kept: a part of a text would keep the whole of it in memory. */
const LONGEST_TEXT = 64;

/** One event, read back. Texts that do not apply are empty. */
export interface EventRow {
  readonly ms: number;
  readonly kind: EventKind;
  /** The own place of whoever did it: it names the account and the session. */
  readonly actor: string;
  readonly place: string;
  readonly other: string;
  readonly itemId: string;
  readonly material: string;
  readonly amount: number;
}

/**
 * What the game reported in the last half minute, in the order in which it came: a ring of columns that is made once, and refers to
 * texts that are there anyway. When more happens than it has rows, it reaches less far back.
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

  /** What was done with the item since then, the oldest first: the last of it, if it is more than `most`. */
  ofItem(itemId: string, sinceMs: number, most: number): EventRow[] {
    return this.#last(sinceMs, most, (at) => this.#itemId[at] === itemId);
  }

  /** The same about the item, at these places, by these players, or of the server as a whole. Both are named by their records. */
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
      if (actor !== "") return players.has(recordOf(actor));
      return this.#kind[at] === late || this.#kind[at] === save;
    });
  }

  /** Everything since then, the oldest first. */
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

/** Reading a letter puts a text into one piece: until then it may be many times as large. */
function bounded(text: string): string {
  return text.length > LONGEST_TEXT || text.charCodeAt(0) === 0 ? "" : text;
}
