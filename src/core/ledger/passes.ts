import type { PassListener } from "../looking/pass-listener.ts";

/** Knows up to which tick end everything that can be looked at has been looked at again since. */
export class Passes {
  readonly players: PassListener;
  readonly places: PassListener;
  readonly #tickEnd: () => number;
  #playersCovered = -1;
  #placesCovered = -1;

  constructor(tickEnd: () => number) {
    this.#tickEnd = tickEnd;
    this.players = this.#listener((began) => {
      this.#playersCovered = began;
    });
    this.places = this.#listener((began) => {
      this.#placesCovered = began;
    });
  }

  /** Every visible place was looked at after this tick end. */
  get covered(): number {
    return Math.min(this.#playersCovered, this.#placesCovered);
  }

  #listener(cover: (began: number) => void): PassListener {
    let began: number | undefined;
    return {
      began: () => {
        began = this.#tickEnd() - 1;
      },
      ended: () => {
        if (began !== undefined) cover(began);
        began = undefined;
      },
    };
  }
}
