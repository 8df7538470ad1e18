import { type Copy, type Look, lookAt } from "../../looking/look.ts";
import { NewItemFilter } from "../../looking/new-item-filter.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Platform } from "../../platform.ts";
import type { NewId } from "../../tagging/item-tag.ts";
import type { OtherServers } from "../other-servers.ts";
import type { VisibleCopies } from "../visible-copies.ts";
import type { SanctionedReissue } from "./sanctioned-reissue.ts";

interface ProvisionalReissueParts {
  readonly platform: Platform;
  /** Absent when the server has the store to itself: then no place is provisional. */
  readonly network: Pick<OtherServers, "isProvisional"> | undefined;
  /** Notes what was found, in case the place is announced. */
  readonly noteProvisional: (look: Look) => void;
  readonly sanctionedReissue: SanctionedReissue;
  readonly presence: Presence;
  readonly visibleCopies: Pick<VisibleCopies, "copiesOf">;
  readonly newId: NewId;
}

/**
 * Items that a player shows are no evidence until the join is believed. By then the player may have left creative mode, or an announcement
 * may be over. Sanctioned copies therefore get their fresh ids at once, there as anywhere. Nothing else follows from the look.
 */
export class ProvisionalReissue {
  readonly #parts: ProvisionalReissueParts;

  constructor(parts: ProvisionalReissueParts) {
    this.#parts = parts;
  }

  /** Does nothing at a place that is not provisional. */
  reissueAt(place: PlaceKey): void {
    const { platform, network, sanctionedReissue, presence, visibleCopies, newId } = this.#parts;
    if (network?.isProvisional(place) !== true) return;
    // Items without an id get none from this look.
    const look = lookAt(
      platform,
      place,
      newId,
      undefined,
      new NewItemFilter({ admits: (_, itemId) => itemId !== undefined }),
    );
    const { copies } = look;
    this.#parts.noteProvisional(look);
    const copiesOf = (itemId: string): Copy[] => [
      ...visibleCopies.copiesOf(itemId),
      ...copies.filter((copy) => copy.itemId === itemId),
    ];
    sanctionedReissue.reissueDoubles(copies, (itemId) => 1 + presence.placesOf(itemId).length, copiesOf);
  }
}
