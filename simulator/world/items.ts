import type { Truth } from "../truth/truth.ts";
import { isTracked, type Material, materialCalled } from "./material.ts";
import { type Changes, lift, Slots } from "./slots.ts";
import type { SavedSlot, SavedStack } from "./snapshot.ts";
import { rootOf, Stack, withContents } from "./stack.ts";

/** Makes and ends instances, and tells the truth about each of them. */
export class Items {
  readonly #truth: Truth;
  readonly #changes: Changes;
  readonly #totals = new Map<Material, number>();
  #instances = 0;

  constructor(truth: Truth, changes: Changes) {
    this.#truth = truth;
    this.#changes = changes;
  }

  /** The number of the newest instance. Older instances have smaller numbers. */
  get lastInstance(): number {
    return this.#instances;
  }

  /** How many of a stackable material there should be: sources minus sinks, plus what duplication added. */
  totalOf(material: Material): number {
    return this.#totals.get(material) ?? 0;
  }

  get materials(): Iterable<Material> {
    return this.#totals.keys();
  }

  /** Makes a new item. It has no id until the detector gives it one. */
  mint(material: Material, count = 1): Stack {
    const stack = this.#make(material, isTracked(material) ? this.#truth.newLineage() : undefined, count);
    this.#born(stack);
    return stack;
  }

  /** Makes one of a material to show in an event. It is nowhere in the world. */
  sample(material: Material): Stack {
    return this.#make(material, undefined, 1);
  }

  /** Makes a copy with the same ids, if there are any. Only within `truth.duplication`. */
  copy(original: Stack): Stack {
    return this.#cloned(original, (stack) => stack.lineage);
  }

  /** Makes a sanctioned copy. It is another item, although it carries the same ids until somebody gives it fresh ones. */
  sanctionedCopy(original: Stack): Stack {
    const copy = this.#cloned(original, (stack) => stack.lineage && this.#truth.newLineage());
    this.#truth.witness?.sanctioned(copy, original);
    return copy;
  }

  /** Makes a saved stack again. Only within `truth.duplication` or `truth.rollback`. */
  revive(saved: SavedStack): Stack {
    const stack = this.#make(saved.material, saved.lineage, saved.count);
    stack.tag = saved.tag;
    stack.edition = saved.edition;
    if (stack.tag !== undefined && stack.lineage) this.#truth.tagged(stack.lineage, stack.tag);
    this.#born(stack);
    this.fill(stack.inside, saved.inside ?? []);
    return stack;
  }

  /** Makes a saved stack again with the same ids but as other items, which belong to nobody until something overwrites them. */
  ghost(saved: SavedStack): Stack {
    return this.revive(this.#asGhost(saved));
  }

  /** Reads what was taken out of the world and written down, as a stack that is not in the world yet. */
  decode(data: Uint8Array): Stack {
    return this.#draft(JSON.parse(new TextDecoder().decode(data)));
  }

  /**
   * Brings a draft into the world. Somebody meant that, so all of it counts as new. Only what is there already under its id, because staff gave
   * it back before, is a copy: after a crash they may decide that it is gone, and be wrong.
   */
  admit(draft: Stack): void {
    const thereAs = ({ tag = "" }: Stack) => this.#truth.owners.get(tag)?.findLast(({ weight }) => weight > 0);
    const step = () => {
      for (const stack of withContents(draft)) {
        if (isTracked(stack.material)) stack.lineage = thereAs(stack) ?? this.#truth.newLineage();
        if (stack.tag !== undefined && stack.lineage) this.#truth.tagged(stack.lineage, stack.tag);
        this.#born(stack);
      }
    };
    const isCopy = [...withContents(draft)].some((stack) => isTracked(stack.material) && thereAs(stack) !== undefined);
    if (isCopy) this.#truth.duplication("D19", "staff gave back what a crash had left in the world", step);
    // Staff may give back a stack of several.
    else this.#truth.rollback(step);
  }

  fill(slots: Slots | undefined, saved: readonly SavedSlot[]): void {
    for (const [index, inner] of saved) slots?.put(this.revive(inner), index);
  }

  /** Ends the item and everything in it. */
  end(stack: Stack): void {
    const root = rootOf(stack)?.root;
    lift(stack);
    for (const gone of withContents(stack)) {
      gone.lastRoot = root;
      this.#count(gone.material, -gone.count);
      this.#truth.ended(gone);
      gone.isEnded = true;
      if (gone.alias) {
        gone.alias.alias = undefined;
        gone.alias = undefined;
      }
    }
  }

  recount(stack: Stack, count: number): void {
    this.#count(stack.material, count - stack.count);
    this.#truth.recount(stack, count);
    stack.home?.touch();
  }

  /** The tag gets lost: from now on nothing distinguishes it from a new item. */
  loseTag(stack: Stack): void {
    this.#truth.ended(stack);
    stack.lostTag = { tag: stack.tag, tick: this.#truth.tick };
    stack.tag = undefined;
    stack.lineage = this.#truth.newLineage();
    this.#truth.born(stack);
    stack.home?.touch();
  }

  #draft({ material, count, tag, edition, inside }: SavedStack): Stack {
    const stack = this.#make(materialCalled(material.name), undefined, count);
    stack.tag = tag;
    stack.edition = edition;
    for (const [index, inner] of inside ?? []) stack.inside!.put(this.#draft(inner), index);
    return stack;
  }

  #asGhost(saved: SavedStack): SavedStack {
    const inside = saved.inside?.map(([index, inner]) => [index, this.#asGhost(inner)] as const);
    return { ...saved, lineage: saved.lineage && this.#truth.newLineage(), inside };
  }

  #make(material: Material, lineage: Stack["lineage"], count: number): Stack {
    const stack = new Stack(++this.#instances, material, lineage);
    stack.count = count;
    if (material.holds) {
      stack.inside = new Slots("inside", "", material.innerSlots!, this.#changes);
      stack.inside.owner = stack;
    }
    return stack;
  }

  #cloned(original: Stack, lineageOf: (stack: Stack) => Stack["lineage"]): Stack {
    const clone = this.#make(original.material, lineageOf(original), original.count);
    clone.tag = original.tag;
    clone.edition = original.edition;
    if (clone.tag !== undefined && clone.lineage) this.#truth.tagged(clone.lineage, clone.tag);
    this.#born(clone);
    original.inside?.slots.forEach((inner, index) => {
      if (inner) clone.inside!.put(this.#cloned(inner, lineageOf), index);
    });
    return clone;
  }

  #born(stack: Stack): void {
    this.#count(stack.material, stack.count);
    this.#truth.born(stack);
  }

  #count(material: Material, change: number): void {
    if (!isTracked(material)) this.#totals.set(material, this.totalOf(material) + change);
  }
}
