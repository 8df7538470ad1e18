import { type PlaceKey, placeKind } from "../../model/place.ts";

/**
 * Places that show goods which are really elsewhere, such as the window of a chest that is gone and whose contents lie on the
 * ground. Goods that such a place only shows explain nothing when they are taken out.
 */
export class Views {
  readonly #phantoms = new Map<PlaceKey, Int32Array>();

  static isView(place: PlaceKey): boolean {
    return placeKind(place) === "window";
  }

  /** `count` more of the goods that a place shows are not really there. */
  show(place: PlaceKey, materialIndex: number, count: number, materials: number): void {
    let phantoms = this.#phantoms.get(place);
    if (phantoms === undefined) {
      phantoms = new Int32Array(materials);
      this.#phantoms.set(place, phantoms);
    }
    phantoms[materialIndex]! += count;
  }

  /** Up to `count` of the goods that were only shown are really there again. Returns how many. */
  hide(place: PlaceKey, materialIndex: number, count: number): number {
    const phantoms = this.#phantoms.get(place);
    const part = Math.min(count, phantoms?.[materialIndex] ?? 0);
    if (phantoms !== undefined) phantoms[materialIndex]! -= part;
    return part;
  }

  /** How much really left the place when its count fell: real goods leave first. */
  realDecrease(place: PlaceKey, materialIndex: number, before: number, now: number): number {
    const phantoms = this.#phantoms.get(place);
    if (phantoms === undefined) return before - now;
    const phantom = phantoms[materialIndex]!;
    phantoms[materialIndex] = Math.min(phantom, now);
    return Math.max(0, before - Math.max(phantom, now));
  }

  forget(place: PlaceKey): void {
    this.#phantoms.delete(place);
  }
}
