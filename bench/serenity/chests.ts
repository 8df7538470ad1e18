/** A chest for every few players, with slots that are one player's own: nobody takes what another one is about to take. */
const PLAYERS_A_CHEST = 5;
const SLOTS_A_PLAYER = 5;

interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface OwnSlots {
  readonly chest: Position;
  readonly slots: readonly number[];
}

export function chestsFor(players: number): Position[] {
  return Array.from({ length: Math.ceil(players / PLAYERS_A_CHEST) }, (_, at) => chestAt(at));
}

/** What belongs to the player with this number. */
export function ownSlots(player: number): OwnSlots {
  const first = (player % PLAYERS_A_CHEST) * SLOTS_A_PLAYER;
  const slots = Array.from({ length: SLOTS_A_PLAYER }, (_, at) => first + at);
  return { chest: chestAt(Math.floor(player / PLAYERS_A_CHEST)), slots };
}

/** Two blocks apart: chests side by side would become one. */
function chestAt(at: number): Position {
  return { x: 2 * at, y: 1, z: 3 };
}
