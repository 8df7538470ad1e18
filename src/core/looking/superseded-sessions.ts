import type { PlaceKey } from "../model/place.ts";
import type { Item, Platform, Player } from "../platform.ts";
import { LookBudget, visitContents } from "../tagging/contents.ts";
import { readItemId } from "../tagging/item-tag.ts";
import type { GameClock } from "../time/game-clock.ts";

/** Game servers close a silent connection sooner than this: SerenityJS after 15 s, flying-squid after 30 s. */
export const LONGEST_SILENCE_MS = 45_000;

/**
 * Packets that a client sent before it was kicked, or before its cable was cut, have arrived by then. A client heard from for longer is
 * still there.
 */
const HEARD_FOR_MS = 2000;

const NO_PLACES: readonly PlaceKey[] = [];
const NOBODY: readonly Player[] = [];

/** An older session, from the moment a newer one joined. */
interface Superseded {
  readonly player: Player;
  /** The newest session's own place. */
  readonly by: PlaceKey;
  readonly sinceMs: number;
  /** Ids that the newer session had when it joined, or at the first look that found something there; `undefined` until then. */
  ids: ReadonlySet<string> | undefined;
  /** The last input from its client. */
  input: unknown;
  /** When its client was first heard from after the newer session joined. */
  heardMs: number | undefined;
}

/**
 * Sessions that the game server still serves although their player is back in a newer one. This happens when a cable was cut, for example.
 * An item that both sessions show counts as being in the newer one only. The older session counts again when it does something, when its
 * client keeps sending, or when the newer session ends. At the latest it counts when a game server would have dropped a silent client, so a
 * client cannot stay hidden this way.
 */
export class SupersededSessions {
  readonly #platform: Pick<Platform, "players" | "look">;
  readonly #clock: Pick<GameClock, "steadyMs">;
  readonly #superseded = new Map<PlaceKey, Superseded>();

  constructor(platform: Pick<Platform, "players" | "look">, clock: Pick<GameClock, "steadyMs">) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /**
   * Returns the places of the account's older sessions, which must be looked at again. A join may be reported twice, the first time before
   * anything can be seen. The newer session's items are read at once, because the player could put them away before the tick ends.
   */
  onPlayerJoin({ id, place }: Player): readonly PlaceKey[] {
    this.#superseded.delete(place);
    const older = [...this.#platform.players()].filter((other) => other.id === id && other.place !== place);
    if (older.length === 0) return NO_PLACES;
    const shown = shownIds(this.#platform, place);
    const ids = shown.size > 0 ? shown : undefined;
    for (const player of older) {
      const known = this.#superseded.get(player.place);
      // Further logins do not prolong it.
      const fresh = { sinceMs: this.#clock.steadyMs, input: player.lastInput?.(), heardMs: undefined };
      const { sinceMs, input, heardMs } = known ?? fresh;
      if (known?.by !== place) this.#superseded.set(player.place, { player, by: place, sinceMs, ids, input, heardMs });
      else known.ids ??= ids;
    }
    return older.map((player) => player.place);
  }

  /** The session did something, or its client keeps sending, or the newer one ended: what it shows counts from now on. */
  countAgain(place: PlaceKey): void {
    const known = this.#superseded.get(place);
    if (known !== undefined) this.#superseded.set(place, { ...known, sinceMs: Number.NEGATIVE_INFINITY });
  }

  /** Called at every tick end. Returns the older sessions that count again because their clients keep sending. */
  sessionsHeardAgain(): readonly Player[] {
    if (this.#superseded.size === 0) return NOBODY;
    const heard: Player[] = [];
    for (const session of this.#superseded.values())
      if (this.#hides(session) && this.#isHeard(session)) heard.push(session.player);
    for (const { place } of heard) this.countAgain(place);
    return heard;
  }

  #isHeard(session: Superseded): boolean {
    const input = session.player.lastInput?.();
    if (input === session.input) return false;
    session.input = input;
    session.heardMs ??= this.#clock.steadyMs;
    return this.#clock.steadyMs - session.heardMs >= HEARD_FOR_MS;
  }

  /** Returns the places of older sessions that count again. */
  onPlayerQuit(place: PlaceKey): readonly PlaceKey[] {
    this.#superseded.delete(place);
    const older = this.olderThan(place);
    for (const other of older) this.countAgain(other);
    return older;
  }

  /** The places of the older sessions that the game server still serves beside the one at this place. */
  olderThan(place: PlaceKey): readonly PlaceKey[] {
    if (this.#superseded.size === 0) return NO_PLACES;
    return [...this.#superseded].filter(([, { by }]) => by === place).map(([other]) => other);
  }

  /**
   * Ids that the place shows but that are not there. `seenAt` returns what the last look found at a place; `undefined` before the first
   * look.
   */
  hiddenAt(
    place: PlaceKey,
    seenAt: (place: PlaceKey) => readonly string[] | undefined,
  ): ReadonlySet<string> | undefined {
    const known = this.#superseded.size === 0 ? undefined : this.#superseded.get(place);
    if (known === undefined || !this.#hides(known)) return undefined;
    const seen = known.ids === undefined ? seenAt(known.by) : undefined;
    if (seen !== undefined) known.ids = new Set(seen);
    return known.ids;
  }

  #hides({ sinceMs }: Superseded): boolean {
    return this.#clock.steadyMs - sinceMs <= LONGEST_SILENCE_MS;
  }
}

/** The ids that a look would find, within the same budget: a look at an older session cannot see more either. */
export function shownIds(platform: Pick<Platform, "look">, place: PlaceKey): Set<string> {
  const ids = new Set<string>();
  const budget = new LookBudget();
  const note = (item: Item): boolean => {
    const itemId = readItemId(item);
    if (itemId !== null) ids.add(itemId);
    return false;
  };
  platform.look(place, (stack) => {
    if ((stack.maxStackSize !== 1 && stack.contents() === undefined) || !budget.takeItem()) return;
    note(stack);
    visitContents(stack, "", budget, note);
  });
  return ids;
}
