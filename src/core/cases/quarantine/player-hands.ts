import { createHash } from "node:crypto";
import type { ItemReports } from "../../judging/item-reports.ts";
import type { VisibleCopies } from "../../judging/visible-copies.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Item, Platform, Player } from "../../platform.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { QuarantinedItem } from "../../store.ts";
import { LookBudget, visitContents } from "../../tagging/contents.ts";
import { isEligible } from "../../tagging/item-tag.ts";

/** No player has room for more than this: an inventory has 36 slots. */
const MAX_SLOTS = 36;

export interface PlayerHandsParts {
  readonly platform: Platform;
  readonly itemReports: ItemReports;
  readonly visibleCopies: VisibleCopies;
  readonly recorder: Recorder;
  /** Something was put into this player's hands. */
  readonly onGiven: (place: PlaceKey) => void;
}

/** Puts items from quarantine into players' hands, under fresh ids. */
export class PlayerHands {
  readonly #parts: PlayerHandsParts;

  constructor(parts: PlayerHandsParts) {
    this.#parts = parts;
  }

  /** Gives the entry's item under its fresh id, and records that. False, and nothing is given, if there is no room. */
  give(entry: QuarantinedItem, player: Player): boolean {
    const { platform, itemReports, visibleCopies, onGiven } = this.#parts;
    const items = this.#oneByOne(platform.decodeItem!(entry.data)!);
    const ids = items.map((_, at) => (at === 0 ? entry.freshId : derivedId(entry.freshId, `${at}`)));
    for (const [at, item] of items.entries()) {
      this.#writeFreshIds(item, ids[at]!);
      itemReports.noteNewId(ids[at]!);
    }
    if (!this.#giveAll(items, player)) return false;
    onGiven(player.place);
    visibleCopies.lookAgain(player.place);
    for (const [at, item] of items.entries()) this.#record(ids[at]!, item, player);
    return true;
  }

  /** Splits a stack of items that do not stack: under one id they would be copies again. Returns none when there are too many. */
  #oneByOne(stack: Item): readonly Item[] {
    const { count, maxStackSize } = stack;
    if (maxStackSize !== 1 || count <= 1) return [stack];
    if (count > MAX_SLOTS) return [];
    const data = stack.encode(1);
    return Array.from({ length: count }, () => this.#parts.platform.decodeItem!(data)!);
  }

  /** Gives all of them or, without room for all, none. True if they were given. */
  #giveAll(items: readonly Item[], player: Player): boolean {
    const { platform } = this.#parts;
    const isRefused = (item: Item) => player.give?.(item) !== true;
    const refused = items.findIndex(isRefused);
    if (refused < 0) return items.length > 0;
    const given = new Set(items.slice(0, refused).map(({ stack }) => stack));
    const found: { readonly item: Item; readonly slot: string }[] = [];
    if (given.size > 0)
      platform.look(player.place, (item, slot) => {
        if (given.has(item.stack)) found.push({ item, slot });
      });
    for (const { item, slot } of found) platform.remove?.(player.place, slot, item, item.count);
    return false;
  }

  /**
   * The item and everything inside it get fresh ids: the old ones belong to the copies that stayed. If the item is handed over again after a
   * crash, these are the same once more: should anything of it have been handed over before, there are two of its id.
   */
  #writeFreshIds(item: Item, freshId: string): void {
    item.writeTag(freshId);
    visitContents(item, "", new LookBudget(), (inner, path) => {
      if (!isEligible(inner)) return false;
      const id = derivedId(freshId, path.toString());
      inner.writeTag(id);
      this.#parts.itemReports.noteNewId(id);
      return true;
    });
  }

  #record(itemId: string, item: Item, player: Player): void {
    this.#parts.recorder.recordSeen(itemId, player.id, item.material);
    this.#parts.recorder.recordTransfer(itemId, player.id, "RESTORED", player.location());
  }
}

/** An id that follows from the entry's fresh id. No other id does: the fresh id is random. */
function derivedId(freshId: string, path: string): string {
  const hex = createHash("sha256").update(`${freshId} ${path}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
