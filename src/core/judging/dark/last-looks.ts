import type { WaitingIds } from "../../looking/new-item-filter.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { LastSeen } from "../custody/recent-moves.ts";
import { type Standing, standingAmong } from "../proofs/first-copies.ts";

/** The last look at a place before it went dark, and what it found. */
export interface LastLook extends LastSeen {
  readonly ids: readonly string[];
  /**
   * True if the look was made because the place went dark: a move that is reported later did not take anything out of it. False if it went
   * dark without an event.
   */
  readonly isFinal?: boolean;
  /** True if the block was broken: what was put there since, by an event, is in another block. */
  readonly isBroken?: boolean;
  /** Ids of which several copies were there, and some have come or gone since that look: nobody knows which. */
  readonly mixed?: ReadonlySet<string>;
  /** For ids that were at other places too: which copy this one was. */
  readonly standings?: ReadonlyMap<string, Standing>;
}

/** Dark places whose last look is remembered; the longest dark are forgotten first. */
const MAX_PLACES = 65_536;

/** The last look at each place that has gone dark. */
export class LastLooks {
  readonly #isGone: (place: PlaceKey) => boolean;
  readonly #lookedAt = new Map<PlaceKey, LastLook>();
  /** For ids with several copies: the places that went dark with one of them, and which one. */
  readonly #ranked = new Map<string, Map<PlaceKey, Standing>>();

  /** `isGone`: true if the place does not come back. */
  constructor(isGone: (place: PlaceKey) => boolean = () => false) {
    this.#isGone = isGone;
  }

  remember(place: PlaceKey, look: LastLook): void {
    const account = accountPlace(place);
    this.pop(account);
    this.#lookedAt.set(account, look);
    for (const [itemId, standing] of look.standings ?? []) this.#rank(itemId, account, standing);
    if (this.#lookedAt.size <= MAX_PLACES) return;
    const [oldest] = this.#lookedAt.keys();
    this.pop(oldest!);
  }

  /**
   * The place was looked at again. Returns the last look before it went dark. From now on that look counts only for items that still wait
   * to be processed: the others may come and go.
   */
  takeLastLook(place: PlaceKey, waiting: WaitingIds): LastLook | undefined {
    const look = this.pop(place);
    if (look === undefined || waiting.isEmpty) return look;
    const ids = look.ids.filter((itemId) => waiting.has(itemId));
    const standings = new Map([...(look.standings ?? [])].filter(([itemId]) => waiting.has(itemId)));
    this.remember(place, { ...look, ids, standings });
    return look;
  }

  /** Returns the last look at the place, and forgets it. */
  pop(place: PlaceKey): LastLook | undefined {
    const look = this.at(place);
    if (look === undefined) return undefined;
    const account = accountPlace(place);
    this.#lookedAt.delete(account);
    for (const itemId of look.standings?.keys() ?? []) {
      const accounts = this.#ranked.get(itemId);
      accounts?.delete(account);
      if (accounts?.size === 0) this.#ranked.delete(itemId);
    }
    return look;
  }

  /** Which copy of the id another dark place has; if there are several such places, the standing that says most. */
  standingElsewhere(itemId: string, place: PlaceKey): Standing | undefined {
    const accounts = this.#ranked.get(itemId);
    if (accounts === undefined) return undefined;
    const here = accountPlace(place);
    const isOther = (account: PlaceKey) => account !== here && !this.#isGone(account);
    return standingAmong(accounts, (standing) => standing, isOther);
  }

  #rank(itemId: string, account: PlaceKey, standing: Standing): void {
    const accounts = this.#ranked.get(itemId);
    if (accounts === undefined) this.#ranked.set(itemId, new Map([[account, standing]]));
    else accounts.set(account, standing);
  }

  /** A move was reported before the place was known to be dark: as far as anybody knows, the item is no longer there. */
  noteMove(place: PlaceKey, itemId: string): void {
    const look = this.at(place);
    if (look === undefined || look.isFinal) return;
    const standings = new Map([...(look.standings ?? [])].filter(([id]) => id !== itemId));
    this.remember(place, { ...look, ids: look.ids.filter((id) => id !== itemId), standings });
  }

  at(place: PlaceKey): LastLook | undefined {
    return this.#lookedAt.get(accountPlace(place));
  }
}
