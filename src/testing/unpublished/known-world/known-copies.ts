import { type FakeStack, fakeStack } from "../../fake-item.ts";
import { fakeId } from "../fake-id.ts";
import type { KnownGame } from "./known-game.ts";
import { chunkOf, isGround, locationOf, type Where } from "./known-places.ts";

const SWORD = fakeId(7);

/** Where everything is that exists in a known world: the item first, then its copies. */
export class KnownCopies {
  readonly #game: KnownGame;
  readonly #entities = new Map<FakeStack, string>();
  #at = new Map<FakeStack, Where>();
  #item = newCopy();
  /** When the world was saved. */
  #savedAt: ReadonlyMap<FakeStack, Where> = new Map();
  #savedItem = this.#item;

  constructor(game: KnownGame) {
    this.#game = game;
  }

  get item(): FakeStack {
    return this.#item;
  }

  get count(): number {
    return this.#at.size;
  }

  get isItemGone(): boolean {
    return !this.#at.has(this.#item);
  }

  /** 0 is the item. */
  nth(which: number): FakeStack | undefined {
    return [...this.#at.keys()][which];
  }

  whereIs(stack: FakeStack): Where {
    return this.#at.get(stack)!;
  }

  allAt(where: Where): readonly FakeStack[] {
    return [...this.#at].filter(([, at]) => at === where).map(([stack]) => stack);
  }

  addItem(where: Where): void {
    this.#put(this.#item, where);
  }

  addCopy(where: Where): FakeStack {
    const stack = newCopy();
    this.#put(stack, where);
    return stack;
  }

  move(stack: FakeStack, to: Where): void {
    this.#takeOut(stack);
    this.#put(stack, to);
  }

  destroy(stack: FakeStack): void {
    this.#takeOut(stack);
    this.#at.delete(stack);
  }

  save(): void {
    this.#savedAt = new Map(this.#at);
    this.#savedItem = this.#item;
  }

  /** The process ends without saving. */
  takeAllOut(): void {
    for (const stack of this.#at.keys()) this.#takeOut(stack);
  }

  /** All is where it was when the world was saved. `itemWasAt`: where the item was when the process ended. */
  restoreSaved(itemWasAt: Where): void {
    this.#at = new Map();
    for (const [stack, where] of this.#savedAt) {
      // It may have been taken since.
      stack.count = 1;
      this.#put(stack, where);
    }
    this.#item = this.#savedItem;
    // Nothing tells a copy from the item, if the crash has brought it back just where the item was by then.
    const there = this.#othersAt(itemWasAt)[0];
    if (there !== undefined && this.#at.get(this.#item) !== itemWasAt) this.#item = there;
  }

  /**
   * Forgets what Doubletake has taken away. Side by side in one container, or among one player's own things, it makes no difference which one
   * is taken: what is left is the item.
   */
  forgetTaken(): void {
    for (const [stack, where] of this.#at) {
      if (this.#isThere(stack, where)) continue;
      const beside = this.#othersAt(where).find((other) => this.#isThere(other, where));
      if (stack === this.#item && beside !== undefined && !isGround(where)) this.#item = beside;
      this.#at.delete(stack);
    }
  }

  #othersAt(where: Where): readonly FakeStack[] {
    return this.allAt(where).filter((stack) => stack !== this.#item);
  }

  #isThere(stack: FakeStack, where: Where): boolean {
    const entity = this.#entities.get(stack);
    return entity === undefined
      ? this.#game.slotsOf(where).includes(stack)
      : this.#game.service.platform.isLying(entity);
  }

  #put(stack: FakeStack, where: Where): void {
    this.#at.set(stack, where);
    if (isGround(where)) {
      this.#entities.set(stack, this.#game.service.platform.drop(stack, locationOf(chunkOf(where)!)));
      return;
    }
    const slots = this.#game.slotsOf(where);
    let slot = 0;
    while (slots[slot] !== undefined) slot++;
    slots[slot] = stack;
  }

  #takeOut(stack: FakeStack): void {
    const entity = this.#entities.get(stack);
    this.#entities.delete(stack);
    if (entity !== undefined) {
      this.#game.service.platform.pickUp(entity);
      return;
    }
    const slots = this.#game.slotsOf(this.whereIs(stack));
    slots[slots.indexOf(stack)] = undefined;
  }
}

function newCopy(): FakeStack {
  return fakeStack("diamond_sword", { tag: SWORD });
}
