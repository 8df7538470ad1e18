import { formatLocation, type ItemEvent, type PlaceKey, type Player } from "../../src/core/index.ts";
import type { Detector, DetectorHost, DetectorVerdict } from "./detector.ts";
import { type Copy, idOf, seeCopies } from "./see-copies.ts";

interface LastSeen {
  readonly playerId: string;
  readonly location: string;
  readonly place: PlaceKey;
  readonly atMs: number;
}

/**
 * The rule of section 3 by itself, which alerts and removes on every hit: an id seen with another player or at another
 * location, longer than the grace after the last sighting. `holder-rule` compares only the player, as other products do.
 */
export class RuleDetector implements Detector {
  readonly #host: DetectorHost;
  readonly #comparesLocations: boolean;
  readonly #known = new Map<string, LastSeen>();
  #verdicts: DetectorVerdict[] = [];
  /** Ids to remove at the tick end, and from where: an act that is still under way must not lose its item. */
  #wishes: { readonly itemId: string; readonly place: PlaceKey }[] = [];
  #ticks = 0;

  constructor(host: DetectorHost, comparesLocations: boolean) {
    this.#host = host;
    this.#comparesLocations = comparesLocations;
    this.#listen();
  }

  report(event: ItemEvent): void {
    if (event.kind === "interaction") {
      const itemId = idOf(event.item, this.#host.newId);
      if (itemId !== undefined)
        this.#check({ itemId, item: event.item, place: event.player.place, slot: "" }, event.player);
    } else if ((event.kind === "sighting" || event.kind === "going-dark") && event.player) {
      this.#look(event.place, event.player);
    }
  }

  verdicts(): DetectorVerdict[] {
    return this.#verdicts.splice(0);
  }

  async restart(): Promise<void> {
    this.#known.clear();
    this.#listen();
  }

  #listen(): void {
    this.#host.platform.onTick(() => {
      if (++this.#ticks % this.#host.knobs.scanTicks === 0)
        for (const player of this.#host.platform.players()) this.#look(player.place, player);
      for (const { itemId, place } of this.#wishes.splice(0)) this.#remove(itemId, place);
    });
  }

  #look(place: PlaceKey, player: Player): void {
    for (const copy of seeCopies(this.#host.platform, place, this.#host.newId).copies) this.#check(copy, player);
  }

  #check(copy: Copy, player: Player): void {
    const { clock, knobs, platform } = this.#host;
    const atMs = clock.now();
    const location = formatLocation(player.location());
    const before = this.#known.get(copy.itemId);
    this.#known.set(copy.itemId, { playerId: player.id, location, place: copy.place, atMs });
    if (before === undefined || atMs - before.atMs <= knobs.graceMs) return;
    const differs = before.playerId !== player.id || (this.#comparesLocations && before.location !== location);
    if (!differs) return;
    const tick = this.#host.tick();
    const places = [...new Set([before.place, copy.place])];
    this.#verdicts.push({
      type: "DUPLICATE_ITEM",
      itemIds: [copy.itemId],
      copies: places.map((place) => ({ itemId: copy.itemId, place, tick })),
      caseNumber: 0,
    });
    if (platform.remove) this.#wishes.push({ itemId: copy.itemId, place: copy.place });
  }

  #remove(itemId: string, place: PlaceKey): void {
    const { platform, newId } = this.#host;
    const found = seeCopies(platform, place, newId).copies.find((copy) => copy.itemId === itemId);
    if (found) platform.remove?.(place, found.slot, found.item, found.item.count);
  }
}
