import type { Copy, Look } from "../../looking/look.ts";
import { materialName } from "../../model/material.ts";
import { accountPlace, type PlaceKey, placeOnServer } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Custody } from "../../store.ts";
import { readItemId } from "../../tagging/item-tag.ts";
import { asRemembered } from "../evidence.ts";
import type { StoreAnswer, StoreLookup } from "../from-store/store-lookups.ts";
import type { ArrivalDoubt, Standing } from "../proofs/first-copies.ts";
import { withoutBlame } from "../verdict.ts";
import { fewOf, standingIn } from "./claims.ts";
import { DarkCopies } from "./dark-copies.ts";
import type { ContestedCopies, DarkPlacesParts } from "./dark-places-parts.ts";
import { ForeignItems } from "./foreign-items.ts";
import { type LastLook, LastLooks } from "./last-looks.ts";
import { type LeftPlace, PlacesGoingDark } from "./places-going-dark.ts";

/**
 * Places that cannot be looked at now. Nothing can leave a dark place. If an id that it held when it went dark turns up elsewhere without a
 * reported move, that is a claim on the place. `ReturnedPlaces` settles it when the place comes back.
 */
export class DarkPlaces {
  readonly #parts: DarkPlacesParts;
  readonly #lastLooks: LastLooks;
  readonly #darkCopies: DarkCopies;
  readonly #placesGoingDark: PlacesGoingDark;
  readonly #foreign = new ForeignItems();

  constructor(parts: DarkPlacesParts) {
    this.#parts = parts;
    this.#lastLooks = new LastLooks((place) => this.#isGone(place));
    this.#darkCopies = new DarkCopies({
      ...parts,
      isDark: (place) => this.isDark(place),
      isGone: (place) => this.#isGone(place),
      isThere: (place, itemId) => this.wasThere(place, itemId),
      isExplained: (dark, copy) => this.#isExplained(dark, copy),
      contest: (contested) => this.contest(contested),
    });
    this.#placesGoingDark = new PlacesGoingDark({
      ...parts,
      lastLooks: this.#lastLooks,
      darkCopies: this.#darkCopies,
      onDark: (itemId, place) => {
        if (parts.isAskedAbout(itemId)) this.#foreign.noteDark(itemId, place);
      },
    });
  }

  /** The place is about to go dark, and this is the last look at it. */
  noteGoingDark(place: PlaceKey, lastLook: Look): void {
    this.#placesGoingDark.noteGoingDark(place, lastLook);
  }

  /** The block at this place was broken. This is the last look at what falls out of it. */
  noteBroken(place: PlaceKey, lastLook: Look): void {
    this.#placesGoingDark.noteBroken(place, lastLook);
  }

  /** The place cannot be looked at. */
  noteNotVisible(place: PlaceKey): void {
    this.#placesGoingDark.noteNotVisible(place);
  }

  /** Called once the copies are ranked. Places that were expected to go dark, and cannot be looked at, are dark from now on. */
  markWaiting(): void {
    this.#placesGoingDark.markWaiting();
  }

  /** What was found of the id in places that are to be marked dark. */
  copiesGoingDark(itemId: string): readonly Copy[] {
    return this.#placesGoingDark.copiesOf(itemId);
  }

  /**
   * Returns, once, the place that the id left in this tick because its block was broken. It was expected to go dark, but can be looked at
   * and does not hold the id. With `ground`: only a block whose contents may fall there.
   */
  takeLeft(itemId: string, ground?: PlaceKey): LeftPlace | undefined {
    return this.#placesGoingDark.takeLeft(itemId, ground);
  }

  /** False while places are still to be marked dark, or claims to be opened. */
  get isDone(): boolean {
    return this.#darkCopies.isDone && this.#placesGoingDark.isDone;
  }

  /** Called at the end of a tick. */
  openClaims(): void {
    this.#darkCopies.openClaims();
    this.#placesGoingDark.finishTickEnd();
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
    const about = { material: found.item.material, copies: [seen, there] };
    this.contest({ ...about, opener: blamed, isSilent, standing });
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
    const { location, holderId } = asRemembered(itemId, place, holders, clock.now());
    holders.rememberStored(itemId, place, holderId);
    const known = { itemId, place, server: serverName, location, holderId, confirmedMs: 0, version: 0 };
    this.compareWithStore(answer, known, copy);
  }

  /** The place was looked at again. Returns the last look before it went dark. */
  takeLastLook({ place, waiting }: Pick<Look, "place" | "waiting">): LastLook | undefined {
    return this.#lastLooks.takeLastLook(place, waiting);
  }

  /** True if the last look before the place went dark found the item there. */
  wasThere(place: PlaceKey, itemId: string): boolean {
    return this.#lastLooks.at(place)?.ids.includes(itemId) === true;
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
    return !this.#parts.observer.canSee(place) && !this.#isGone(place);
  }

  #isGone(place: PlaceKey): boolean {
    return this.#parts.platform.isGone?.(place) === true;
  }

  /** Opens a claim on the place of the last copy. */
  contest({ material, copies, opener, isSilent, standing: among }: ContestedCopies): void {
    const { claims, clock, onVerdict } = this.#parts;
    const { itemId } = copies[0]!;
    const darkPlace = accountPlace(copies.at(-1)!.place);
    const openedMs = clock.now();
    const standing = claims.standingAmongAll(itemId, darkPlace, among);
    const ordered = standing === "first" ? [copies.at(-1)!, ...copies.slice(0, -1)] : copies;
    const inOrder = fewOf(ordered, darkPlace);
    const isOrderUnknown = standing === "unknown";
    claims.open({ itemId, place: darkPlace, kind: "dark", openedMs, copies: inOrder, isOrderUnknown });
    if (isSilent) return;
    onVerdict({ kind: "contested", itemId, material: materialName(material), copies, darkPlace, opener });
  }

  /** True if an event reported the move of the item, or of the box that it is in, after the dark place was last seen to hold it. */
  #isExplained({ itemId, place, seenMs }: SeenCopy, { outer, place: to }: Copy): boolean {
    const { recentMoves } = this.#parts;
    const since = this.#lastLooks.at(place) ?? { ms: seenMs };
    // One of several may have gone, but at least one is still there.
    if ("mixed" in since && since.mixed?.has(itemId)) return false;
    const isIt = [itemId, readItemId(outer) ?? itemId].some((moved) => recentMoves.lead(moved, place, to, since));
    if (isIt) this.#lastLooks.noteMove(place, itemId);
    return isIt;
  }

  /**
   * Which copy is in a dark place on which there is no claim yet. What was known when it went dark says more than custody, which goes with
   * another copy while the first one is out of sight.
   */
  #standingInDark(itemId: string, place: PlaceKey, doubt: ArrivalDoubt): Standing {
    const known = this.#lastLooks.at(place)?.standings?.get(itemId);
    return known ?? this.#parts.firstCopies.standingOfDark(itemId, place, doubt);
  }
}
