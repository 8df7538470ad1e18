import type { PlaceKey } from "../../src/core/index.ts";
import type { Material } from "./materials.ts";

/** One player handled a material at a place, or goods of any kind, as in a box. */
export interface Handling {
  readonly tick: number;
  readonly place: PlaceKey;
  readonly playerId: string;
  readonly material: Material | undefined;
  /** True when the word of it comes in a later tick. */
  readonly isLate: boolean;
  /** How often others handled the same there in the same tick; without end when it may have been goods of any kind. */
  others: number;
  /** How much of it was put in there. */
  put: number;
}

/** Who handled what where. */
export class Handlings {
  readonly #now = new Map<PlaceKey, Handling[]>();
  readonly #byPlayer = new Map<string, Handling[]>();

  add({ tick, place, playerId, material, isLate }: Omit<Handling, "others" | "put">): void {
    const before = (this.#now.get(place) ?? []).filter((handling) => handling.tick === tick);
    const handling = { tick, place, playerId, material, isLate, others: 0, put: 0 };
    for (const other of before) {
      if (other.playerId === playerId || !isSame(material, other.material)) continue;
      handling.others += other.material === undefined ? Number.POSITIVE_INFINITY : 1;
      other.others += material === undefined ? Number.POSITIVE_INFINITY : 1;
    }
    this.#now.set(place, [...before, handling]);
    const own = this.#byPlayer.get(playerId);
    if (own === undefined) this.#byPlayer.set(playerId, [handling]);
    else own.push(handling);
  }

  /** What a player handled there last was put in. */
  putIn(place: PlaceKey, playerId: string, count: number): void {
    const last = this.#now.get(place)?.findLast((handling) => handling.playerId === playerId);
    if (last !== undefined) last.put += count;
  }

  /** Where a player handled a material, from one tick to another, both included. */
  of(playerId: string, material: Material, from: number, to: number): readonly Handling[] {
    const isIt = (handling: Handling) =>
      handling.tick >= from && handling.tick <= to && isSame(handling.material, material);
    return this.#byPlayer.get(playerId)?.filter(isIt) ?? [];
  }
}

function isSame(one: Material | undefined, other: Material | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}
