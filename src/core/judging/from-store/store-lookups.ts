import { errorText } from "../../errors.ts";
import type { Copy } from "../../looking/look.ts";
import type { Cause } from "../../looking/look-cause.ts";
import type { Log } from "../../model/log.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Custody, Store } from "../../store.ts";
import type { OncePerMinute } from "../../time/once-per-minute.ts";
import type { End } from "../ends/ended-items.ts";
import type { ArrivalDoubt } from "../proofs/first-copies.ts";
import type { Opener } from "../verdict.ts";

/** An id turned up at a place, and this process does not know where it was before. */
export interface StoreLookup {
  /** The copy as it was found; it may have moved on when the answer comes. */
  readonly copy: Copy;
  readonly seen: SeenCopy;
  /** When the tick began in which it was found, in the order of all looks and reported moves; unset if it ended in that tick. */
  readonly tickBegan?: number;
  /** True if the id turned up for the first time after a crash, which may have undone what the store says about it. */
  readonly isDoubtful: boolean;
  readonly cause: Cause;
  /** True when an event of the tick in which it turned up wrote a transfer. */
  readonly isLogged: boolean;
  readonly opener: Opener | undefined;
  /** Whether it may have been there before any other copy, as of the look that found it. */
  readonly doubt: ArrivalDoubt;
  /** Set when it ended in that same tick: nobody will find it anywhere. */
  readonly end?: End;
  /** Where it was in sight when the tick end in which the store was asked had looked; unset before that. */
  readonly inSight?: readonly PlaceKey[];
}

/** What the store says about it. */
export interface StoreAnswer extends StoreLookup {
  /** `undefined` when the store does not know the id. */
  readonly custody: Custody | undefined;
  /** Accounts of the places that the id was seen to leave while the store was asked. */
  readonly left: ReadonlySet<PlaceKey>;
}

type Answered = Omit<StoreAnswer, "left">;

/** Where an id was put on record while the store was asked about it, and what writes the last of these rows. */
interface Overwritten {
  readonly places: Set<PlaceKey>;
  readonly write: (() => void) | undefined;
}

const NO_PLACES: ReadonlySet<PlaceKey> = new Set();

/** Ids in one question to the store. */
const IDS_PER_QUESTION = 500;

/** Asks the store where ids were last confirmed. Answers come between ticks, and wait for the next tick end. */
export class StoreLookups {
  readonly #log: Log;
  readonly #failures: OncePerMinute;
  readonly #onLost: (itemId: string) => void;
  /** Open questions. An id that turns up again while it is asked about waits until the first answer has been processed. */
  readonly #open = new Map<string, StoreLookup>();
  readonly #answered: Answered[] = [];
  /** Answers that say something new go first: after a start, thousands of ids are just where they were. */
  readonly #elsewhere: Answered[] = [];
  readonly #underWay = new Set<string>();
  /** Ids that were put on record after they turned up: from then on the store does not know where they were before. */
  readonly #overwritten = new Map<string, Overwritten>();
  readonly #left = new Map<string, Set<PlaceKey>>();
  /** Until the first questions are put: rows that must not be written before those. */
  readonly #unwritten = new Map<string, () => void>();
  #wasAsked = false;

  /** `onLost`: the store can no longer say where the id was before. */
  constructor(log: Log, failures: OncePerMinute, onLost: (itemId: string) => void = () => undefined) {
    this.#log = log;
    this.#failures = failures;
    this.#onLost = onLost;
  }

  add(lookup: StoreLookup): void {
    this.#open.set(lookup.copy.itemId, lookup);
  }

