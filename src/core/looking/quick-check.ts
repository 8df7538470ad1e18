import type { PlaceKey } from "../model/place.ts";
import type { Item, Platform, Player, StackVisitor } from "../platform.ts";
import { MAX_DEPTH } from "../tagging/contents.ts";
import { canLook, type StackCounter } from "./look.ts";

/** V8 stores integers up to this one inline. */
const LAST_NUMBER = 2 ** 31 - 1;

/** How many ids a quick check searches for because they are not at their earlier position. */
const MAX_SEARCHES = 64;

/**
 * The quick way to look. Does a place hold exactly the ids that it held before, each once, in any order? And does nothing there still need
 * an id? Most looks find just that, and then there is nothing to judge. One instance serves thousands of looks a second, so it allocates
 * nothing on the way.
 */
export class QuickCheck {
  readonly #platform: Pick<Platform, "look">;
  readonly #counter: StackCounter | undefined;
  readonly #see: StackVisitor = (item) => this.#compare(item, 0);
  /** Reused for every check. */
  readonly #hints: {
    player: Player | undefined;
    readonly unstackableOnly: boolean;
    readonly withoutLocations: true;
  };
  #ids: readonly string[] = [];
  /** For each position in `#ids`: the number of the last quick check that met that id. Grows with the largest place. */
  #met = new Uint32Array(64);
  #number = 0;
  #count = 0;
  #searches = 0;
  #isSame = true;

  constructor(platform: Pick<Platform, "look">, counter?: StackCounter) {
    this.#platform = platform;
    this.#counter = counter;
    this.#hints = { player: undefined, unstackableOnly: counter === undefined, withoutLocations: true };
  }

  /** `owner`: the session that the place belongs to, if known. */
  isAsBefore(place: PlaceKey, ids: readonly string[], owner?: Player): boolean {
    if (this.#met.length < ids.length) this.#met = new Uint32Array(2 * ids.length);
    if (++this.#number === LAST_NUMBER) this.#startNumbersAnew();
    this.#ids = ids;
    this.#count = 0;
    this.#searches = 0;
    this.#isSame = true;
    this.#counter?.begin();
    this.#hints.player = owner;
    return canLook(this.#platform, place, this.#see, this.#hints) && this.#isSame && this.#count === ids.length;
  }

  #startNumbersAnew(): void {
    this.#met.fill(0);
    this.#number = 1;
  }

  #compare(item: Item, depth: number): void {
    if (!this.#isSame) return;
    if (item.maxStackSize !== 1) this.#counter?.see(item);
    else {
      if (this.#counter !== undefined && (!item.hasMetadata || this.#counter.countsUnstackable))
        this.#counter.see(item);
      if (item.hasMetadata && (!this.#meet(item.readTag()) || item.count !== 1)) this.#isSame = false;
    }
    if (depth > MAX_DEPTH) this.#isSame = false;
    else if (this.#isSame) item.contents()?.each((inner) => this.#compare(inner, depth + 1));
  }

  /** Gives up after too many searches: if very many items are in another order, a look that goes through them once is cheaper. */
  #search(id: string): number {
    return ++this.#searches > MAX_SEARCHES ? -1 : this.#ids.indexOf(id);
  }

  #meet(id: string | undefined): boolean {
    // With `===`, V8 would first check that both are strings, and would have to fetch every one of them from far memory for that.
    const at = Object.is(id, this.#ids[this.#count]) ? this.#count : this.#search(id!);
    this.#count++;
    if (at < 0 || this.#met[at] === this.#number) return false;
    this.#met[at] = this.#number;
    return true;
  }
}
