import { isOwned, type PlaceKey } from "../../model/place.ts";
import type { Copy } from "../look.ts";

/** Slots that are remembered for one id. */
const MAX_SLOTS = 64;

/** At most this many `guessed` places: those that have a copy now, and the latest of the others. */
const MAX_GUESSED = 2 * MAX_SLOTS;

/** Where a copy is. The key tells it from all others. */
interface Slot {
  readonly key: string;
  readonly place: PlaceKey;
  readonly boxId: string | null;
}

interface Slots {
  /** Of the copies in one place, the one that was there first comes first. */
  readonly inOrder: readonly Slot[];
  /** When they were seen, in the order of all looks and reported moves. */
  readonly moment: number;
  /** How many copies were seen before and are out of sight now. A copy that turns up later may be one of them. */
  readonly missing: number;
  /** True if it is unknown which copy is which, wherever they are. */
  readonly isGuess: boolean;
  /**
   * Where the only copy in its player's own things lies, that was there before all others, for as long as it stays there and no event says
   * that it was moved: whatever becomes of the others, this is that copy.
   */
  readonly anchor: Slot | undefined;
  /** Places with several copies of which nobody knows which one was there first, and places to which one of those went. */
  readonly guessed: ReadonlySet<PlaceKey>;
}

const NOTHING_SEEN = { inOrder: [], missing: 0, isGuess: false, anchor: undefined, guessed: new Set<PlaceKey>() };

/** The first copy left its slot as another copy turned up, or as several did. Its place still has a copy. */
export interface FirstLeft {
  readonly from: PlaceKey;
  /** Absent if there are several. */
  readonly to: PlaceKey | undefined;
  /** When it was still in its slot, in the order of all looks and reported moves; absent: when this tick began. */
  readonly since?: number;
}

/**
 * The slots in which the copies of an id were seen, and their order. Presence does not count the copies within one place. Of two copies in
 * one chest, or on the ground of one chunk, the one seen earlier ranks before the one that came later. If a copy leaves its slot while
 * another turns up, both are the same copy.
 */
export class SeenSlots {
  readonly #earliestSlot: (itemId: string, place: PlaceKey) => string | undefined;
  readonly #hasMovedAt: (itemId: string, place: PlaceKey, moment: number) => boolean;
  readonly #slotsOf = new Map<string, Slots>();

  /**
   * `earliestSlot`: the slot of the copy that was at the place before any other, if known. `hasMovedAt`: true if the id may have been moved
   * to or from the place since that moment.
   */
  constructor(
    earliestSlot: (itemId: string, place: PlaceKey) => string | undefined = () => undefined,
    hasMovedAt: (itemId: string, place: PlaceKey, moment: number) => boolean = () => true,
  ) {
    this.#earliestSlot = earliestSlot;
    this.#hasMovedAt = hasMovedAt;
  }

  /**
   * `copies`: those at the earliest place first. Says if that place no longer has the first copy, but still has another one. Presence
   * cannot tell the copies of one place apart, and still ranks that place first.
   */
  noteSeen(itemId: string, copies: readonly Copy[], moment = 0): FirstLeft | undefined {
    const now = copies.slice(0, MAX_SLOTS).map(slotOf);
    const known = this.#slotsOf.get(itemId);
    const before = movedWithin(known ?? { ...NOTHING_SEEN, moment }, now);
    const [isNow, wasBefore] = [keysOf(now), keysOf(before.inOrder)];
    const gone = before.inOrder.filter(({ key }) => !isNow.has(key));
    const fresh = now.filter(({ key }) => !wasBefore.has(key));
    const isSuccession = gone.length === 1 && fresh.length === 1 && before.missing === 0;
    const inOrder = isSuccession
      ? before.inOrder.map((slot) => (slot === gone[0] ? fresh[0]! : slot))
      : [...before.inOrder.filter(({ key }) => isNow.has(key)), ...fresh];
    // Among one player's own things it makes no difference which copies have gone, as long as one is left.
    const lost = gone.filter(({ place }) => !isOwned(place) || !now.some((slot) => slot.place === place));
    const isAmbiguous = fresh.length > 0 && lost.length + before.missing > 0 && !isSuccession;
    const missing = Math.max(0, before.missing + lost.length - fresh.length);
    const isGuess = before.isGuess || isAmbiguous;
    const isFromGuessed = gone.some(({ place }) => before.guessed.has(place));
    const guessed = new Set([...before.guessed, ...(isFromGuessed ? fresh.map(({ place }) => place) : [])]);
    const anchor = known === undefined ? onlyOwned(now) : this.#anchorNow(itemId, known, isNow);
    const slots = { inOrder, moment, missing, isGuess, anchor, guessed };
    this.#slotsOf.set(itemId, this.#withBeside(itemId, slots, copies, fresh));
    const from = now[0]?.place;
    const first = before.inOrder.find(({ place }) => place === from);
    if (from === undefined || first === undefined || fresh.length === 0) return undefined;
    const isFirstGuessed = before.guessed.has(from);
    const isLeft = isFirstGuessed ? gone.some(({ place }) => place === from) : gone.includes(first);
    if (!isLeft || fresh.some(({ place }) => place === from)) return undefined;
    const to = isSuccession && !before.isGuess && !isFirstGuessed ? fresh[0]!.place : undefined;
    return { from, to, since: before.moment };
  }

