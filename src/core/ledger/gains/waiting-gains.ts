import type { PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { Evidence } from "./evidence.ts";
import { NO_LIMIT } from "./flow-network.ts";
import { actualKey, addBystander, type Gain } from "./gain.ts";
import type { Origins } from "./origins.ts";
import type { PlaceChange } from "./tick-changes.ts";

type WaitingGainsEvidence = Pick<Evidence, "watched" | "open" | "actualOf">;

/** Gains that wait until every place was looked at again. Until then late events may say who was there, and what came there. */
export class WaitingGains {
  readonly #known: WaitingGainsEvidence;
  readonly #origins: Pick<Origins, "mayHaveFallen">;
  /** In the order in which they were seen. */
  #waiting: Gain[] = [];

  constructor(known: WaitingGainsEvidence, origins: Pick<Origins, "mayHaveFallen">) {
    this.#known = known;
    this.#origins = origins;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Nothing seen up to the returned tick explains a waiting gain, or is what a late event is about. Returns `most` if none waits. */
  coveredUpTo(most: number): number {
    const upTo = ({ covered, seen }: Gain) => Math.min(covered, seen - EVENT_SKEW_TICKS - 1);
    return this.#waiting.reduce((least, gain) => Math.min(least, upTo(gain)), most);
  }

  /** Ignores a gain that no player may have created: nobody would answer for it. */
  add(gain: Gain): void {
    const created = gain.members.filter(({ more, creators }) => more > 0 && creators.size > 0);
    const listed = this.#known.watched.listed[gain.classIndex]!;
    if (created.length === 0) return;
    const grounds = gain.members.filter(({ dropped }) => dropped > 0);
    for (const playerId of new Set(created.flatMap(({ creators }) => [...creators]))) {
      const theirs = created.filter(({ creators }) => creators.has(playerId));
      const places = new Set([...theirs, ...grounds].map(({ place }) => place));
      for (const materialIndex of listed)
        gain.actuals.set(actualKey(playerId, materialIndex), this.#known.actualOf(playerId, materialIndex, places));
    }
    this.#waiting.push(gain);
  }

  /** Takes the first gains that were seen up to a tick: at least one, and more while they have at most `work` places and links together. */
  takeSettled(upTo: number, work: number): Gain[] {
    let spent = 0;
    let count = 0;
    for (const { seen, members, links } of this.#waiting) {
      spent += members.length + links.length;
      if (seen > upTo || (count > 0 && spent > work)) break;
      count++;
    }
    return count === 0 ? [] : this.#waiting.splice(0, count);
  }

  /** How much of a material a player has gained in the gains that wait. They may still be explained. */
  pendingOf(playerId: string, materialIndex: number): number {
    let sum = 0;
    for (const { members } of this.#waiting) {
      for (const { creators, grown } of members) if (creators.has(playerId)) sum += grown.get(materialIndex) ?? 0;
    }
    return sum;
  }

  /**
   * Late events: players who are named only now may have been there when something was gained, or have had a container open, and something
   * may have fallen there.
   */
  applyLateEvents(changes: ReadonlyMap<PlaceKey, PlaceChange>, tick: number): void {
    const { open, watched } = this.#known;
    for (let at = this.#waiting.length - 1; at >= 0; at--) {
      const gain = this.#waiting[at]!;
      if (gain.seen < tick - EVENT_SKEW_TICKS) break;
      for (const member of gain.members)
        if (member.creators.size > 0 && this.#origins.mayHaveFallen(member.place, gain.seen)) member.source = NO_LIMIT;
      // If the player is seen to have moved such goods now, the event is about that.
      const isAboutNow = ({ place }: Pick<Player, "place">) =>
        [...(changes.get(place)?.differences.keys() ?? [])].some(
          (moved) => watched.classes.classOf[moved] === gain.classIndex,
        );
      for (const { player, place, acted } of open.now) {
        if (isAboutNow(player)) continue;
        const known = gain.members.filter((member) => member.place === place);
        if (acted === tick) for (const { creators } of known) if (creators.size > 0) creators.add(player.id);
        addBystander(gain, place, player.place, open);
      }
    }
  }
}
