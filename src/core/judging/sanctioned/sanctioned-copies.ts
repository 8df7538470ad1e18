import type { Config } from "../../config/settings.ts";
import type { Copy } from "../../looking/look.ts";
import { materialName } from "../../model/material.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Platform } from "../../platform.ts";
import type { Holders } from "../custody/holders.ts";
import type { Announcements } from "./announcements.ts";

/** What happens to a sanctioned copy: it gets a fresh id, as one of the announced copies of its id or for another reason, or nothing happens. */
type Treatment = "reissue" | "reissue-announced" | "ignore";

interface SanctionedCopiesParts {
  readonly config: Config;
  readonly announcements: Announcements;
  readonly platform: Platform;
  readonly holders: Holders;
  /** True when an event of this tick said that somebody moved it there. */
  readonly isBrought: (copy: Copy) => boolean;
}

/** Knows which copies accuse nobody: announced, made in creative mode, from a sanctioned source, or exempt. */
export class SanctionedCopies {
  readonly #parts: SanctionedCopiesParts;
  readonly #exemptMaterials: ReadonlySet<string>;

  constructor(parts: SanctionedCopiesParts) {
    this.#parts = parts;
    this.#exemptMaterials = new Set(parts.config.exemptMaterials.map(materialName));
  }

  /**
   * The sanctioned copies among these, with the treatment of each. The first copy is the original; if an announced place holds it, the
   * others keep their id instead. One copy always keeps it. `undefined` stands for a copy that cannot be acted upon. `wasDouble`: the
   * copies were already seen or claimed, and were not sanctioned then. Wherever they are carried afterwards, to any player, place or world,
   * only an announcement of their id or an exempt material can still excuse them.
   */
  among(copies: readonly (Copy | undefined)[], wasDouble: boolean): ReadonlyMap<Copy, Treatment> {
    const sanctioned = new Map<Copy, Treatment>();
    let announced = 0;
    const countAt = (place: PlaceKey) =>
      copies.reduce((sum, copy) => sum + (copy?.place === place ? Math.max(copy.item.count, 0) : 0), 0);
    for (const [at, copy] of copies.entries()) {
      const isLastOne = sanctioned.size === copies.length - 1;
      if (isLastOne) break;
      if (copy === undefined) continue;
      const treatment = this.#treatmentOf(copy, countAt(copy.place), at === 0, wasDouble, announced + copy.item.count);
      if (treatment === undefined) continue;
      sanctioned.set(copy, treatment);
      if (treatment === "reissue-announced") announced += copy.item.count;
    }
    return sanctioned;
  }

  /** True if the copy would accuse nobody as an extra one: such a stack above 1 is left alone. */
  isSanctioned(copy: Copy, wasDouble: boolean): boolean {
    const { count } = copy.item;
    return this.#treatmentOf(copy, count, false, wasDouble, Math.max(1, count - 1)) !== undefined;
  }

  isExempt(material: string, world: string): boolean {
    return this.#parts.config.exemptWorlds.includes(world) || this.#isExemptMaterial(material);
  }

  #isExemptMaterial(material: string): boolean {
    return this.#exemptMaterials.size > 0 && this.#exemptMaterials.has(materialName(material));
  }

  /**
   * `countThere`: how many of the id are at its place. `announced`: as many copies of the id as must be announced if nothing else sanctions
   * this one.
   */
  #treatmentOf(
    copy: Copy,
    countThere: number,
    isOriginal: boolean,
    wasDouble: boolean,
    announced: number,
  ): Treatment | undefined {
    const { config, announcements, isBrought } = this.#parts;
    // Anybody may ask for a kit and bring a copy along: only what appears there by itself counts.
    if (!wasDouble && announcements.hasAppeared(copy.itemId, copy.place, countThere) && !isBrought(copy))
      return "reissue";
    if (isOriginal) return undefined;
    if (this.#isExemptMaterial(copy.item.material)) return "reissue";
    if (!wasDouble) {
      if (config.exemptWorlds.includes(copy.location.world) || this.#isFromSanctionedSource(copy)) return "reissue";
      if (config.creativeCopies !== "alert" && this.#isOfCreativePlayer(copy))
        return config.creativeCopies === "ignore" ? "ignore" : "reissue";
    }
    return announcements.copiesLeft(copy.itemId) >= announced ? "reissue-announced" : undefined;
  }

  /** An item that a player has put into an inventory does not come from that inventory. */
  #isFromSanctionedSource({ itemId, place, location }: Copy): boolean {
    const sources = this.#parts.config.sanctionedSources;
    if (sources.length === 0) return false;
    return (
      sources.includes(location.world) ||
      (sources.includes(place) && this.#parts.holders.bringerOf(itemId, place).id === NIL_UUID)
    );
  }

  /**
   * True if the player who brought that very item there, or else the owner of the place, is in creative mode. Nothing else that a creative
   * player does matters.
   */
  #isOfCreativePlayer({ itemId, place }: Copy): boolean {
    const { id } = this.#parts.holders.bringerOf(itemId, place);
    for (const player of this.#parts.platform.players()) if (player.id === id && player.isCreative()) return true;
    return false;
  }
}
