/** A 64-bit fingerprint of a sequence of numbers and texts, the same on any machine. */
export class RollingHash {
  #low = 0x811c9dc5 | 0;
  #high = 0x01000193 | 0;

  number(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x01000193);
    this.#high = Math.imul(this.#high ^ (value + (this.#low >>> 15)), 0x85ebca6b);
  }

  text(value: string): void {
    for (let at = 0; at < value.length; at++) this.number(value.charCodeAt(at));
    this.number(value.length);
  }

  digest(): string {
    return [this.#low, this.#high].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
}
