import type { Copy, Look } from "../../looking/look.ts";
import { RECHECK } from "../../looking/look-cause.ts";
import { freshMap, freshSet } from "../../model/fresh-map.ts";
import { accountPlace, mayFallTo, type PlaceKey } from "../../model/place.ts";
import type { Claim } from "../../store.ts";
import { asEvidence, asRemembered } from "../evidence.ts";
import type { Standing } from "../proofs/first-copies.ts";
import { standingIn } from "./claims.ts";
import type { DarkCopies } from "./dark-copies.ts";
import type { DarkPlacesParts } from "./dark-places-parts.ts";
import type { LastLook, LastLooks } from "./last-looks.ts";

const NO_COPIES: readonly Copy[] = [];

interface PlacesGoingDarkParts extends DarkPlacesParts {
  readonly lastLooks: LastLooks;
  readonly darkCopies: DarkCopies;
  /** The place with this item is marked dark. */
  readonly onDark: (itemId: string, place: PlaceKey) => void;
}

/** Where an id was last seen, and which of several copies that was, if there were several. */
export interface LeftPlace {
  readonly place: PlaceKey;
  readonly standing: Standing | undefined;
  /** When it was last seen there, in the order of all looks and reported moves. */
  readonly moment: number;
}

/** A place that is to be marked dark. */
interface PlaceGoingDark {
  /** Absent if no event said that it goes dark. */
  readonly lastLook: Look | undefined;
  readonly known: LastLook;
  /** Ids that were at other places too when that look was made. */
  readonly several: readonly string[];
}

/**
 * Places that were reported in this tick to go dark, and blocks that were broken. Those did not go dark: they can be looked at, and are
 * empty.
 */
export class PlacesGoingDark {
  readonly #parts: PlacesGoingDarkParts;
  #places = new Set<PlaceKey>();
  #waiting = new Map<PlaceKey, PlaceGoingDark>();
  /** What those looks found, by id. Made when first asked for. */
  #copiesOf: Map<string, Copy[]> | undefined;
  /** For each id that the last look found in some broken blocks: where it was. */
  #lastIn = new Map<string, LeftPlace[]>();

  constructor(parts: PlacesGoingDarkParts) {
    this.#parts = parts;
  }

