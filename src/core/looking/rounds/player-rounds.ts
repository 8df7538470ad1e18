import type { PlaceKey } from "../../model/place.ts";
import type { Platform, Player } from "../../platform.ts";

/** At least this many ticks from the start of one round to the start of the next: one second. */
const MIN_ROUND_TICKS = 20;

/** Players looked at in one tick while it has time: a hundred players take 25 ticks. A full one counts as several. */
const PLAYERS_PER_TICK = 4;

/**
 * Looks at the players in turn, a few a tick, between two scans. A copy mostly comes to light with a player, and a second later it may be
 * put away where nobody looks.
 */
export class PlayerRounds {
  readonly #platform: Pick<Platform, "players">;
  readonly #look: (player: Player) => void;
  readonly #effortOf: (place: PlaceKey) => number;
  readonly #isSpent: () => boolean;
  #waiting: Player[] = [];
  #ticksInRound = 0;

  /** `effortOf`: how many looks one look at the place counts as. */
  constructor(
    platform: Pick<Platform, "players">,
    look: (player: Player) => void,
    effortOf: (place: PlaceKey) => number,
    isSpent: () => boolean,
  ) {
    this.#platform = platform;
    this.#look = look;
    this.#effortOf = effortOf;
    this.#isSpent = isSpent;
  }

  /** Called once a tick. */
  tick(): void {
    if (++this.#ticksInRound >= MIN_ROUND_TICKS && this.#waiting.length === 0) {
      this.#ticksInRound = 0;
      this.#waiting = [...this.#platform.players()].reverse();
    }
    for (let effort = 0; effort < PLAYERS_PER_TICK && !this.#isSpent(); ) {
      const player = this.#waiting.pop();
      if (player === undefined) return;
      this.#look(player);
      effort += this.#effortOf(player.place);
    }
  }
}
