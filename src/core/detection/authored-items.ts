import type { AlertDesk } from "../alerts/alert-desk.ts";
import type { Config } from "../config/settings.ts";
import type { Log } from "../log.ts";
import { materialName } from "../material.ts";
import type { Item, Player } from "../platform.ts";
import type { Store } from "../store.ts";
import { canonicalItemId } from "../tagging/item-id.ts";
import type { Presence } from "./presence.ts";

/**
 * Items that a client wrote itself. What it sends as an id cannot be believed: in creative mode it is a copy that is meant,
 * and an id that was never given out is forged. Only a copy of a known id, by a player who may not copy, keeps it, to be judged.
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

  /** Takes the id off where it must go; what is left untagged gets an id of its own when it is first seen. */
  take(item: Item, player: Player, store: Store | undefined): void {
    const stored = item.readTag();
    if (stored === undefined) return;
    const itemId = canonicalItemId(stored);
    const isKnown = itemId !== undefined && this.#presence.has(itemId);
    const isMeant = player.isCreative() && this.#config.creativeCopies === "reassign";
    if (isMeant || !isKnown) item.writeTag(undefined);
    if (!isKnown) this.#reportIfForged(itemId ?? stored, item.material, player, store);
  }

  /** Out of sight is not unknown: the store is asked before anybody is accused. */
  #reportIfForged(id: string, material: string, player: Player, store: Store | undefined): void {
    const isUuid = canonicalItemId(id) !== undefined;
    const inStore = isUuid && store !== undefined ? store.idsByPrefix(id, 1) : Promise.resolve([]);
    inStore.then(
      (ids) => {
        if (ids.length === 0) this.#report(id, materialName(material), player);
      },
      (error: unknown) => this.#log.warn(`Whether ${id} was ever given out cannot be told: ${error}`),
    );
  }

  #report(itemId: string, material: string, player: Player): void {
    this.#desk.raise({
      type: "FORGED_ID",
      player,
      material,
      itemId,
      players: [player.name],
      locations: [],
      details: (messages) => messages.text("alerts.forged-id", { player: player.name, material, id: itemId }),
    });
  }
}
