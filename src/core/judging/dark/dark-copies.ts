import type { Copy } from "../../looking/look.ts";
import { freshMap } from "../../model/fresh-map.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import { asEvidence } from "../evidence.ts";
import { type Standing, standingAmong } from "../proofs/first-copies.ts";
import type { Opener } from "../verdict.ts";
import { standingIn } from "./claims.ts";
import type { ContestedCopies, DarkPlacesParts } from "./dark-places-parts.ts";

/** Ids that went dark and are seen elsewhere, for which one tick end opens claims; the rest follows at the next. */
const CLAIMS_PER_TICK = 32;

/** At least this many, even if the tick end's time is spent. */
const MIN_CLAIMS = 8;

/** A copy that went dark while others were in sight, or went dark in the same tick. */
interface DarkCopy {
  readonly seen: SeenCopy;
  readonly standing: Standing;
  /** Known if an event said that the place goes dark. */
  readonly material: string | undefined;
  /** Who came in this tick with a copy that was in sight then. */
  readonly opener: Opener | undefined;
}

/** The copies of one id that went dark, by their accounts' places, and those places for which no claim was opened yet. */
interface CopiesOfOne {
  readonly byPlace: Map<PlaceKey, DarkCopy>;
  readonly unclaimed: Set<PlaceKey>;
}

interface DarkCopiesParts extends DarkPlacesParts {
  readonly isDark: (place: PlaceKey) => boolean;
  /** True if the place does not come back. */
  readonly isGone: (place: PlaceKey) => boolean;
  /** True if the item was there when the place went dark, and nobody has looked there since. */
  readonly isThere: (place: PlaceKey, itemId: string) => boolean;
  /** True if an event reported the move from the dark place to where the copy is in sight. */
  readonly isExplained: (dark: SeenCopy, copy: Copy) => boolean;
  readonly contest: (contested: ContestedCopies) => void;
}

/** Ids that a place held when it went dark in this tick, and that were at another place as well. They make claims. */
export class DarkCopies {
  readonly #parts: DarkCopiesParts;
  #darkOf = new Map<string, CopiesOfOne>();

  constructor(parts: DarkCopiesParts) {
    this.#parts = parts;
  }

  /** False while claims are still to be opened. */
  get isDone(): boolean {
    return this.#darkOf.size === 0;
  }

  /** If the place went dark before, this is what it holds now: whoever comes and goes does not make others wait. */
  add(dark: DarkCopy): void {
    const { itemId, place } = dark.seen;
    const known = this.#darkOf.get(itemId) ?? { byPlace: new Map(), unclaimed: new Set() };
    const account = accountPlace(place);
    known.byPlace.delete(account);
    known.byPlace.set(account, dark);
    known.unclaimed.add(account);
    this.#darkOf.set(itemId, known);
  }

  /** Which copy another place has that went dark before this one. It may be back before its turn has come. */
  standingElsewhere(itemId: string, place: PlaceKey): Standing | undefined {
    const { isGone, isThere } = this.#parts;
    const dark = this.#darkOf.get(itemId);
    if (dark === undefined) return undefined;
    const here = accountPlace(place);
    const isOther = (account: PlaceKey) => account !== here && !isGone(account) && isThere(account, itemId);
    return standingAmong(dark.byPlace, ({ standing }) => standing, isOther);
  }

  /** Called at the end of a tick. Opens claims for ids that went dark at one place, and are seen or went dark at another. */
  openClaims(): void {
    let claims = 0;
    for (const [itemId, dark] of this.#darkOf) {
      for (const account of dark.unclaimed) {
        if (claims === CLAIMS_PER_TICK || (claims >= MIN_CLAIMS && this.#parts.clock.isSpent)) return;
        claims++;
        dark.unclaimed.delete(account);
        this.#openClaim(itemId, dark.byPlace.get(account)!, dark);
      }
      this.#darkOf.delete(itemId);
    }
    this.#darkOf = freshMap(this.#darkOf);
  }

  /** `byPlace`: every copy that went dark in that tick. */
  #openClaim(
    itemId: string,
    { seen: dark, standing, material, opener: suspected }: DarkCopy,
    { byPlace }: CopiesOfOne,
  ): void {
    const {
      observer,
      proofs,
      sanctionedReissue,
      holders,
      clock,
      claims,
      endedNow,
      isDark,
      isThere,
      isExplained,
      contest,
    } = this.#parts;
    // What was in a block that was broken in this tick is not in the dark, also if the chunk is by now.
    if (!isDark(dark.place) || !isThere(dark.place, itemId)) return;
    const isElsewhere = ({ place }: { readonly place: PlaceKey }) => accountPlace(place) !== accountPlace(dark.place);
    const isOther = (copy: Copy) => isElsewhere(copy) && !isExplained(dark, copy);
    const visible = observer.copiesOf(itemId).filter(isOther);
    const ended = endedNow(itemId).filter(({ copy }) => isOther(copy));
    const [other] = [...visible, ...ended.map(({ copy }) => copy)];
    // Staff know of proven copies. The claim only keeps which one was first, and custody with it.
    const isTold = proofs.isProven(itemId);
    const claim = claims.get(itemId, accountPlace(dark.place));
    const isClaimed = claim !== undefined;
    // Nothing leaves a dark place: if two went dark, there were two.
    const isBeside = ({ seen }: DarkCopy) => isElsewhere(seen) && isThere(seen.place, itemId) && isDark(seen.place);
    if (other === undefined && material !== undefined && !isClaimed) {
      const others = [...byPlace.values()];
      // A claim that names another later copy would say that this one is the next to be first.
      const beside =
        others.find((copy) => copy.standing === "first" && isBeside(copy)) ?? others.findLast((copy) => isBeside(copy));
      if (beside !== undefined)
        contest({ material, copies: [beside.seen, dark], opener: undefined, isSilent: true, standing });
    }
    // What awaited its second look says which copy was first then: the first one may have come here since.
    if (other === undefined && claim?.kind === "pending" && standingIn(claim) !== standing) {
      const copies = standing === "first" ? [dark, ...claim.copies.filter(isElsewhere)] : claim.copies;
      claims.open({ ...claim, copies, isOrderUnknown: standing === "unknown" });
    }
    if (other === undefined || (isTold && visible.length === 0)) return;
    const [byEnd] = ended.map(({ player, before }) => before.pending?.opener ?? { player, hasActed: false });
    const opener = proofs.pendingOf(itemId)?.opener ?? byEnd ?? suspected;
    proofs.forget(itemId);
    if (visible.length > 0 && sanctionedReissue.reissueIfSanctioned([undefined, ...visible])) return;
    const seen = [...visible.map((copy) => asEvidence(copy, holders, clock.now())), ...ended.map(({ seen }) => seen)];
    const about = { material: other.item.material, copies: [...seen, dark] };
    contest({ ...about, opener, isSilent: isTold, standing });
  }
}
