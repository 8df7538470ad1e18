import type { AlertDesk } from "../alerts/alert-desk.ts";
import type { Config } from "../config/settings.ts";
import { formatLocation } from "../location.ts";
import { materialName } from "../material.ts";
import type { RenderedText } from "../messages/message-keys.ts";
import type { Messages } from "../messages/messages.ts";
import type { Player } from "../platform.ts";
import type { Candidate } from "./duplicate-rule.ts";
import { type Copy, type Look, locationOf } from "./look.ts";

/** Names of players by their id, as far as they are known on this server. */
export type NameOf = (playerId: string) => string;

/**
 * What a hit of the rule and a look come to, until the examiner looks at both places: a stack above 1, or one id twice in
 * one look, is a duplicate; every other hit has moved. Nothing is removed.
 */
export class Judge {
  readonly #desk: AlertDesk;
  readonly #config: Config;
  readonly #nameOf: NameOf;
  /** Ids whose copies were reported and have not been seen single since. */
  readonly #reported = new Set<string>();

  constructor(desk: AlertDesk, config: Config, nameOf: NameOf) {
    this.#desk = desk;
    this.#config = config;
    this.#nameOf = nameOf;
  }

  relocated(candidate: Candidate, material: string): void {
    const { itemId, player } = candidate;
    this.#desk.raise({
      type: "ITEM_RELOCATED",
      player,
      material,
      itemId,
      players: [...new Set([player.name, this.#nameOf(candidate.previousPlayerId)])],
      locations: [candidate.previousLocation, candidate.location],
      details: (messages) =>
        messages.text("alerts.item-relocated", {
          player: player.name,
          material,
          id: itemId,
          here: placeText(messages, player.name, candidate.location, 1),
          there: placeText(messages, this.#nameOf(candidate.previousPlayerId), candidate.previousLocation, 1),
        }),
    });
  }

  /** Finds ids that one look shows more than once. */
  judge(look: Look, player: Player | undefined): void {
    const byId = Map.groupBy(look.copies, (copy) => copy.itemId);
    for (const [itemId, copies] of byId) {
      const total = copies.reduce((sum, copy) => sum + copy.item.count, 0);
      if (total < 2) this.#reported.delete(itemId);
      else if (!this.#reported.has(itemId) && !this.#isExempt(copies[0]!)) this.#report(itemId, copies, total, player);
    }
  }

  #report(itemId: string, copies: readonly Copy[], count: number, player: Player | undefined): void {
    this.#reported.add(itemId);
    const material = materialName(copies[0]!.item.material);
    const holder = player?.name ?? "";
    this.#desk.raise({
      type: "DUPLICATE_ITEM",
      player,
      material,
      itemId,
      players: holder === "" ? [] : [holder],
      locations: [...new Set(copies.map(locationOf))],
      details: (messages) =>
        messages.text("alerts.duplicate-item", {
          player: holder,
          material,
          id: itemId,
          count,
          places: {
            rendered: copies
              .map((copy) => placeText(messages, holder, formatLocation(copy.location), copy.item.count).rendered)
              .join("; "),
          },
        }),
    });
  }

  #isExempt(copy: Copy): boolean {
    const material = materialName(copy.item.material);
    return (
      this.#config.exemptWorlds.includes(copy.location.world) ||
      this.#config.exemptMaterials.some((exempt) => materialName(exempt) === material)
    );
  }
}

function placeText(messages: Messages, holder: string, location: string, count: number): RenderedText {
  const values = { holder: holder === "" ? messages.rendered("alerts.nobody", {}) : holder, location };
  return count > 1
    ? messages.rendered("alerts.place-stack", { ...values, count })
    : messages.rendered("alerts.place", values);
}
