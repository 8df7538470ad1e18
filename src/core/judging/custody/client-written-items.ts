import { ownText } from "../../alerts/alert-words.ts";
import type { Alerts } from "../../alerts/alerts.ts";
import type { AuthoredItem } from "../../item-event.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import { canonicalItemId } from "../../model/item-id.ts";
import type { Log } from "../../model/log.ts";
import { materialName } from "../../model/material.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { Item, Player } from "../../platform.ts";
import type { Store } from "../../store.ts";
import { MAX_DEPTH, MAX_ITEMS } from "../../tagging/contents.ts";
import type { Clock } from "../../time/clock.ts";
import { ToldRecently } from "../../time/told-recently.ts";

/** An id that came with an item and that no visible item has. */
interface Stranger {
  readonly id: string;
  readonly material: string;
}

/** How many strange ids of one item the store is asked about; the others are taken off at once. */
const MAX_QUESTIONS = 64;
/** Ids that the store is asked about at a time, and forged ones that are remembered. */
const MAX_STRANGERS = 4096;
const MAX_FORGED = 1024;

interface ClientWrittenItemsParts {
  readonly presence: Pick<Presence, "has">;
  readonly alerts: Alerts;
  readonly clock: Clock;
  readonly log: Log;
  /** Gives every visible copy of an id a fresh one. */
  readonly reissueAll: (itemId: string) => void;
}

/**
 * Items that a client wrote itself, with everything inside them. Outside creative mode they are refused. In creative mode an id that was
 * ever given out stays on the item, and its holder is judged like anybody else. An id that was never given out is forged, and is removed.
 * The item keeps its id until the store has answered, so that a copy never has another id in between.
 */
export class ClientWrittenItems {
  readonly #parts: ClientWrittenItemsParts;
  readonly #told: ToldRecently;
  /** Ids that the store is asked about. */
  readonly #asked = new Set<string>();
  /** Ids that the store does not know. They stay here: they may come again, and a question about them may be under way. */
  readonly #forged = new Set<string>();

  /** Ids that were written before there was a store to ask. */
  #unasked: { readonly strangers: readonly Stranger[]; readonly player: Player }[] = [];

  constructor(parts: ClientWrittenItemsParts) {
    this.#parts = parts;
    this.#told = new ToldRecently(parts.clock);
  }

  examine({ item, player, isRefused, copyOf }: AuthoredItem, store: Store | undefined): void {
    if (isRefused) {
      this.#tellRefused(item, player, copyOf);
      return;
    }
    const strangers = this.#takeOffUnfit(item, player);
    if (strangers.length === 0) return;
    for (const { id } of strangers) this.#asked.add(id);
    if (store === undefined) this.#unasked.push({ strangers, player });
    else this.#askAbout(strangers, player, store);
  }

  /** Asks about the ids that clients wrote before the store was there. */
  connect(store: Store): void {
    for (const { strangers, player } of this.#unasked) this.#askAbout(strangers, player, store);
    this.#unasked = [];
  }

  #askAbout(strangers: readonly Stranger[], player: Player, store: Store): void {
    this.#ask(strangers, player, store).catch((error: unknown) => {
      this.#parts.log.warn(`Whether ${strangers[0]!.id} was ever given out cannot be told: ${error}`);
    });
  }

  /** True if a client wrote the id and it is not known to have been given out: such an id is not adopted. */
  isDoubtful(itemId: string): boolean {
    return this.#asked.has(itemId) || this.#forged.has(itemId);
  }

  /** Called after the looks of a tick. Removes forged ids, wherever they are by now. */
  removeForged(): void {
    for (const id of this.#forged) if (this.#parts.presence.has(id)) this.#parts.reissueAll(id);
  }

  /** Removes ids that no look could ever judge, or that are known to be forged. Returns the ids that the store must be asked about. */
  #takeOffUnfit(item: Item, player: Player): Stranger[] {
    const strangers: Stranger[] = [];
    let unfit: Stranger | undefined;
    let itemsLeft = MAX_ITEMS;
    visitAll(item, 0, (inner, depth) => {
      const stored = inner.readTag();
      if (stored === undefined) return false;
      const itemId = canonicalItemId(stored);
      const isOutOfReach = depth > MAX_DEPTH || itemsLeft-- <= 0;
      if (itemId === undefined || this.#forged.has(itemId)) unfit ??= { id: stored, material: inner.material };
      else if (!isOutOfReach) {
        if (this.#parts.presence.has(itemId)) return false;
        if (strangers.length < MAX_QUESTIONS && this.#asked.size < MAX_STRANGERS) {
          strangers.push({ id: itemId, material: inner.material });
          return false;
        }
      }
      inner.writeTag(undefined);
      return true;
    });
    if (unfit !== undefined) this.#tellForged(unfit, player);
    return strangers;
  }

  /**
   * Raises one alert per item, for the first id that was never given out. The store is asked before anything about the item can be
   * recorded.
   */
  async #ask(strangers: readonly Stranger[], player: Player, store: Store): Promise<void> {
    let forged: Stranger | undefined;
    try {
      const answers = await Promise.all(strangers.map(({ id }) => store.idsByPrefix(id, 1)));
      for (const [at, stranger] of strangers.entries()) {
        if (answers[at]!.length > 0) continue;
        forged ??= stranger;
        this.#remember(stranger.id);
      }
    } finally {
      for (const { id } of strangers) this.#asked.delete(id);
    }
    if (forged !== undefined) this.#tellForged(forged, player);
  }

  #remember(forgedId: string): void {
    this.#forged.add(forgedId);
    if (this.#forged.size <= MAX_FORGED) return;
    const [oldest] = this.#forged;
    this.#forged.delete(oldest!);
  }

  #tellForged({ id, material }: Stranger, player: Player): void {
    this.#tell("alerts.forged-id", id, material, player);
  }

  #tellRefused({ material }: Item, player: Player, copyOf: string | undefined): void {
    if (copyOf === undefined) this.#tell("alerts.refused-item", NIL_UUID, material, player);
    else this.#tell("alerts.refused-copy", copyOf, material, player);
  }

  #tell(
    key: "alerts.forged-id" | "alerts.refused-item" | "alerts.refused-copy",
    id: string,
    name: string,
    player: Player,
  ): void {
    if (!this.#told.isNews(player.id, `${key} ${id} ${name}`)) return;
    this.#parts.alerts.raise({
      type: "FORGED_ID",
      player,
      material: materialName(name),
      itemId: id,
      players: [player.name],
      locations: [],
      actual: 1,
      expected: 0,
      details: (messages, shared) => ownText(messages, key, { ...shared, id }),
    });
  }
}

/**
 * Visits an item and everything inside it, however deep: a client cannot write more than fits into a packet. `visit` returns true if it
 * changed the item; the contents around a change are written back.
 */
function visitAll(item: Item, depth: number, visit: (item: Item, depth: number) => boolean): boolean {
  let isChanged = visit(item, depth);
  const contents = item.contents();
  let isInnerChanged = false;
  contents?.each((inner) => {
    if (visitAll(inner, depth + 1, visit)) isInnerChanged = true;
  });
  if (isInnerChanged) {
    contents?.writeBack();
    isChanged = true;
  }
  return isChanged;
}
