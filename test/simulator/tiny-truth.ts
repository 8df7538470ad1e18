import type { Limits } from "../../simulator/truth/limits.ts";
import { Truth } from "../../simulator/truth/truth.ts";
import { Items } from "../../simulator/world/items.ts";
import { BOX, type Material, TOOLS } from "../../simulator/world/material.ts";
import { Changes, lift, Slots, type SlotsKind } from "../../simulator/world/slots.ts";
import type { Stack } from "../../simulator/world/stack.ts";

/** A truth with a few places and no world around it. The test says what happens in each tick. */
export class TinyTruth {
  readonly truth: Truth;
  readonly #changes = new Changes();
  readonly items: Items;
  readonly #places: Slots[] = [];

  constructor(limits: Partial<Limits> = {}) {
    this.truth = new Truth({ graceTicks: 15, sweepTicks: 400, scanTicks: 200, ...limits });
    this.items = new Items(this.truth, this.#changes);
  }

  place(kind: SlotsKind, key: string, serverName = ""): Slots {
    const slots = new Slots(kind, key, 27, this.#changes, serverName);
    slots.isLit = true;
    this.#places.push(slots);
    return slots;
  }

  player(number: number): Slots {
    return this.place("player", `player:00000000-0000-4000-8000-00000000000${number}`);
  }

  sword(at: Slots): Stack {
    return this.#tagged(TOOLS[0]!, at);
  }

  /** A box with a sword in it. */
  box(at: Slots): Stack {
    const box = this.#tagged(BOX, at);
    this.sword(box.inside!);
    return box;
  }

  #tagged(material: Material, at: Slots): Stack {
    const stack = this.items.mint(material);
    stack.tag = `${material.name} ${stack.instance}`;
    this.truth.tagged(stack.lineage!, stack.tag);
    at.add(stack);
    return stack;
  }

  /** A second item, which nobody sanctioned. */
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

  /** An event that reached the detector: a player did something with the stack, and these places are involved. */
  report(stack: Stack, by: Slots, ...others: readonly Slots[]): readonly Slots[] {
    const places = [by, ...others];
    stack.lineage!.reported(by.ownerId!, places, this.truth.tick);
    return places;
  }

  /** One tick. `happens` returns the places that reported events involved. */
  tick(happens: () => readonly Slots[] = () => []): void {
    this.truth.tick++;
    const touched = new Set(happens());
    const lit = this.#places.filter(({ isLit }) => isLit);
    this.truth.tickEnd(this.#changes.slots, touched, lit);
    this.#changes.slots.clear();
  }
}
