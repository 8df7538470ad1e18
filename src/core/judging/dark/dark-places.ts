import type { Copy, Look } from "../../looking/look.ts";
import { freshMap } from "../../model/fresh-map.ts";
import { formatLocation } from "../../model/location.ts";
import { materialName } from "../../model/material.ts";
import { accountPlace, locationOfPlace, type PlaceKey, placeOnServer } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Custody } from "../../store.ts";
import { readItemId } from "../../tagging/item-tag.ts";
import { asEvidence } from "../evidence.ts";
import type { StoreAnswer, StoreLookup } from "../from-store/store-lookups.ts";
import type { ArrivalDoubt, Standing } from "../proofs/first-copies.ts";
import { type Opener, withoutBlame } from "../verdict.ts";
import { standingIn } from "./claims.ts";
import type { DarkPlacesParts } from "./dark-places-parts.ts";
import { ForeignItems } from "./foreign-items.ts";
import { type LastLook, LastLooks } from "./last-looks.ts";
import { type LeftPlace, PlacesGoingDark } from "./places-going-dark.ts";

/** Ids that went dark and are seen elsewhere, for which one tick end opens claims; the rest follows at the next. */
const CLAIMS_PER_TICK = 32;

/** At least this many, even if the tick end's time is spent. */
const LEAST_CLAIMS = 8;

interface DarkCopy {
  readonly seen: SeenCopy;
  readonly standing: Standing;
  /** The other copy, if that went dark after this one in the same tick. Nothing leaves a dark place: there were two. */
  readonly beside?: { readonly seen: SeenCopy; readonly material: string };
}

/**
 * Places that cannot be looked at now. Nothing can leave a dark place. If an id that it held when it went dark turns up elsewhere without a
 * reported move, that is a claim on the place. `ReturnedPlaces` settles it when the place comes back.
 */
export class DarkPlaces {
  readonly #parts: DarkPlacesParts;
  readonly #lastLooks = new LastLooks();
  /** Ids that a place held when it went dark in this tick, and that are at another place as well. */
  #darkCopies = new Map<string, DarkCopy>();
  readonly #placesGoingDark: PlacesGoingDark;
  readonly #foreign = new ForeignItems();

  constructor(parts: DarkPlacesParts) {
    this.#parts = parts;
    this.#placesGoingDark = new PlacesGoingDark(parts, this.#lastLooks);
  }

