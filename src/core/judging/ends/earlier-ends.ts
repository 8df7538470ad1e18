import type { Copy } from "../../looking/look.ts";
import type { Cause } from "../../looking/look-cause.ts";
import { materialName } from "../../model/material.ts";
import { ENDED, isLeftoverWindow } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Custody } from "../../store.ts";
import type { Clock } from "../../time/clock.ts";
import type { Attribution } from "../custody/attribution.ts";
import type { CustodyWriter } from "../custody/custody-writer.ts";
import type { Holders } from "../custody/holders.ts";
import type { Claims } from "../dark/claims.ts";
import type { DarkPlaces } from "../dark/dark-places.ts";
import { asEvidence } from "../evidence.ts";
import type { CrashDoubt } from "../from-store/crash-doubt.ts";
import type { StoreAnswer, StoreLookups } from "../from-store/store-lookups.ts";
import type { FirstCopies } from "../proofs/first-copies.ts";
import type { SanctionedReissue } from "../sanctioned/sanctioned-reissue.ts";
import { type Opener, type Verdict, withoutBlame } from "../verdict.ts";
import { type End, type EndedCopy, type EndedItems, isSoon } from "./ended-items.ts";

interface EarlierEndsParts {
  readonly clock: Clock;
  readonly holders: Holders;
  readonly attribution: Attribution;
  readonly claims: Claims;
  readonly crashDoubt: CrashDoubt;
  readonly custodyWriter: CustodyWriter;
  readonly darkPlaces: DarkPlaces;
  readonly endedItems: EndedItems;
  readonly firstCopies: FirstCopies;
  readonly sanctionedReissue: SanctionedReissue;
  readonly storeLookups: StoreLookups;
  readonly isExempt: (material: string, world: string) => boolean;
  /** True for an id that a client wrote and that is not known to have been given out. */
  readonly isDoubtfulId: (itemId: string) => boolean;
  readonly onVerdict: (verdict: Verdict) => void;
}

/** Records the end of items that were placed or used up, and notices if one of them turns up anyway. */
export class EarlierEnds {
  readonly #parts: EarlierEndsParts;

  constructor(parts: EarlierEndsParts) {
    this.#parts = parts;
  }

  /** Nothing is left of the item. Its last place tells whether it was the known copy; a window is no place to come from. */
  record(end: End, { copy, seen, player }: EndedCopy): void {
    const { custodyWriter, darkPlaces, claims, crashDoubt, firstCopies, storeLookups, isDoubtfulId } = this.#parts;
    const { itemId } = copy;
    const last = custodyWriter.takeLastHolding(itemId);
    darkPlaces.noteEnd(itemId, seen);
    const isKnown = last !== undefined && !isLeftoverWindow(last.place);
    if (isKnown || claims.of(itemId).length > 0) custodyWriter.writeEnd(itemId, player.id, end.location);
    else if (!isDoubtfulId(itemId)) {
      const cause = { action: end.how === "placed" ? "BLOCK_PLACE" : "CONSUME", player, isSighting: false } as const;
      const opener = { player, hasActed: true };
      const isDoubtful = crashDoubt.isDoubtful(itemId);
      const doubt = firstCopies.doubtAbout(itemId, copy.place);
      storeLookups.add({ copy, seen, cause, opener, isLogged: true, isDoubtful, doubt, end });
    }
  }

  /** Checks whether an item that turned up has ended lately. */
  contestIfEnded(copy: Copy, cause: Cause): void {
    // An emptied stack that the game has not cleared away, and a window whose block is gone, only show what was there before.
    if (copy.item.count < 1 || isLeftoverWindow(copy.place)) return;
    const { endedItems, holders, clock, attribution } = this.#parts;
    const before = endedItems.takeEnd(copy.itemId);
    if (before === undefined) return;
    this.#tell(copy, asEvidence(copy, holders, clock.now()), before, attribution.openerOfCopy(copy, cause));
  }

  /**
   * The store says that the item had already ended when it turned up, or ended, here. An end that a crash may have undone accuses nobody.
   */
  contestEnded({ copy, seen, opener, isDoubtful }: StoreAnswer, custody: Custody, here: Copy | undefined): void {
    const { holders, crashDoubt } = this.#parts;
    const { itemId, location, holderId, confirmedMs } = custody;
    if (isDoubtful || crashDoubt.isCustodyFromBefore(custody) || confirmedMs >= seen.seenMs || seen.count < 1) return;
    // An event that comes late, or again, reports the same end.
    if (seen.place === ENDED && seen.location === location && isSoon({ seenMs: confirmedMs }, seen)) return;
    const holderName = holders.nameOf(holderId);
    const ended = { itemId, place: ENDED, slot: "", location, holderId, holderName, count: 1, seenMs: confirmedMs };
    this.#tell(here ?? copy, seen, ended, opener);
  }

  /**
   * There were two: one has ended, and one is here. Only the item's history says so: staff are told, and nothing is taken. Which of them was
   * the item is unknown, so nobody is blamed.
   */
  #tell(copy: Copy, seen: SeenCopy, ended: SeenCopy, foundBy: Opener | undefined): void {
    const { isExempt, sanctionedReissue, onVerdict } = this.#parts;
    const { itemId, item, location } = copy;
    if (isExempt(item.material, location.world) || sanctionedReissue.reissueIfSanctioned([undefined, copy])) return;
    const [material, opener] = [materialName(item.material), withoutBlame(foundBy)];
    onVerdict({ kind: "contested", itemId, material, copies: [seen, ended], darkPlace: ENDED, opener });
  }
}
