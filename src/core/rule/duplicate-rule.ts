import { formatLocation, type Location } from "../model/location.ts";
import type { Player } from "../platform.ts";
import type { Clock } from "../time/clock.ts";
import { type Entry, type KnownItems, NO_ENTRY } from "./known-items.ts";

/** The rule fired: the id was last seen elsewhere or with somebody else, longer ago than the grace. */
export interface Candidate {
  readonly itemId: string;
  /** Empty if the caller did not know it. */
  readonly material: string;
  readonly player: Player;
  readonly location: string;
  readonly previousPlayerId: string;
  readonly previousLocation: string;
}

/** The duplicate rule of section 3, to the letter. It is a sensor: it finds candidates, which are then judged by looking. */
export class DuplicateRule {
  readonly #knownItems: KnownItems;
  readonly #clock: Clock;
  readonly #graceMs: number;
  readonly #onCandidate: (candidate: Candidate) => void;
  /** Asked before a candidate is described, so that a hit costs next to nothing if nobody listens. */
  readonly #isHeard: () => boolean;

  constructor(options: {
    knownItems: KnownItems;
    clock: Clock;
    graceMs: number;
    onCandidate: (candidate: Candidate) => void;
    isHeard: () => boolean;
  }) {
    this.#knownItems = options.knownItems;
    this.#clock = options.clock;
    this.#graceMs = options.graceMs;
    this.#onCandidate = options.onCandidate;
    this.#isHeard = options.isHeard;
  }

  /** `itemId` must be canonical. */
  check(itemId: string, player: Player, material = ""): void {
    this.checkEntry(this.#knownItems.entryOf(itemId), itemId, player, material);
  }

  /** Who had the item when it was last seen, if `check` would fire now. */
  previousHolder(itemId: string, player: Player): string | undefined {
    const entry = this.#knownItems.entryOf(itemId);
    if (entry === NO_ENTRY || !this.#fires(entry, player.id, player.location(), this.#clock.now())) return undefined;
    return this.#knownItems.get(itemId)?.playerUUID;
  }

  /** Checks the ids from entry `from` up to `to` (exclusive), all seen with the player in one look. Their material is not known. */
  checkAll(itemIds: readonly string[], player: Player, from = 0, to = itemIds.length): void {
    const now = this.#clock.now();
    const location = player.location();
    for (let at = from; at < to; at++) {
      const itemId = itemIds[at]!;
      this.#checkOne(this.#knownItems.entryOf(itemId), itemId, player, "", location, now);
    }
  }

  /** Like `check`, for a caller who has looked the entry up (`NO_ENTRY` if the id is unknown). Returns the entry that the id has now. */
  checkEntry(entry: Entry, itemId: string, player: Player, material: string): Entry {
    return this.#checkOne(entry, itemId, player, material, player.location(), this.#clock.now());
  }

  #checkOne(entry: Entry, itemId: string, player: Player, material: string, location: Location, now: number): Entry {
    if (entry === NO_ENTRY) return this.#knownItems.add(itemId, player.id, location, now);
    if (this.#fires(entry, player.id, location, now) && this.#isHeard())
      this.#report(itemId, player, location, material);
    this.#knownItems.update(entry, player.id, location, now);
    return entry;
  }

  #fires(entry: Entry, playerId: string, location: Location, now: number): boolean {
    return (
      now - this.#knownItems.lastSeenMs(entry) > this.#graceMs && this.#knownItems.differs(entry, playerId, location)
    );
  }

  #report(itemId: string, player: Player, location: Location, material: string): void {
    const before = this.#knownItems.get(itemId)!;
    this.#onCandidate({
      itemId,
      material,
      player,
      location: formatLocation(location),
      previousPlayerId: before.playerUUID,
      previousLocation: before.location,
    });
  }
}
