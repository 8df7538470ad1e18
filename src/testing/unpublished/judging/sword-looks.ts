import assert from "node:assert/strict";
import { CopyRanking } from "../../../core/judging/proofs/copy-ranking.ts";
import { FirstCopies } from "../../../core/judging/proofs/first-copies.ts";
import { Presence } from "../../../core/looking/presence/presence.ts";
import { SeenSlots } from "../../../core/looking/presence/seen-slots.ts";
import { UnseenMoves } from "../../../core/looking/unseen-moves.ts";
import type { PlaceKey } from "../../../core/model/place.ts";
import { GameClock } from "../../../core/time/game-clock.ts";
import { fakeId } from "../fake-id.ts";
import { HandClock } from "../hand-clock.ts";

export const SWORD = fakeId(7);
export const [ALEX, BO, CHEST, COW] = ["player:alex", "player:bo", "block:world:1,2,3", "entity:world:cow"] as const;
export const WINDOW = "window:bo";
/** Under the chest. */
export const GROUND = "ground:world:0,0";
export const FURTHER_CHEST = "block:world:9,2,3";

/** Places, and what looks at a sword find there, for tests of how copies are ranked. Each call of `tickEnd` is one tick. */
export class SwordLooks {
  readonly presence = new Presence();
  readonly clock = new GameClock(new HandClock());
  readonly unseen = new UnseenMoves(this.clock);
  readonly unknown: string[] = [];
  readonly #reportedAt = new Map<PlaceKey, number>();
  readonly #moves = {
    hasComeSince: (_: string, place: PlaceKey, moment: number) => this.#cameAt(place) > moment,
    leadBack: () => false,
    isReportedAt: (_: string, place: PlaceKey) => this.#touched.includes(place),
    lead: (_: string, from: PlaceKey, to: PlaceKey) => this.#touched.includes(from) && this.#touched.includes(to),
    wentInBox: () => false,
    isByWindow: () => false,
    isMovedByTwo: () => false,
  };
  readonly first = new FirstCopies({
    presence: this.presence,
    unseen: this.unseen,
    moves: this.#moves,
    onUnknown: (itemId) => this.unknown.push(itemId),
  });
  readonly ranking = new CopyRanking({
    presence: this.presence,
    unseen: this.unseen,
    seenSlots: new SeenSlots(),
    firstCopies: this.first,
    moves: this.#moves,
    olderSessions: () => [],
    isWaiting: () => false,
    onExchanged: () => undefined,
  });
  #touched: readonly PlaceKey[] = [];
  #lookWhileRanking: () => void = () => undefined;
  #ms = 0;

  /** `reported`: places that an event of this tick named together with the sword. */
  tickEnd(found: Readonly<Record<PlaceKey, boolean>>, ...reported: readonly PlaceKey[]): void {
    this.#settle(found, reported, []);
  }

  /** The same, and `leftLate` is looked at only once the tick end is settled: the sword is not there any more. */
  tickEndThenLeft(
    found: Readonly<Record<PlaceKey, boolean>>,
    leftLate: PlaceKey,
    ...reported: readonly PlaceKey[]
  ): void {
    this.#settle(found, reported, [leftLate]);
  }

  /** The same, and `leftWhileRanking` is looked at only to rank what was found: the sword is not there any more. */
  tickEndLookingOn(found: Readonly<Record<PlaceKey, boolean>>, leftWhileRanking: PlaceKey): void {
    this.#lookWhileRanking = () => {
      this.presence.set(leftWhileRanking, [], this.#ms);
      this.ranking.onItemLeft(SWORD, leftWhileRanking);
      this.#lookWhileRanking = () => undefined;
    };
    this.tickEnd(found);
  }

  /** The same, and ranking looks at nothing. */
  tickEndWithoutAsking(found: Readonly<Record<PlaceKey, boolean>>): void {
    this.#lookWhileRanking = () => assert.fail("asked");
    this.tickEnd(found);
    this.#lookWhileRanking = () => undefined;
  }

  /** Once the tick end is settled, one more look finds the sword. */
  tickEndThenFound(found: Readonly<Record<PlaceKey, boolean>>, foundLate: PlaceKey): void {
    this.#settle(found, [], [], [foundLate]);
  }

  #settle(
    found: Readonly<Record<PlaceKey, boolean>>,
    reported: readonly PlaceKey[],
    leftLate: readonly PlaceKey[],
    foundLate: readonly PlaceKey[] = [],
  ): void {
    this.#ms += 50;
    const before = this.presence.placesOf(SWORD);
    for (const [place, isThere] of Object.entries(found)) this.presence.set(place, isThere ? [SWORD] : [], this.#ms);
    this.#touched = reported;
    for (const place of reported) {
      this.first.noteReported(SWORD, place);
      this.#reportedAt.set(place, this.clock.nextSequence());
    }
    const left = before.find((place) => !this.presence.placesOf(SWORD).includes(place));
    this.ranking.rankArrivals(
      () => left,
      () => false,
    );
    for (const place of leftLate) {
      this.presence.set(place, [], this.#ms);
      this.ranking.onItemLeft(SWORD, place);
    }
    for (const place of foundLate) {
      this.presence.set(place, [SWORD], this.#ms);
      if (this.presence.isAtSeveral(SWORD)) this.ranking.rankIfSettled(SWORD);
    }
    this.ranking.finishTickEnd();
    this.presence.finishTickEnd(() => false);
  }

  /** A look finds that the sword is not there any more, while it is elsewhere. */
  leave(place: PlaceKey): void {
    this.presence.set(place, [], this.#ms);
    this.ranking.onItemLeft(SWORD, place);
  }

  passOverEverything(): void {
    this.beginPass();
    this.endPass();
    this.unseen.finishTickEnd();
  }

  beginPass(): void {
    for (const passes of [this.unseen.players, this.unseen.places]) passes.onPassBegin();
  }

  /** The last looks of the pass are made; what they found has not been judged yet. */
  endPass(): void {
    for (const passes of [this.unseen.players, this.unseen.places]) passes.onPassEnd();
  }

  get places(): readonly PlaceKey[] {
    return this.presence.placesOf(SWORD);
  }

  #cameAt(place: PlaceKey): number {
    this.#lookWhileRanking();
    return this.#reportedAt.get(place) ?? 0;
  }
}
