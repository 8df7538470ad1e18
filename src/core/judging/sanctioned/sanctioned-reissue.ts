import type { Copy } from "../../looking/look.ts";
import { reissue } from "../../looking/reissue.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Platform } from "../../platform.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { NewId } from "../../tagging/item-tag.ts";
import type { Holders } from "../custody/holders.ts";
import type { Announcements } from "./announcements.ts";
import type { SanctionedCopies } from "./sanctioned-copies.ts";

interface SanctionedReissueParts {
  readonly sanctionedCopies: SanctionedCopies;
  readonly announcements: Pick<Announcements, "noteUsed" | "undoneId" | "noteReissued">;
  readonly platform: Pick<Platform, "replace" | "decodeItem">;
  readonly holders: Holders;
  readonly newId: NewId;
  readonly recorder: Recorder;
  /** True if several copies were already seen or claimed, and were not sanctioned then. */
  readonly wasDouble: (itemId: string, copies: readonly (Copy | undefined)[]) => boolean;
  readonly onIdAssigned: (itemId: string) => void;
  readonly lookAgain: (place: PlaceKey) => void;
}

/** An id at more places than this is not looked into each time when one of them goes dark. */
const MAX_PLACES = 64;

/** Gives sanctioned copies a fresh id, before anybody is accused of them. */
export class SanctionedReissue {
  readonly #parts: SanctionedReissueParts;

  constructor(parts: SanctionedReissueParts) {
    this.#parts = parts;
  }

  /**
   * Gives sanctioned copies a fresh id. True if no suspicion remains: all copies but one are sanctioned. `undefined` stands for a copy that
   * cannot be acted upon now; it counts as the original.
   */
  reissueIfSanctioned(copies: readonly (Copy | undefined)[]): boolean {
    const { sanctionedCopies, announcements, holders, newId, onIdAssigned, lookAgain } = this.#parts;
    const [only] = copies;
    const visible = copies.filter((copy) => copy !== undefined);
    const wasDouble = visible[0] !== undefined && this.#parts.wasDouble(visible[0].itemId, copies);
    if (copies.length === 1 && only !== undefined) return sanctionedCopies.isSanctioned(only, wasDouble);
    const treatments = sanctionedCopies.among(copies, wasDouble);
    const changed = new Map<PlaceKey, string[]>();
    for (const [copy, treatment] of treatments) {
      if (treatment === "ignore") continue;
      const { itemId, item, place } = copy;
      const again = treatment === "reissue-announced" ? announcements.undoneId(itemId) : undefined;
      const parts = { ...this.#parts, newId: () => again ?? newId() };
      const freshId = reissue(copy, visible, holders.holderOf(itemId, place).id, parts);
      if (freshId === undefined) continue;
      if (treatment === "reissue-announced") announcements.noteUsed(itemId, item.count, freshId);
      // One that it had before is looked up as any other: it may be elsewhere as well.
      if (again === undefined) onIdAssigned(freshId);
      changed.set(place, [...(changed.get(place) ?? []), itemId, freshId]);
    }
    for (const [place, itemIds] of changed) {
      lookAgain(place);
      announcements.noteReissued(place, ...itemIds);
    }
    return treatments.size > 0 && treatments.size >= copies.length - 1;
  }

  /**
   * A place is about to go dark. Its sanctioned copies get their fresh id now, because the announcement may be over when it comes back.
   * True if an id there has several copies. An id at very many places waits for the end of the tick: its places may all go dark in this tick,
   * and each time all others would be looked at. `countPlaces`: at how many places an id is.
   */
  reissueDoubles(
    copies: readonly Copy[],
    countPlaces: (itemId: string) => number,
    copiesOf: (itemId: string) => readonly Copy[],
  ): boolean {
    const seen = new Set<string>();
    const doubles = new Set<string>();
    for (const { itemId } of copies) {
      const places = countPlaces(itemId);
      if (places <= MAX_PLACES && (seen.has(itemId) || places > 1)) doubles.add(itemId);
      seen.add(itemId);
    }
    for (const itemId of doubles) this.reissueIfSanctioned(copiesOf(itemId));
    return doubles.size > 0;
  }
}
