/** Odd numbers below 2^24: with them no sum below reaches 2^63, where SQLite would go on with inexact numbers. */
const FACTOR = {
  ts: 11_400_713,
  nth: 10_619_863,
  player: 9_576_891,
  scene: 14_695_981,
  x: 8_191_999,
  y: 12_582_917,
  z: 6_700_417,
} as const;
/** Stands for an empty coordinate. */
const NONE = 0x5a5a5a5;

/** Returns a number of 32 bits that changes with any value of the row. The checksum of several rows is the sum of theirs. */
export function rowChecksum(
  timestampMs: number,
  nth: number,
  player: number,
  scene: number,
  x: number | null,
  y: number | null,
  z: number | null,
): number {
  const when = Math.imul(timestampMs, FACTOR.ts) + Math.imul(nth, FACTOR.nth);
  const what =
    Math.imul(player, FACTOR.player) +
    Math.imul(scene, FACTOR.scene) +
    Math.imul(x ?? NONE, FACTOR.x) +
    Math.imul(y ?? NONE, FACTOR.y) +
    Math.imul(z ?? NONE, FACTOR.z);
  return Math.imul(when, (what & 0x7ffffffe) | 1) >>> 0;
}

const WHEN = `(ts & 0xffffffff) * ${FACTOR.ts} + nth * ${FACTOR.nth}`;
const WHAT = `player * ${FACTOR.player} + scene * ${FACTOR.scene} + coalesce(x, ${NONE}) * ${FACTOR.x}
  + coalesce(y, ${NONE}) * ${FACTOR.y} + coalesce(z, ${NONE}) * ${FACTOR.z}`;

/** The same in SQL, for all rows of a group. */
export const ROWS_CHECKSUM = `sum(((${WHEN}) & 0xffffffff) * (((${WHAT}) & 0x7ffffffe) | 1) & 0xffffffff) & 0xffffffff`;
