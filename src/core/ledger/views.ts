import { type PlaceKey, placeKind } from "../place.ts";

/**
 * Windows that show goods which are really elsewhere, such as a chest that is gone and whose contents lie on the ground. What
 * such a window holds beyond what is really there explains nothing when it is taken out.
 */
export class Views {
  readonly #phantoms = new Map<PlaceKey, Int32Array>();

  static isView(place: PlaceKey): boolean {
    return placeKind(place) === "window";
  }

  /** So much of what a window holds is not really there. */
  show(place: PlaceKey, number: number, count: number, materials: number): void {
    let phantoms = this.#phantoms.get(place);
    if (phantoms === undefined) {
      phantoms = new Int32Array(materials);
      this.#phantoms.set(place, phantoms);
    }
    phantoms[number] = count;
  }

  /** What really left the place when its count fell: what was put in leaves first. */
  realFall(place: PlaceKey, number: number, before: number, now: number): number {
    const phantoms = this.#phantoms.get(place);
    if (phantoms === undefined) return before - now;
    const phantom = phantoms[number]!;
    phantoms[number] = Math.min(phantom, now);
    return Math.max(0, before - Math.max(phantom, now));
  }

  forget(place: PlaceKey): void {
    this.#phantoms.delete(place);
  }
}
