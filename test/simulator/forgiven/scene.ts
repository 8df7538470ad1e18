import type { CitedCopy, DetectorVerdict } from "../../../simulator/detectors/detector.ts";
import type { Forgiven } from "../../../simulator/scoring/forgiven.ts";
import { Scorer } from "../../../simulator/scoring/scorer.ts";
import type { Limits } from "../../../simulator/truth/limits.ts";
import type { Slots } from "../../../simulator/world/slots.ts";
import { rootOf, type Stack } from "../../../simulator/world/stack.ts";
import { TinyTruth } from "../tiny-truth.ts";

/** The reasons that some scene was asked about. */
export const tested = new Set<Forgiven>();

/** A truth with a scorer: Alex has had a sword for a while, and there are a chest and Bo. */
export class Scene extends TinyTruth {
  readonly scorer = new Scorer(this.truth, false);
  readonly alex = this.player(1);
  readonly bo = this.player(2);
  readonly chest = this.place("block", "block:world:0,0,0");
  /** On another server. */
  readonly far = this.place("block", "block:world:5,5,5", "far");
  readonly item = this.sword(this.alex);

  constructor(limits: Partial<Limits> = {}) {
    super(limits);
    this.scorer.removals.isRemoving = true;
    this.pass(() => this.report(this.item, this.alex));
  }

  /** One tick, with what the detector says after it. */
  pass(happens: () => readonly Slots[] = () => [], ...verdicts: readonly DetectorVerdict[]): void {
    let touched: readonly Slots[] = [];
    this.tick(() => {
      touched = happens();
      return touched;
    });
    this.scorer.tickEnd(new Set(touched));
    this.scorer.take(verdicts);
  }

  /** Gives Bo a copy, and reports it. */
  copyToBo(): Stack {
    let made: Stack | undefined;
    this.pass(() => {
      made = this.copy(this.item, this.bo);
      return this.report(made, this.bo);
    });
    return made!;
  }

  say(type: DetectorVerdict["type"], ...copies: readonly (Stack | Partial<CitedCopy>)[]): DetectorVerdict {
    const itemId = this.item.tag!;
    const tick = this.truth.tick;
    const cite = (copy: Stack | Partial<CitedCopy>): CitedCopy => {
      if (!("instance" in copy)) return { itemId, place: "", tick, ...copy };
      const { root, slot } = rootOf(copy)!;
      return { itemId, place: root.place, slot, tick };
    };
    return { type, itemIds: [itemId], copies: copies.map(cite), caseNumber: 1 };
  }

  forgave(name: Forgiven): number {
    tested.add(name);
    return this.scorer.forgiven[name];
  }

  take(stack: Stack): void {
    this.scorer.removed({ tick: this.truth.tick, stack, count: 1, data: new Uint8Array() });
    this.items.end(stack);
    this.scorer.removals.tickEnd();
  }
}