  /**
   * The place is about to go dark, and this is the last look at it. What it found counts as in sight until the tick end has ranked the
   * copies: in which order places go dark and are looked at within a tick says nothing about the copies there.
   */
  noteGoingDark(place: PlaceKey, lastLook: Look): void {
    this.#places.add(place);
    const known = this.#lastKnown(place, lastLook);
    if (known === undefined) return;
    // A copy that may have left a dark place with the first one, as that came back in this tick, is not a later one.
    for (const itemId of lastLook.ids)
      if ((this.#standingElsewhere(itemId, place) ?? "later") === "later")
        this.#parts.copyRanking.rankGoingDark(itemId, place);
    this.#parts.lastLooks.remember(place, known);
    this.#waiting.set(place, { lastLook, known, several: this.#severalAt(place) });
    this.#copiesOf = undefined;
  }

  /** The block at this place was broken. This is the last look at what falls out of it. */
  noteBroken(place: PlaceKey, lastLook: Look): void {
    this.#places.add(place);
    const held = this.#parts.presence.idsAt(place);
    const moment = this.#parts.presence.lookedMoment(place) ?? 0;
    const standings = this.#markBroken(place, lastLook);
    for (const itemId of held) this.#noteFellOut(itemId, { place, standing: standings?.get(itemId), moment });
  }

  /** The place cannot be looked at. If no event said so, the last earlier look counts, with its age. */
  noteNotVisible(place: PlaceKey): void {
    if (this.#waiting.has(place)) return;
    const last = this.#lastKnown(place, undefined);
    if (last === undefined) return;
    const { presence, firstCopies } = this.#parts;
    const mixed = new Set(last.ids.filter((itemId) => this.#isMixed(itemId, place, last)));
    for (const itemId of mixed) firstCopies.markUnknown(itemId);
    const known = { ...last, mixed };
    const ids = known.ids.filter((itemId) => !this.#hasMovedOn(itemId, place, known));
    if (ids.length < known.ids.length) presence.set(place, ids, known.ms, known.moment);
    this.#markDark([[place, { lastLook: undefined, known: { ...known, ids }, several: this.#severalAt(place) }]]);
  }

  /** True if there were several copies, and a move to or from the place was reported since that look: it may have been any of them. */
  #isMixed(itemId: string, place: PlaceKey, { moment }: LastLook): boolean {
    const { seenSlots, recentMoves } = this.#parts;
    const boxes = seenSlots.boxesAt(itemId, place);
    if (boxes.length < 2 || moment === undefined) return false;
    const movedAs = [itemId, ...boxes.flatMap((boxId) => boxId ?? [])];
    return movedAs.some((id) => recentMoves.lastMoment(id, place) > moment);
  }

  /** True if moves reported since that look led the id to where it is now: as far as anybody knows, it is not there any more. */
  #hasMovedOn(itemId: string, place: PlaceKey, since: LastLook): boolean {
    const { presence, recentMoves } = this.#parts;
    if (!presence.isAtSeveral(itemId) || since.mixed?.has(itemId)) return false;
    const movedAs = [itemId, ...this.copiesOf(itemId).flatMap(({ boxId }) => boxId ?? [])];
    const others = presence.placesOf(itemId).filter((other) => other !== place);
    return others.some((other) => movedAs.some((id) => recentMoves.lead(id, place, other, since)));
  }

  /** Called once the copies are ranked. Places that were expected to go dark, and cannot be looked at, are dark from now on. */
  markWaiting(): void {
    if (this.#waiting.size === 0) return;
    // Whoever left and joined again in this tick is in sight: what the last look found there is looked at anew.
    for (const place of this.#waiting.keys()) if (this.#parts.observer.canSee(place)) this.#waiting.delete(place);
    this.#copiesOf = undefined;
    for (const itemId of new Set([...this.#waiting.values()].flatMap(({ known }) => known.ids))) {
      this.#rankBeside(itemId);
      // What fell out of a broken block may be what goes dark now.
      this.#noteGoneFromBlock(itemId);
    }
    this.#markDark([...this.#waiting]);
    this.#waiting = freshMap(this.#waiting);
    this.#copiesOf = undefined;
  }

  /** What lay beside other copies may have left them in this tick. Only the last looks, which are these, can tell it from the others. */
  #rankBeside(itemId: string): void {
    const { presence, proofs, observer } = this.#parts;
    if (!presence.isAtSeveral(itemId) || !proofs.wasSeen(itemId)) return;
    const copies = observer.copiesOf(itemId).concat(this.copiesOf(itemId));
    const inOrder = presence.placesOf(itemId).flatMap((at) => copies.filter(({ place }) => place === at));
    proofs.rankBeside(itemId, inOrder);
  }

  /** True if no place is still to be marked dark. */
  get isDone(): boolean {
    return this.#waiting.size === 0;
  }

  /** What was found of the id in places that are to be marked dark. */
  copiesOf(itemId: string): readonly Copy[] {
    if (this.#waiting.size === 0) return NO_COPIES;
    this.#copiesOf ??= Map.groupBy(
      [...this.#waiting.values()].flatMap(({ lastLook }) => lastLook?.copies ?? []),
      (copy) => copy.itemId,
    );
    return this.#copiesOf.get(itemId) ?? NO_COPIES;
  }

  /** Marks a broken block dark at once. Returns which copies were there; `undefined` if no look is known: it was dark before. */
  #markBroken(place: PlaceKey, lastLook: Look): ReadonlyMap<string, Standing> | undefined {
    const known = this.#lastKnown(place, lastLook);
    if (known === undefined) return undefined;
    this.#markDark([[place, { lastLook, known: { ...known, isBroken: true }, several: this.#severalAt(place) }]]);
    return this.#parts.lastLooks.at(place)?.standings;
  }

  /** What the place held when it was last looked at; `undefined` if that is not known. */
  #lastKnown(place: PlaceKey, lastLook: Look | undefined): LastLook | undefined {
    const { presence, unprocessed, clock } = this.#parts;
    const ms = presence.lookedMs(place) ?? (lastLook?.isVisible ? clock.now() : undefined);
    if (ms === undefined) return undefined;
    // Items that wait to be processed are there as well.
    const ids = [...presence.idsAt(place), ...unprocessed.idsAt(place)];
    return { ms, moment: presence.lookedMoment(place), ids, isFinal: lastLook?.isVisible === true };
  }

  #severalAt(place: PlaceKey): readonly string[] {
    const { presence } = this.#parts;
    return presence.idsAt(place).filter((itemId) => presence.isAtSeveral(itemId));
  }

  /** Each copy has its standing among all of them, so none of these places is forgotten before all were ranked. */
  #markDark(places: readonly (readonly [PlaceKey, PlaceGoingDark])[]): void {
    for (const [place, { known }] of places)
      this.#parts.lastLooks.remember(place, { ...known, standings: this.#standingsAt(place, known) });
    for (const [place, going] of places) this.#noteSeveral(place, going);
    for (const [place] of places) this.#forget(place);
  }

  /**
   * Notes the copies at the place whose ids are at other places too, or were when the last look at it was made. Another place may have gone
   * dark just before: this one seemed to be in sight then.
   */
  #noteSeveral(place: PlaceKey, { lastLook, known, several }: PlaceGoingDark): void {
    const { proofs, holders, darkCopies } = this.#parts;
    const standings = this.#parts.lastLooks.at(place)?.standings;
    const found = new Map(lastLook?.copies.map((copy) => [copy.itemId, copy]));
    const wereSeveral = known.ids.filter((itemId) => darkCopies.standingElsewhere(itemId, place) !== undefined);
    const awaited = known.ids.filter((itemId) => this.#awaitedAt(itemId, place) !== undefined);
    for (const itemId of new Set([...several, ...this.#severalAt(place), ...wereSeveral, ...awaited])) {
      const copy = found.get(itemId);
      const seen = copy ? asEvidence(copy, holders, known.ms) : asRemembered(itemId, place, holders, known.ms);
      const [standing, opener] = [standings?.get(itemId) ?? "first", proofs.decideOpener(itemId)];
      darkCopies.add({ seen, standing, material: copy?.item.material, opener });
    }
  }

  #forget(place: PlaceKey): void {
    for (const itemId of this.#parts.presence.forget(place)) {
      this.#parts.proofs.markDark(itemId);
      this.#parts.onDark(itemId, place);
    }
  }

  /** For ids that are at several places, or were until the other places went dark: which copy is here. */
  #standingsAt(place: PlaceKey, { ids, mixed }: LastLook): Map<string, Standing> {
    const { presence, firstCopies, isAsking } = this.#parts;
    const standings = new Map<string, Standing>();
    for (const itemId of ids) {
      const other = this.#standingElsewhere(itemId, place);
      // Until the store has said where the item was, that one copy was seen before another says nothing.
      if (mixed?.has(itemId)) standings.set(itemId, "unknown");
      else if (isAsking(itemId)) standings.set(itemId, firstCopies.isLater(itemId, place) ? "later" : "unknown");
      else if (presence.isAtSeveral(itemId))
        standings.set(itemId, amongAll(firstCopies.standingOf(itemId, place), other));
      else if (other !== undefined)
        standings.set(itemId, other === "first" ? "later" : other === "later" ? "first" : other);
      else {
        const awaited = this.#awaitedAt(itemId, place);
        if (awaited !== undefined) standings.set(itemId, this.#standingNow(itemId, place, awaited));
      }
    }
    return standings;
  }

  /** The claim on the place, if the id awaits its second look there. */
  #awaitedAt(itemId: string, place: PlaceKey): Claim | undefined {
    const claim = this.#parts.claims.get(itemId, accountPlace(place));
    return claim?.kind === "pending" ? claim : undefined;
  }

  /** Which copy the only one in sight is: since the first look, the first one may have left the other place, and come here. */
  #standingNow(itemId: string, place: PlaceKey, claim: Claim): Standing {
    const isFirst = this.#parts.firstCopies.firstPlaceFound(itemId) === accountPlace(place);
    return isFirst || standingIn(claim) === "first" ? "first" : "unknown";
  }

  /** Which copy another place has that went dark before. */
  #standingElsewhere(itemId: string, place: PlaceKey): Standing | undefined {
    const { darkCopies, lastLooks, claims } = this.#parts;
    return (
      darkCopies.standingElsewhere(itemId, place) ??
      lastLooks.standingElsewhere(itemId, place) ??
      claims.standingElsewhere(itemId, place)
    );
  }

  /** The last look found the item in a block that was broken. */
  #noteFellOut(itemId: string, left: LeftPlace): void {
    this.#lastIn.set(itemId, [...(this.#lastIn.get(itemId) ?? []), left]);
  }

  /**
   * Returns, once, the place that the id left: it can be looked at, and does not hold the id, or one that was put there since. With
   * `ground`: only a block whose contents may fall there.
   */
  takeLeft(itemId: string, ground?: PlaceKey): LeftPlace | undefined {
    const { observer, moves } = this.#parts;
    const left = this.#lastIn.get(itemId)?.find(({ place, moment }) => {
      if (ground !== undefined && !mayFallTo(place, ground)) return false;
      const { isVisible, copies } = observer.look(place, RECHECK);
      const isHeld = copies.some((copy) => copy.itemId === itemId);
      return isVisible && (!isHeld || moves.hasComeSince(itemId, place, moment));
    });
    if (left !== undefined) this.#lastIn.delete(itemId);
    return left;
  }

  /** A copy left a broken block, and did not turn up where it fell. If it may have been the first, it is out of sight, or any of those seen. */
  #noteGoneFromBlock(itemId: string): void {
    const { presence, firstCopies, onLeft } = this.#parts;
    const left = this.takeLeft(itemId);
    if (left === undefined) return;
    if (!presence.has(itemId)) onLeft(itemId, left.place);
    else if (left.standing === "first" || left.standing === "unknown") firstCopies.noteOutOfSight(itemId, left.place);
  }

  /** Remembers what the places that can be looked at hold (mostly nothing), in case their surroundings go dark a moment later. */
  finishTickEnd(): void {
    const { observer, clock, lastLooks } = this.#parts;
    for (const place of this.#places) {
      const { isVisible, copies } = observer.look(place, RECHECK);
      if (isVisible) lastLooks.remember(place, { ms: clock.now(), ids: copies.map(({ itemId }) => itemId) });
    }
    this.#places = freshSet(this.#places);
    for (const itemId of this.#lastIn.keys()) this.#noteGoneFromBlock(itemId);
    this.#lastIn = freshMap(this.#lastIn);
  }
}

/** Of all copies one at most was first. `among`: the copy's standing among those in sight; `other`: that of a copy in the dark. */
function amongAll(among: Standing, other: Standing | undefined): Standing {
  if (among !== "first" || other === undefined || other === "later") return among;
  return other === "first" ? "later" : "unknown";
}
