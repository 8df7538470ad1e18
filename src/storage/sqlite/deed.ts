/**
 * Who did what and where, in one column of `recent`: binding a value costs as much as storing it. The player's reference
 * stands above the scene's; a row that only confirms custody, and is no transfer, has the negative.
 */
const SCENES = 2 ** 24;
const PLAYERS = 2 ** 29;

export function deedOf(player: number, scene: number, isTransfer: boolean): number {
  if (scene >= SCENES || player >= PLAYERS) throw new RangeError("too many different scenes or players");
  const deed = player * SCENES + scene;
  return isTransfer ? deed : -deed;
}

export function readDeed(deed: number): {
  readonly player: number;
  readonly scene: number;
  readonly isTransfer: boolean;
} {
  const size = Math.abs(deed);
  return { player: Math.floor(size / SCENES), scene: size % SCENES, isTransfer: deed > 0 };
}
