import type { FirstIdNotices } from "../alerts/first-id-notices.ts";
import { canonicalItemId } from "../model/item-id.ts";
import type { Location } from "../model/location.ts";
import type { Log } from "../model/log.ts";
import { materialName } from "../model/material.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import type { Item, Player } from "../platform.ts";
import type { DuplicateRule } from "../rule/duplicate-rule.ts";
import { type Entry, type KnownItems, NO_ENTRY } from "../rule/known-items.ts";
import { MAX_DEPTH, MAX_ITEMS } from "../tagging/contents.ts";
import { deepTagBundleContentsIfAny, deepTagShulkerContentsIfAny } from "../tagging/deep-tagging.ts";
import { ensureItemId, isEligible, type NewId } from "../tagging/item-tag.ts";
import type { Clock } from "../time/clock.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import type { Recorder } from "./recorder.ts";

/** Follows items: gives them ids, records them, and runs the rule. Section 4.1, `tagAndLog`. */
export class Tracker {
  readonly #knownItems: KnownItems;
  readonly #rule: DuplicateRule;
  readonly #recorder: Recorder;
  readonly #notices: FirstIdNotices;
  readonly #newId: NewId;
  readonly #log: Log;
  readonly #onIdAssigned: (itemId: string) => void;
  readonly #cutShort: OncePerMinute;

  constructor(parts: {
    knownItems: KnownItems;
    rule: DuplicateRule;
    recorder: Recorder;
    notices: FirstIdNotices;
    newId: NewId;
    log: Log;
    clock: Clock;
    /** Called for every id that is given out. */
    onIdAssigned: (itemId: string) => void;
  }) {
    this.#knownItems = parts.knownItems;
    this.#rule = parts.rule;
    this.#recorder = parts.recorder;
    this.#notices = parts.notices;
    this.#newId = parts.newId;
    this.#log = parts.log;
    this.#onIdAssigned = parts.onIdAssigned;
    this.#cutShort = new OncePerMinute(parts.clock);
  }

  /** Steps 1 to 7 of section 4.1, in their order. Returns the item's id; `null` when it can have none. */
  tagAndLog(player: Player, item: Item | null, action: string, location: Location): string | null {
    if (!isEligible(item)) return null;
    const stored = item.readTag();
    let entry = stored === undefined ? NO_ENTRY : this.#knownItems.entryOf(stored);
    // The cache knows only canonical ids, so the usual case needs no further check.
    const hadId = entry !== NO_ENTRY || canonicalItemId(stored) !== undefined;
    const itemId = entry !== NO_ENTRY ? stored! : ensureItemId(item, this.#newId)!;
    if (entry === NO_ENTRY) entry = this.#knownItems.entryOf(itemId);

    this.#deepTag(item, player, action, location);

    const words = entry === NO_ENTRY ? undefined : this.#knownItems.idWords(entry);
    const at = entry === NO_ENTRY ? 0 : this.#knownItems.idWordsAt(entry);
    if (!this.#isRecorded(entry)) this.#recorder.recordSeen(itemId, player.id, item.material, words, at);
    this.#recorder.recordTransfer(itemId, player.id, action, location, words, at);
    if (!hadId) this.#idAssigned(itemId, item, player);
    this.#notices.tellListeners();
    // A listener that heard of the new id may have checked it already, so an id that had no entry is looked up again.
    if (entry === NO_ENTRY) entry = this.#knownItems.entryOf(itemId);
    entry = this.#rule.checkEntry(entry, itemId, player, item.material);
    this.#knownItems.markRecorded(entry);
    return itemId;
  }

  /** Records an item that got its id from a look, without anybody acting on it. */
  recordFirstId(itemId: string, item: Item, player: Player | undefined, action: string, location: Location): void {
    const playerId = player?.id ?? NIL_UUID;
    this.#recorder.recordSeen(itemId, playerId, item.material);
    this.#recorder.recordTransfer(itemId, playerId, action, location);
    this.#idAssigned(itemId, item, player);
  }

  /** Warns that a place holds more than one look goes into. Repeated once a minute, so that nobody can hide behind the first warning. */
  sayCutShort(where: string, leftOut: number): void {
    this.#cutShort.run(() =>
      this.#log.warn(
        `${where} holds more items within items than one look goes into (${MAX_DEPTH} levels, ${MAX_ITEMS} items); ` +
          `${leftOut} of them are not tracked as long as they are there. Somebody may be hiding them. This is said once a minute.`,
      ),
    );
  }

  #deepTag(item: Item, player: Player, action: string, location: Location): void {
    if (item.contents() === undefined) return;
    const tagged = (inner: Item, itemId: string, isNew: boolean) => {
      if (isNew) this.recordFirstId(itemId, inner, player, action, location);
      else this.#recordSeen(itemId, inner, player);
    };
    const leftOut =
      deepTagShulkerContentsIfAny(item, this.#newId, tagged) + deepTagBundleContentsIfAny(item, this.#newId, tagged);
    if (leftOut > 0) this.sayCutShort(`${materialName(item.material)} of ${player.name}`, leftOut);
  }

  #recordSeen(itemId: string, item: Item, player: Player): void {
    const entry = this.#knownItems.entryOf(itemId);
    if (this.#isRecorded(entry)) return;
    this.#recorder.recordSeen(itemId, player.id, item.material);
    if (entry !== NO_ENTRY) this.#knownItems.markRecorded(entry);
  }

  /** The cache may know an id that the store was never told of, because any plugin may have an id checked. */
  #isRecorded(entry: Entry): boolean {
    return entry !== NO_ENTRY && this.#knownItems.isRecorded(entry);
  }

  #idAssigned(itemId: string, item: Item, player: Player | undefined): void {
    this.#onIdAssigned(itemId);
    this.#notices.add({
      itemId,
      material: materialName(item.material),
      playerName: player?.name ?? "",
      playerId: player?.id ?? NIL_UUID,
    });
  }
}