  /**
   * Writes a row that has the id at this place. As long as the store is not open, nothing can be asked: then the row waits for the question
   * where the id was before. Of several rows the last one is written.
   */
  writeInTurn(itemId: string, place: PlaceKey, write: () => void): void {
    const writeNow = () => {
      write();
      this.noteWritten(itemId, place, write);
    };
    if (!this.#wasAsked && this.#open.has(itemId)) this.#unwritten.set(itemId, writeNow);
    else writeNow();
  }

  /** Writes the rows that wait. If the store was not asked yet, it never will be: this process ends. */
  writeAll(): void {
    for (const write of this.#unwritten.values()) write();
    this.#unwritten.clear();
  }

  /** A row about the id goes to the store. A question that is asked after that, or asked again, would be answered with that row. */
  noteWritten(itemId: string, place: PlaceKey, write?: () => void): void {
    if (this.#underWay.has(itemId)) {
      const { places } = this.#overwritten.get(itemId) ?? { places: new Set() };
      this.#overwritten.set(itemId, { places: places.add(place), write });
    }
    if (!this.#open.delete(itemId) || this.#underWay.has(itemId)) return;
    this.#forgetUnasked(itemId);
    this.#onLost(itemId);
  }

  /** The id was seen to leave the place. If the store says that it was there first, it is no longer the one that is there. */
  noteLeft(itemId: string, place: PlaceKey): void {
    if (!this.isAsking(itemId)) return;
    const places = this.#left.get(itemId) ?? new Set();
    this.#left.set(itemId, places.add(accountPlace(place)));
  }

  /** True until the store has answered where the id was before. */
  isAsking(itemId: string): boolean {
    return this.#open.has(itemId) || this.#underWay.has(itemId);
  }

  /** True if the store is asked about the id, and it has not left any place since it was found. */
  isWhereFound(itemId: string): boolean {
    return this.isAsking(itemId) && !this.#left.has(itemId);
  }

  get hasQuestions(): boolean {
    return this.#open.size > 0;
  }

  /** True if no question is open or under way, and no answer waits to be processed. */
  get isIdle(): boolean {
    return this.#open.size === 0 && this.#underWay.size === 0 && !this.hasAnswers;
  }

  /**
   * Asks the open questions. What the store cannot answer is asked again at the next tick end. `placesOf`: where this tick end has found an
   * id.
   */
  ask(store: Pick<Store, "custodyOf">, placesOf?: (itemId: string) => readonly PlaceKey[]): void {
    const questions = [...this.#open.values()]
      .filter(({ copy }) => !this.#underWay.has(copy.itemId))
      .map((lookup) => ({ inSight: placesOf?.(lookup.copy.itemId), ...lookup }));
    for (const { copy } of questions) this.#open.delete(copy.itemId);
    for (let at = 0; at < questions.length; at += IDS_PER_QUESTION) {
      this.#put(store, questions.slice(at, at + IDS_PER_QUESTION));
    }
    this.#wasAsked = true;
    this.writeAll();
  }

  get hasAnswers(): boolean {
    return this.#answered.length > 0 || this.#elsewhere.length > 0;
  }

  /** True if some answers can lead to a verdict: an id that is where it was cannot. */
  get hasNews(): boolean {
    return this.#elsewhere.length > 0;
  }

  /** Takes the first answers: those about ids that were elsewhere, then the others, in the order in which they came. */
  takeAnswers(atMost: number): StoreAnswer[] {
    const answers = this.#elsewhere.splice(0, atMost);
    answers.push(...this.#answered.splice(0, atMost - answers.length));
    return answers.map((answer) => ({ ...answer, left: this.#left.get(answer.copy.itemId) ?? NO_PLACES }));
  }

  /**
   * The answer about the id counts from now on. Until then, looks that it takes may show that a place is dark by now. Returns what writes the
   * last row about the id that was written before the answer was known, if there was one.
   */
  endQuestion(itemId: string): (() => void) | undefined {
    const write = this.#overwritten.get(itemId)?.write;
    this.#underWay.delete(itemId);
    this.#overwritten.delete(itemId);
    this.#forgetUnasked(itemId);
    return write;
  }

  /** There was no answer, or it could not be processed: the question is put again, unless the store has another answer by now. */
  askAgain(lookup: StoreLookup): void {
    this.#close(lookup, this.#overwritten.has(lookup.copy.itemId));
  }

  #put(store: Pick<Store, "custodyOf">, lookups: readonly StoreLookup[]): void {
    const ids = lookups.map(({ copy }) => copy.itemId);
    for (const itemId of ids) this.#underWay.add(itemId);
    store.custodyOf(ids).then(
      (rows) => {
        const byId = new Map(rows.map((custody) => [custody.itemId, custody]));
        for (const lookup of lookups) {
          const custody = byId.get(lookup.copy.itemId);
          if (custody !== undefined && this.#isWrittenSince(lookup, custody)) this.#close(lookup, true);
          else this.#answer({ ...lookup, custody });
        }
      },
      (error: unknown) => {
        for (const lookup of lookups) this.askAgain(lookup);
        const text = errorText(error);
        this.#failures.run(() => this.#log.warn(`The store does not say where ${lookups.length} items were: ${text}`));
      },
    );
  }

  /** A store that was away for a moment may be asked twice, and then answers with what was written after the question. */
  #isWrittenSince({ copy, seen }: StoreLookup, { place, confirmedMs }: Custody): boolean {
    return confirmedMs >= seen.seenMs && this.#overwritten.get(copy.itemId)?.places.has(place) === true;
  }

  /** The question is not answered. If it is not lost, it is put again. */
  #close(lookup: StoreLookup, isLost: boolean): void {
    const { itemId } = lookup.copy;
    this.#underWay.delete(itemId);
    this.#overwritten.delete(itemId);
    if (!isLost && !this.#open.has(itemId)) this.add(lookup);
    this.#forgetUnasked(itemId);
    if (isLost) this.#onLost(itemId);
  }

  #forgetUnasked(itemId: string): void {
    if (!this.isAsking(itemId)) this.#left.delete(itemId);
  }

  #answer(answer: Answered): void {
    const { copy, custody } = answer;
    const isElsewhere = custody !== undefined && accountPlace(custody.place) !== accountPlace(copy.place);
    (isElsewhere ? this.#elsewhere : this.#answered).push(answer);
  }
}