  /** If several turned up at a place at once, one of them was there before, or none. Which one, only a remembered slot tells. */
  #withBeside(itemId: string, slots: Slots, copies: readonly Copy[], fresh: readonly Slot[]): Slots {
    const [inOrder, guessed] = [[...slots.inOrder], new Set(slots.guessed)];
    for (const [place, there] of Map.groupBy(inOrder, (slot) => slot.place)) {
      if (there.length === 1 || !there.every((slot) => fresh.includes(slot))) continue;
      const earliest = this.#earliestSlot(itemId, place);
      const copy = earliest && copies.find((one) => one.place === place && one.slot === earliest);
      const at = copy ? inOrder.findIndex(({ key }) => key === slotOf(copy).key) : -1;
      if (at >= 0) inOrder.unshift(...inOrder.splice(at, 1));
      else if (!isOwned(place)) guessed.add(place);
    }
    return { ...slots, inOrder, guessed: withoutEarliest(guessed, inOrder) };
  }

  forget(itemId: string): void {
    this.#slotsOf.delete(itemId);
  }

  #anchorNow(itemId: string, { anchor, moment }: Slots, isNow: ReadonlySet<string>): Slot | undefined {
    if (anchor === undefined || !isNow.has(anchor.key)) return undefined;
    return this.#hasMovedAt(itemId, anchor.place, moment) ? undefined : anchor;
  }

  /** True if nobody knows which copy is which, at least of those in this place, which had one before any other place. */
  isGuess(itemId: string, firstPlace: PlaceKey): boolean {
    const slots = this.#slotsOf.get(itemId);
    if (slots?.anchor?.place === firstPlace) return false;
    return slots !== undefined && (slots.isGuess || slots.guessed.has(firstPlace));
  }

  /** True if several copies were seen in this place. */
  areSeveral(itemId: string, place: PlaceKey): boolean {
    return this.boxesAt(itemId, place).length > 1;
  }

  /** The boxes around the copies that were seen in this place, `null` for one that lay open. */
  boxesAt(itemId: string, place: PlaceKey): readonly (string | null)[] {
    const there = this.#slotsOf.get(itemId)?.inOrder.filter((slot) => slot.place === place);
    return there?.map(({ boxId }) => boxId) ?? [];
  }

  /** Sorts the copies within each place. The places keep their order. */
  inOrder(itemId: string, copies: readonly Copy[]): Copy[] {
    const slots = this.#slotsOf.get(itemId)?.inOrder;
    if (slots === undefined) return [...copies];
    const ranks = new Map(slots.map(({ key }, rank) => [key, rank]));
    const places = new Map<PlaceKey, number>();
    for (const { place } of copies) if (!places.has(place)) places.set(place, places.size);
    const rankOf = (copy: Copy) => ranks.get(slotOf(copy).key) ?? slots.length;
    return copies.toSorted((a, b) => places.get(a.place)! - places.get(b.place)! || rankOf(a) - rankOf(b));
  }
}

/** The copy at the earliest place, if that is a player's own and has no other. */
function onlyOwned([first, second]: readonly Slot[]): Slot | undefined {
  return first !== undefined && isOwned(first.place) && second?.place !== first.place ? first : undefined;
}

/** Whoever carries a copy through thousands of chests does not have all of them remembered. */
function withoutEarliest(guessed: ReadonlySet<PlaceKey>, inOrder: readonly Slot[]): ReadonlySet<PlaceKey> {
  if (guessed.size <= MAX_GUESSED) return guessed;
  const filled = new Set(inOrder.map(({ place }) => place));
  const others = [...guessed].filter((place) => !filled.has(place));
  const forgotten = new Set(others.slice(0, guessed.size - MAX_GUESSED));
  return new Set([...guessed].filter((place) => !forgotten.has(place)));
}

/** If two boxes change places in one tick, their contents are in the same slots as before. */
function slotOf({ place, slot, boxId }: Copy): Slot {
  return { key: `${place} ${slot} ${boxId}`, place, boxId };
}

/**
 * What was seen before, with slots of now where a player has moved copies among what is the player's own: there it makes no difference
 * which copy is which.
 */
function movedWithin(before: Slots, now: readonly Slot[]): Slots {
  const [isNow, wasBefore] = [keysOf(now), keysOf(before.inOrder)];
  const fresh = now.filter(({ key, place }) => isOwned(place) && !wasBefore.has(key));
  if (fresh.length === 0) return before;
  const inOrder = before.inOrder.map((slot) => {
    const at = isNow.has(slot.key) ? -1 : fresh.findIndex(({ place }) => place === slot.place);
    return at < 0 ? slot : fresh.splice(at, 1)[0]!;
  });
  return { ...before, inOrder };
}

function keysOf(slots: readonly Slot[]): Set<string> {
  return new Set(slots.map(({ key }) => key));
}
