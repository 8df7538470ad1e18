import { type PlaceKey, placeKind } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { ClassBalance, Member } from "./class-balance.ts";
import type { Evidence } from "./evidence.ts";
import type { Loss } from "./losses.ts";
import type { Origins } from "./origins.ts";
import type { PlaceChange } from "./tick-changes.ts";

type HiddenLossesEvidence = Pick<Evidence, "watched" | "losses" | "counts" | "horizon" | "whereabouts" | "selfFilling">;

/** Finds losses at places to which goods may come by themselves. There, a look shows less of what is missing than has left, or nothing. */
export class HiddenLosses {
  readonly #known: HiddenLossesEvidence;
  readonly #origins: Origins;

  constructor(known: HiddenLossesEvidence, origins: Origins) {
    this.#known = known;
    this.#origins = origins;
  }

  /**
   * Goods that fall onto a ground hide that as much was picked up there without an event since the last look, by somebody within reach.
   * The most that this can hide is what lies there now, without what was dropped and without the increase.
   */
  findBehindFalls({ place, since }: PlaceChange, balances: ReadonlyMap<number, ClassBalance>, tick: number): void {
    const { watched, counts, whereabouts } = this.#known;
    if (since >= tick - 1 || placeKind(place) !== "ground") return;
    const isSighted = this.#origins.mayHaveFallen(place, since + EVENT_SKEW_TICKS + 1);
    let openTo: readonly PlaceKey[] | undefined;
    for (const classIndex of watched.classes.heaviest.keys()) {
      const { more = 0, dropped = 0 } = balances.get(classIndex)?.members.get(place) ?? {};
      const left = counts.unitsAt(place, classIndex) - Math.max(0, more) - dropped;
      if (left <= 0 || !(isSighted || more > 0)) continue;
      openTo ??= whereabouts.handsAt(place, since);
      this.#lost(classIndex, place, { since, seen: tick, left, openTo });
    }
  }

  /**
   * Events say how much is dropped and picked up. Other goods that left the ground have gone anywhere, at any time since the last look.
   * If the event of a drop came late, they may have left much earlier: the dropped goods hid that in the meantime. Goods that were picked
   * up, but are not missing on a ground onto which something fell, and have not just come into the hands, were picked up earlier.
   */
  findOnGround({ classIndex, members }: ClassBalance, tick: number): void {
    const lastWord = tick - EVENT_SKEW_TICKS - 1;
    for (const member of members.values()) {
      const { place, more, dropped, pickedUpBefore } = member;
      if (placeKind(place) !== "ground") continue;
      const pickedUp = Math.min(more, pickedUpBefore);
      if (pickedUp > 0 && this.#origins.mayHaveFallen(place, tick))
        this.#lost(classIndex, place, { since: lastWord, seen: tick, left: pickedUp });
      if (more >= 0) continue;
      const since = Math.min(member.since, dropped > 0 ? this.#known.horizon.at(lastWord) : tick);
      this.#lost(classIndex, place, { since, seen: tick, left: -more });
      member.more = 0;
    }
  }

  /**
   * Goods came to a container, and nobody knows who brought them, or when. They hide that earlier contents may have left meanwhile. If
   * something feeds the container, or other goods came, they hide only decreases that were seen.
   */
  findInContainer(member: Member, classIndex: number, tick: number, isHandled: boolean): void {
    const { place, since, more, decrease } = member;
    const isFed = !isHandled && this.#isFed(member, tick);
    const isUnknown = more > 0 && !isFed && since < tick - 1;
    const left = isUnknown ? this.#known.counts.unitsAt(place, classIndex) - more : Math.min(decrease, more + decrease);
    if (left > 0) this.#lost(classIndex, place, { since, seen: tick, left, isHidden: true });
  }

  /** True if a hopper or dropper may have brought everything that has come into the container. */
  #isFed({ place, since, grown }: Member, tick: number): boolean {
    const { selfFilling } = this.#known;
    let isFed = true;
    for (const [materialIndex, count] of grown)
      if (!selfFilling.noteFilled(place, materialIndex, count, tick - since, tick)) isFed = false;
    return isFed;
  }

  #lost(classIndex: number, place: PlaceKey, loss: Omit<Loss, "places" | "isSilent">): void {
    this.#known.losses.add(classIndex, { ...loss, places: [place], isSilent: true });
  }
}
