import { countItems } from "./count-items.ts";
import type { Detector, DetectorHost, DetectorVerdict } from "./detector.ts";
import type { Copy } from "./see-copies.ts";
import { VisibleWorld } from "./visible-world.ts";

export function countOf(copies: readonly Copy[]): number {
  return countItems(copies.map(({ place, item }) => ({ place, count: item.count })));
}

export function provenVerdict(itemId: string, copies: readonly Copy[], tick: number, caseNumber = 0): DetectorVerdict {
  return {
    type: "DUPLICATE_ITEM",
    itemIds: [itemId],
    copies: copies.map(({ place, slot }) => ({ itemId, place, slot, tick })),
    caseNumber,
  };
}

/** Brute force without a memory: knows every visible place at every tick end, and calls two copies a duplicate. */
export class LookerDetector implements Detector {
  readonly #host: DetectorHost;
  #world: VisibleWorld;
  readonly #reported = new Set<string>();
  #verdicts: DetectorVerdict[] = [];

  constructor(host: DetectorHost) {
    this.#host = host;
    this.#world = new VisibleWorld(host);
    this.#listen();
  }

  verdicts(): DetectorVerdict[] {
    return this.#verdicts.splice(0);
  }

  async restart(): Promise<void> {
    this.#world = new VisibleWorld(this.#host);
    this.#reported.clear();
    const ids = new Set<string>();
    for (const place of this.#host.platform.places()) this.#world.look(place, ids);
    for (const { place } of this.#host.platform.players()) this.#world.look(place, ids);
    this.#listen();
  }

  #listen(): void {
    this.#host.platform.onTick(() => {
      const ids = new Set<string>();
      for (const place of this.#host.changedPlaces()) this.#world.look(place, ids);
      for (const itemId of ids) this.#judge(itemId);
    });
  }

  #judge(itemId: string): void {
    const copies = this.#world.copiesOf(itemId);
    if (countOf(copies) < 2) this.#reported.delete(itemId);
    else if (!this.#reported.has(itemId)) {
      this.#reported.add(itemId);
      this.#verdicts.push(provenVerdict(itemId, copies, this.#host.tick()));
      for (const { place, slot, item } of copies.slice(1)) this.#host.platform.remove?.(place, slot, item, item.count);
    }
  }
}
