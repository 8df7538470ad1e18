/**
 * A chest for every few players. Each player has slots of their own, so that nobody takes what another player is about to take.
 */
const PLAYERS_A_CHEST = 5;
const SLOTS_A_PLAYER = 5;

interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface OwnSlots {
  readonly chest: Position;
  readonly slots: readonly number[];
}

export function chestsFor(players: number): Position[] {
  return Array.from({ length: Math.ceil(players / PLAYERS_A_CHEST) }, (_, at) => chestAt(at));
}

/** The slots of the player with this number. */
export function ownSlots(player: number): OwnSlots {
  const first = (player % PLAYERS_A_CHEST) * SLOTS_A_PLAYER;
  const slots = Array.from({ length: SLOTS_A_PLAYER }, (_, at) => first + at);
  return { chest: chestAt(Math.floor(player / PLAYERS_A_CHEST)), slots };
}

/** Two blocks apart, because chests side by side would be joined. */
function chestAt(at: number): Position {
  return { x: 2 * at, y: 1, z: 3 };
}
