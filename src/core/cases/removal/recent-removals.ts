import { NIL_UUID } from "../../model/nil-uuid.ts";

/** Removals within this time count towards `removal-limit`. */
const WINDOW_MS = 600_000;

/** How many removals that concern one player count. Whatever one player copies, it is a small part of the limit. */
const COUNTED_OF_ONE = 5;

/** A copy that was taken automatically. The nil UUID stands for nobody. */
interface RecentRemoval {
  readonly atMs: number;
  /** Who had the copy that was taken, and who has the one that stays. */
  readonly takenFromId: string;
  readonly keeperId: string;
}

/**
 * Counts the automatic removals of the last ten minutes for the brake. An error of ours, or a plugin that copies everything, concerns many
 * players; a cheat who makes junk in order to stop removal must have the originals or the copies. So those that one player had count as five
 * at most, and so do those whose originals one player has. What nobody had counts in full.
 */
export class RecentRemovals {
  #removals: RecentRemoval[] = [];
  readonly #byLoser = new CappedCounts();
  readonly #byKeeper = new CappedCounts();

  add(removal: RecentRemoval): void {
    this.#removals.push(removal);
    this.#count(removal, 1);
  }

  /** How many of them count now. */
  counted(nowMs: number): number {
    this.#forgetBefore(nowMs);
    return Math.min(this.#byLoser.sum, this.#byKeeper.sum);
  }

  /** How many there were. */
  all(nowMs: number): number {
    this.#forgetBefore(nowMs);
    return this.#removals.length;
  }

  clear(): void {
    this.#removals = [];
    this.#byLoser.clear();
    this.#byKeeper.clear();
  }

  /** If the clock was set back, everything is forgotten that seems to lie ahead. */
  #forgetBefore(nowMs: number): void {
    const removals = this.#removals;
    while ((removals.at(-1)?.atMs ?? nowMs) > nowMs) this.#count(removals.pop()!, -1);
    let over = 0;
    while (over < removals.length && nowMs - removals[over]!.atMs >= WINDOW_MS) this.#count(removals[over++]!, -1);
    if (over > 0) removals.splice(0, over);
  }

  #count({ takenFromId, keeperId }: RecentRemoval, change: 1 | -1): void {
    this.#byLoser.change(takenFromId, change);
    this.#byKeeper.change(keeperId, change);
  }
}

/** Numbers by player, and their sum, to which each player adds a few at most. */
class CappedCounts {
  readonly #byPlayer = new Map<string, number>();
  sum = 0;

  change(playerId: string, change: 1 | -1): void {
    const before = this.#byPlayer.get(playerId) ?? 0;
    const after = before + change;
    this.sum += counted(playerId, after) - counted(playerId, before);
    if (after > 0) this.#byPlayer.set(playerId, after);
    else this.#byPlayer.delete(playerId);
  }

  clear(): void {
    this.#byPlayer.clear();
    this.sum = 0;
  }
}

function counted(playerId: string, count: number): number {
  return playerId === NIL_UUID ? count : Math.min(count, COUNTED_OF_ONE);
}
