import { Truth } from "../../simulator/truth/truth.ts";
import { Items } from "../../simulator/world/items.ts";
import { TOOLS } from "../../simulator/world/material.ts";
import { Changes, lift, Slots, type SlotsKind } from "../../simulator/world/slots.ts";
import type { Stack } from "../../simulator/world/stack.ts";

/** A truth with a few places and no world around it: what happens in each tick is said by the test. */
export class TinyTruth {
  readonly truth = new Truth({ graceTicks: 15, sweepTicks: 400, scanTicks: 200 });
  readonly #changes = new Changes();
  readonly items = new Items(this.truth, this.#changes);
  readonly #places: Slots[] = [];

  place(kind: SlotsKind, key: string): Slots {
    const slots = new Slots(kind, key, 27, this.#changes);
    slots.isLit = true;
    this.#places.push(slots);
    return slots;
  }

  player(number: number): Slots {
    return this.place("player", `player:00000000-0000-4000-8000-00000000000${number}`);
  }

  sword(at: Slots): Stack {
    const stack = this.items.mint(TOOLS[0]!, { isTagged: true });
    at.add(stack);
    return stack;
  }

  /** A second one, which nobody sanctioned. */
  copy(original: Stack, to: Slots): Stack {
    let made: Stack | undefined;
    this.truth.duplication("D13", "test", () => {
      made = this.items.copy(original);
      to.add(made);
    });
    return made!;
  }

  move(stack: Stack, to: Slots): void {
    to.add(lift(stack));
  }

  light(slots: Slots, isLit: boolean): void {
    slots.isLit = isLit;
    slots.touch();
  }

  /** An event that reached the detector: a player did something with it, and these places are concerned. */
  report(stack: Stack, by: Slots, ...others: readonly Slots[]): readonly Slots[] {
    const places = [by, ...others];
    stack.lineage!.reported(by.ownerId!, places, this.truth.tick);
    return places;
  }

  /** One tick. What `happens` returns was involved in something that was reported. */
  tick(happens: () => readonly Slots[] = () => []): void {
    this.truth.tick++;
    const touched = new Set(happens());
    const lit = this.#places.filter(({ isLit }) => isLit);
    this.truth.tickEnd(this.#changes.slots, touched, lit);
    this.#changes.slots.clear();
  }
}
