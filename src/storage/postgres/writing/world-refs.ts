/**
 * A world's number has 22 bits, because some networks make a world per match. If it needs more than 15, the row's `world` holds the low 16
 * bits, and the column beside it (a transfer's action, custody's form of a place) holds the rest and is negative. So no row is longer than
 * before, and rows of version 1.0 keep their meaning. `dt_world` and `dt_beside` read them in SQL.
 */
export const MOST_WORLDS = 4_000_000;

const MAX_PLAIN = 0x7fff;
const BESIDE_BITS = 9;

/** The highest value that the column beside a world with a high number can hold. */
export const MOST_BESIDE = 2 ** BESIDE_BITS - 1;

export function isPlainWorld(world: number): boolean {
  return world <= MAX_PLAIN;
}

/** Returns the world's number, from the two columns. */
export function worldOf(world: number, beside: number): number {
  return beside >= 0 ? world : (world & 0xffff) | (((-1 - beside) >> BESIDE_BITS) << 16);
}

/** Returns what the column beside the world holds of its own. */
export function valueBeside(beside: number): number {
  return beside >= 0 ? beside : (-1 - beside) & MOST_BESIDE;
}

/** Returns the value of the column `world`. */
export function lowWorld(world: number): number {
  return (world << 16) >> 16;
}

/** Returns the value of the column beside it, which also holds its own `value`. */
export function besideWorld(world: number, value: number): number {
  return isPlainWorld(world) ? value : -1 - (value + ((world >> 16) << BESIDE_BITS));
}
