import type { AlertDesk } from "../alerts/alert-desk.ts";
import { ownText } from "../alerts/alert-words.ts";
import type { Config } from "../config/settings.ts";
import type { Log } from "../log.ts";
import { materialName } from "../material.ts";
import type { Item, Player } from "../platform.ts";
import type { Store } from "../store.ts";
import { MAX_DEPTH, MAX_ITEMS } from "../tagging/contents.ts";
import { canonicalItemId } from "../tagging/item-id.ts";
import type { Presence } from "./presence.ts";

/** An id that came with an item and that no visible item has. */
interface Stranger {
  readonly id: string;
  readonly material: string;
}

/** How many strange ids of one item the store is asked about. */
const MAX_QUESTIONS = 64;

/**
 * Items that a client wrote itself, with everything inside them. What it sends as an id cannot be believed: in creative mode
 * it is a copy that is meant, and an id that was never given out is forged. Only a copy of a known id, by a player who may not
 * copy, keeps it, to be judged.
 */
export class AuthoredItems {
  readonly #config: Config;
  readonly #presence: Presence;
  readonly #desk: AlertDesk;
  readonly #log: Log;

  constructor(config: Config, presence: Presence, desk: AlertDesk, log: Log) {
    this.#config = config;
    this.#presence = presence;
    this.#desk = desk;
    this.#log = log;
  }

  /** Takes the ids off where they must go; what is left untagged gets an id of its own when it is first seen. */
  take(item: Item, player: Player, store: Store | undefined): void {
    const isMeant = player.isCreative() && this.#config.creativeCopies === "reassign";
    const strangers: Stranger[] = [];
    let itemsLeft = MAX_ITEMS;
    visitAll(item, 0, (inner, depth) => {
      const stored = inner.readTag();
      if (stored === undefined) return false;
      const itemId = canonicalItemId(stored);
      const isKnown = itemId !== undefined && this.#presence.has(itemId);
      if (!isKnown) strangers.push({ id: itemId ?? stored, material: inner.material });
      // No look goes further than this, so nothing that lies there can be judged.
      const isOutOfReach = depth > MAX_DEPTH || itemsLeft-- <= 0;
      if (isKnown && !isMeant && !isOutOfReach) return false;
      inner.writeTag(undefined);
      return true;
    });
    if (strangers.length > 0) this.#reportIfForged(strangers, player, store);
  }

  /** One alert an item, for the first id that was never given out. Out of sight is not unknown: the store is asked before. */
  #reportIfForged(strangers: readonly Stranger[], player: Player, store: Store | undefined): void {
    const ask = async () => {
      for (const stranger of strangers.slice(0, MAX_QUESTIONS)) {
        if (!(await wasGivenOut(stranger.id, store))) return this.#report(stranger, player);
      }
    };
    ask().catch((error: unknown) =>
      this.#log.warn(`Whether ${strangers[0]!.id} was ever given out cannot be told: ${error}`),
    );
  }

  #report({ id, material: name }: Stranger, player: Player): void {
    const material = materialName(name);
    this.#desk.raise({
      type: "FORGED_ID",
      player,
      material,
      itemId: id,
      players: [player.name],
      locations: [],
      actual: 1,
      expected: 0,
      details: (messages, shared) => ownText(messages, "alerts.forged-id", { ...shared, id }),
    });
  }
}

async function wasGivenOut(id: string, store: Store | undefined): Promise<boolean> {
  if (canonicalItemId(id) === undefined || store === undefined) return false;
  return (await store.idsByPrefix(id, 1)).length > 0;
}

/**
 * An item and everything inside it, however deep: what a client wrote is no longer than a packet. `visit` says whether it
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
