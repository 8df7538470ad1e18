/**
 * A world's number has 22 bits, since some networks make a world per match. Beyond 15 of them the low 16 stand in the row's `world`, and
 * the rest in the column beside it (a transfer's action, custody's form of a place), which is negative then: so no row is longer than before,
 * and rows of version 1.0 mean what they meant. `dt_world` and `dt_beside` read them in SQL.
 */
export const MOST_WORLDS = 4_000_000;

const MOST_PLAIN = 0x7fff;
const BESIDE_BITS = 9;

/** What can stand beside a world of a high number. */
export const MOST_BESIDE = 2 ** BESIDE_BITS - 1;

export function isPlainWorld(world: number): boolean {
  return world <= MOST_PLAIN;
}

/** What the column `world` holds. */
export function lowWorld(world: number): number {
  return (world << 16) >> 16;
}

/** What the column beside it holds, for a value of its own. */
export function besideWorld(world: number, value: number): number {
  return isPlainWorld(world) ? value : -1 - (value + ((world >> 16) << BESIDE_BITS));
}
