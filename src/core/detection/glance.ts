import type { PlaceKey } from "../place.ts";
import type { Item, Platform, Sight } from "../platform.ts";
import { MAX_DEPTH } from "../tagging/contents.ts";
import { canLook, type StackCounter } from "./look.ts";

/**
 * The quick way to look: does a place hold exactly the ids that it held before, in whatever order, each once, and nothing that
 * still needs an id? Most looks find just that, and then there is nothing to judge. One glance is used again and again:
 * looks come by the thousand a second, so nothing is made on the way.
 */
export class Glance {
  readonly #platform: Platform;
  readonly #counter: StackCounter | undefined;
  readonly #see: Sight = (item) => this.#compare(item, 0);
  #ids: readonly string[] = [];
  /** Which of the ids were met, by their position; grows with the largest place. */
  #met = new Uint8Array(64);
  #count = 0;
  #isSame = true;

  constructor(platform: Platform, counter?: StackCounter) {
    this.#platform = platform;
    this.#counter = counter;
  }

  isAsBefore(place: PlaceKey, ids: readonly string[]): boolean {
    if (this.#met.length < ids.length) this.#met = new Uint8Array(2 * ids.length);
    this.#met.fill(0, 0, ids.length);
    this.#ids = ids;
    this.#count = 0;
    this.#isSame = true;
    this.#counter?.begin();
    return canLook(this.#platform, place, this.#see) && this.#isSame && this.#count === ids.length;
  }

  #compare(item: Item, depth: number): void {
    if (!this.#isSame) return;
    this.#counter?.see(item);
    if (item.maxStackSize !== 1) return;
    if (item.hasMetadata && (!this.#meet(item.readTag()) || item.count !== 1)) this.#isSame = false;
    else if (depth > MAX_DEPTH) this.#isSame = false;
    else item.contents()?.each((inner) => this.#compare(inner, depth + 1));
  }

  #meet(id: string | undefined): boolean {
    const at = id === this.#ids[this.#count] ? this.#count : this.#ids.indexOf(id!);
    this.#count++;
    if (at < 0 || this.#met[at] === 1) return false;
    this.#met[at] = 1;
    return true;
  }
}