  /**
   * `lastLook`: the look that was made because the place goes dark, if there was one. Without it, the last earlier look counts, with its
   * age. A place without any known look was dark before.
   */
  markDark(place: PlaceKey, lastLook: Look | undefined): void {
    const { presence, proofs, holders } = this.#parts;
    if (lastLook !== undefined) this.#placesGoingDark.add(place);
    const lookedMs = presence.lookedMs(place) ?? (lastLook?.isVisible ? this.#parts.clock.now() : undefined);
    if (lookedMs === undefined) return;
    // Items that wait to be processed are there as well.
    const ids = [...presence.idsAt(place), ...this.#parts.unprocessed.idsAt(place)];
    const standings = this.#standingsAt(place, ids);
    const [moment, isFinal] = [presence.lookedMoment(place), lastLook?.isVisible === true];
    this.#lastLooks.remember(place, { ms: lookedMs, moment, ids, standings, isFinal });
    const copies = new Map(lastLook?.copies.map((copy) => [copy.itemId, copy]));
    for (const itemId of presence.forget(place)) {
      if (lastLook !== undefined) this.#placesGoingDark.noteHeld(itemId, { place, standing: standings.get(itemId) });
      proofs.markDark(itemId);
      if (this.#parts.isAskedAbout(itemId)) this.#foreign.noteDark(itemId, place);
      const copy = copies.get(itemId);
      if (!presence.has(itemId)) {
        if (copy !== undefined) this.#noteBeside(copy, lookedMs);
        continue;
      }
      const seen = copy ? asEvidence(copy, holders, lookedMs) : this.#remembered(itemId, place, lookedMs);
      this.#darkCopies.set(itemId, { seen, standing: standings.get(itemId)! });
    }
  }

  /** The last copy in sight went dark. In this tick another one may have gone before it. */
  #noteBeside(copy: Copy, lookedMs: number): void {
    const before = this.#darkCopies.get(copy.itemId);
    if (before === undefined || accountPlace(before.seen.place) === accountPlace(copy.place)) return;
    const beside = { seen: asEvidence(copy, this.#parts.holders, lookedMs), material: copy.item.material };
    this.#darkCopies.set(copy.itemId, { ...before, beside });
  }

  /**
   * Returns, once, the place that the id left in this tick because its block was broken. It was expected to go dark, but can be looked at
   * and does not hold the id. With `ground`: only a block whose contents may fall there.
   */
  takeLeft(itemId: string, ground?: PlaceKey): LeftPlace | undefined {
    return this.#placesGoingDark.takeLeft(itemId, ground);
  }

  /** False while claims are still to be opened. */
  get isDone(): boolean {
    return this.#darkCopies.size === 0;
  }

  /** Called at the end of a tick. Opens claims for ids that went dark at one place and are seen at another. */
  openClaims(): void {
    this.#addOvertaken();
    const { observer, proofs, sanctionedReissue, holders, clock, endedNow } = this.#parts;
    let claims = 0;
    for (const [itemId, { seen: dark, standing, beside }] of this.#darkCopies) {
      if (claims === CLAIMS_PER_TICK || (claims >= LEAST_CLAIMS && clock.isSpent)) break;
      claims++;
      this.#darkCopies.delete(itemId);
      if (!this.isDark(dark.place)) continue;
      const isOther = (copy: Copy) =>
        accountPlace(copy.place) !== accountPlace(dark.place) && !this.#isExplained(dark, copy);
      const visible = observer.copiesOf(itemId).filter(isOther);
      const ended = endedNow(itemId).filter(({ copy }) => isOther(copy));
      const [other] = [...visible, ...ended.map(({ copy }) => copy)];
      // Staff know of proven copies. The claim only keeps which one was first, and custody with it.
      const isTold = proofs.isProven(itemId);
      const isKnown = this.#parts.claims.get(itemId, accountPlace(dark.place)) !== undefined;
      if (other === undefined && beside !== undefined && !isKnown && this.isDark(beside.seen.place))
        this.contest(beside.material, [beside.seen, dark], undefined, true, standing);
      if (other === undefined || (isTold && visible.length === 0)) continue;
      const [byEnd] = ended.map(({ player, before }) => before.pending?.opener ?? { player, hasActed: false });
      const opener = proofs.pendingOf(itemId)?.opener ?? byEnd;
      proofs.forget(itemId);
      if (visible.length > 0 && sanctionedReissue.reissueIfSanctioned([undefined, ...visible])) continue;
      const seen = [...visible.map((copy) => asEvidence(copy, holders, clock.now())), ...ended.map(({ seen }) => seen)];
      this.contest(other.item.material, [...seen, dark], opener, isTold, standing);
    }
    if (this.#darkCopies.size === 0) this.#darkCopies = freshMap(this.#darkCopies);
    this.#placesGoingDark.finishTickEnd();
  }

  /**
   * Ids that were at another place too when they went dark, but had left that one in the same tick: it was found out in time, and where
   * they went was not. That is known by now.
   */
  #addOvertaken(): void {
    const { presence, moves } = this.#parts;
    for (const [itemId, from] of presence.firstPlacesLeft()) {
      if (!presence.has(itemId) || this.#darkCopies.has(itemId)) continue;
      const dark = this.#placesGoingDark.placeOf(itemId);
      const lookedMs = dark === undefined ? undefined : this.#lastLooks.at(dark)?.ms;
      if (dark === undefined || lookedMs === undefined) continue;
      const isDarkFirst = moves.lead(itemId, from, dark);
      const isOtherFirst = presence.placesOf(itemId).some((place) => moves.lead(itemId, from, place));
      const standing = isDarkFirst === isOtherFirst ? "unknown" : isDarkFirst ? "first" : "later";
      this.#darkCopies.set(itemId, { seen: this.#remembered(itemId, dark, lookedMs), standing });
    }
  }

  /** The copy that came to light was placed or used up. If the other copy comes back from the dark, it is a second one. */
  noteEnd(itemId: string, seen: SeenCopy): void {
    const { claims } = this.#parts;
    for (const claim of claims.of(itemId)) {
      if (claim.kind !== "dark") continue;
      const dark = claim.copies.filter(({ place }) => accountPlace(place) === claim.place);
      const copies = standingIn(claim) === "first" ? [...dark, seen] : [seen, ...dark];
      claims.open({ ...claim, copies });
    }
  }

  /**
   * An id turned up, and the store says where it was before. That place is looked at, if possible. If the id is there too, it becomes a
   * suspect by itself. If the place is dark, that is a claim. Otherwise the item moved. `copy`: the item where it is now, if it can be
   * seen.
   */
  compareWithStore(
    { copy: found, seen, opener, isDoubtful, doubt }: StoreLookup,
    custody: Custody,
    copy: Copy | undefined,
  ): void {
    const { serverName, holders, sanctionedReissue, claims, absentOwners } = this.#parts;
    const { itemId, location, holderId, confirmedMs, server } = custody;
    // That is known, and custody stays as it is until the owner is seen again.
    if (absentOwners.haveFirst(itemId)) return;
    const isHere = serverName === undefined || serverName === server;
    const place = isHere ? custody.place : placeOnServer(server, custody.place);
    // The holder there must also be known when the place comes back.
    holders.rememberStored(itemId, place, holderId);
    if (!this.isDark(place)) return;
    const lastLook = this.#lastLooks.at(place);
    // Nothing gets into a dark place: an item that it did not hold when it went dark is not there.
    if (lastLook?.ids.includes(itemId) === false) return;
    if (copy !== undefined && sanctionedReissue.reissueIfSanctioned([undefined, copy])) return;
    const seenMs = Math.max(confirmedMs, lastLook?.ms ?? 0);
    const holderName = holders.nameOf(holderId);
    const there: SeenCopy = { itemId, place, slot: "", location, holderId, holderName, count: 1, seenMs };
    if (this.#isExplained(there, found)) return;
    const isUnknown = this.#parts.isUnknown(place);
    // No crash has undone what this process itself saw there.
    const isSilent = (isDoubtful && lastLook === undefined) || isUnknown;
    // An existing claim says more than custody, which went with the copy that came to light then.
    const claim = claims.get(itemId, accountPlace(place));
    const before = claim?.kind === "dark" ? standingIn(claim) : this.#standingInDark(itemId, place, doubt);
    // If nobody knows what its player had when leaving, the item may have gone before.
    const standing = isUnknown && before === "first" ? "unknown" : before;
    // Whoever acted on what may be the item itself, or on a copy that was known before, has not brought a copy.
    const hasBrought = standing === "first" && claims.of(itemId).length === 0;
    const blamed = hasBrought ? opener : withoutBlame(opener);
    this.contest(found.item.material, [seen, there], blamed, isSilent, standing);
  }

  /** The same for an item that went dark here while other servers were asked about it: custody is theirs, and does not name the place. */
  compareWithForeign(answer: StoreAnswer, copy: Copy): void {
    const { serverName = "", clock, holders } = this.#parts;
    const { itemId } = copy;
    const place = this.#foreign.placeOf(itemId);
    if (place === undefined) return;
    this.#foreign.forget(itemId);
    if (accountPlace(place) === accountPlace(copy.place) || !this.#lastLooks.at(place)?.ids.includes(itemId)) return;
    // Custody has come here meanwhile: the place on record is compared anyway.
    if (answer.custody?.server === serverName && accountPlace(answer.custody.place) === accountPlace(place)) return;
    const { location, holderId } = this.#remembered(itemId, place, clock.now());
    holders.rememberStored(itemId, place, holderId);
    const known = { itemId, place, server: serverName, location, holderId, confirmedMs: 0, version: 0 };
    this.compareWithStore(answer, known, copy);
  }

  /** The place was looked at again. Returns the last look before it went dark. */
  takeLastLook({ place, waiting }: Pick<Look, "place" | "waiting">): LastLook | undefined {
    return this.#lastLooks.takeLastLook(place, waiting);
  }

  /** True if the last look was made because the place went dark, and found the item there. */
  wasWith(place: PlaceKey, itemId: string): boolean {
    const last = this.#lastLooks.at(place);
    return last?.isFinal === true && last.ids.includes(itemId);
  }

  /** True when the place is known not to have held the item when it went dark. */
  wasWithout(place: PlaceKey, itemId: string): boolean {
    return this.#lastLooks.at(place)?.ids.includes(itemId) === false;
  }

  /** A place that is gone is not dark. A broken block can be looked at, and is empty; for an entity, the platform may know. */
  isDark(place: PlaceKey): boolean {
    const { observer, platform } = this.#parts;
    return !observer.canSee(place) && platform.isGone?.(place) !== true;
  }

  /**
   * Opens a claim on the place of the last copy. If `isSilent`, after a crash for example, nobody is told until that place is looked at.
   * `among`: its standing among these copies.
   */
  contest(
    material: string,
    copies: readonly SeenCopy[],
    opener: Opener | undefined,
    isSilent: boolean,
    among: Standing,
  ): void {
    const { claims, clock, onVerdict } = this.#parts;
    const { itemId } = copies[0]!;
    const darkPlace = accountPlace(copies.at(-1)!.place);
    const openedMs = clock.now();
    const standing = claims.standingAmongAll(itemId, darkPlace, among);
    const inOrder = standing === "first" ? [copies.at(-1)!, ...copies.slice(0, -1)] : copies;
    const isOrderUnknown = standing === "unknown";
    claims.open({ itemId, place: darkPlace, kind: "dark", openedMs, copies: inOrder, isOrderUnknown });
    if (isSilent) return;
    onVerdict({ kind: "contested", itemId, material: materialName(material), copies, darkPlace, opener });
  }

  /** True if an event reported the move of the item, or of the box that it is in, after the dark place was last seen to hold it. */
  #isExplained({ itemId, place, seenMs }: SeenCopy, { outer, place: to }: Copy): boolean {
    const { recentMoves } = this.#parts;
    const since = this.#lastLooks.at(place) ?? { ms: seenMs };
    const isIt = [itemId, readItemId(outer) ?? itemId].some((moved) => recentMoves.lead(moved, place, to, since));
    if (isIt) this.#lastLooks.noteMove(place, itemId);
    return isIt;
  }

  /** For ids that are at several places, or were until the other places went dark: which copy is here. */
  #standingsAt(place: PlaceKey, ids: readonly string[]): Map<string, Standing> {
    const { presence, firstCopies } = this.#parts;
    const standings = new Map<string, Standing>();
    for (const itemId of ids) {
      const other =
        this.#darkCopies.get(itemId)?.standing ??
        this.#lastLooks.standingElsewhere(itemId, place) ??
        this.#parts.claims.standingElsewhere(itemId, place);
      if (presence.isAtSeveral(itemId)) standings.set(itemId, firstCopies.standingOf(itemId, place));
      else if (other !== undefined)
        standings.set(itemId, other === "first" ? "later" : other === "later" ? "first" : other);
    }
    return standings;
  }

  /**
   * Which copy is in a dark place on which there is no claim yet. What was known when it went dark says more than custody, which goes with
   * another copy while the first one is out of sight.
   */
  #standingInDark(itemId: string, place: PlaceKey, doubt: ArrivalDoubt): Standing {
    const known = this.#lastLooks.at(place)?.standings?.get(itemId);
    return known ?? this.#parts.firstCopies.standingOfDark(itemId, place, doubt);
  }

  #remembered(itemId: string, place: PlaceKey, seenMs: number): SeenCopy {
    const at = locationOfPlace(place);
    const { id, name } = this.#parts.holders.holderOf(itemId, place);
    const location = at ? formatLocation(at) : "";
    return { itemId, place, slot: "", location, holderId: id, holderName: name, count: 1, seenMs };
  }
}
