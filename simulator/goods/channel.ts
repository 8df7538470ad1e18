import type { ItemEvent } from "../../src/core/index.ts";
import { type EventFaults, NO_EVENT_FAULTS } from "../knobs.ts";
import type { Random } from "../random.ts";
import { RollingHash } from "../rolling-hash.ts";

export type Fate = "delivered" | "lost" | "doubled" | "late" | "reordered";

/** Carries events to the detector, and loses, doubles, delays and reorders some of them while the weather is rough. */
export class Channel {
  readonly #faults: EventFaults;
  readonly #random: Random;
  readonly #hash = new RollingHash();
  readonly #late: { readonly at: number; readonly event: ItemEvent }[] = [];
  readonly #held: ItemEvent[] = [];
  sink: (event: ItemEvent) => void = () => undefined;
  /** For the trace. */
  onEvent: ((event: ItemEvent, fate: Fate) => void) | undefined;
  tick = 0;
  isRough = false;
  sent = 0;

  constructor(faults: EventFaults, random: Random) {
    this.#faults = faults;
    this.#random = random;
  }

  get hash(): string {
    return this.#hash.digest();
  }

  /**
   * Returns true when it arrives in time: in its tick, and before the place that it says goes dark has gone. What is `certain` is
   * never lost.
   */
  emit(event: ItemEvent, isCertain = false): boolean {
    this.sent++;
    const fate = this.#fate(isCertain);
    this.#note(event, fate);
    this.onEvent?.(event, fate);
    if (fate === "lost") return false;
    if (fate === "late") {
      this.#late.push({ at: this.tick + this.#random.between(1, this.#faults.maxLateTicks), event });
      return false;
    }
    if (fate === "reordered") {
      this.#held.push(event);
      return event.kind !== "going-dark";
    }
    this.sink(event);
    if (fate === "doubled") this.sink(event);
    return true;
  }

  /** What was delayed, at the beginning of a tick. */
  deliverLate(): void {
    const due = this.#late.filter(({ at }) => at <= this.tick);
    for (const entry of due) {
      this.#late.splice(this.#late.indexOf(entry), 1);
      this.sink(entry.event);
    }
  }

  /** Just before the tick end: what was only held back within the tick. */
  deliverHeld(): void {
    for (const event of this.#random.shuffle(this.#held.splice(0))) this.sink(event);
  }

  /** The process ended: nothing that was under way arrives. */
  forget(): void {
    this.#late.length = 0;
    this.#held.length = 0;
  }

  #fate(isCertain: boolean): Fate {
    const { lost, doubled, late, reordered } = this.isRough ? this.#faults : NO_EVENT_FAULTS;
    const draw = this.#random.float();
    if (draw < lost) return isCertain ? "delivered" : "lost";
    if (draw < lost + doubled) return "doubled";
    if (draw < lost + doubled + late) return "late";
    return draw < lost + doubled + late + reordered ? "reordered" : "delivered";
  }

  #note(event: ItemEvent, fate: Fate): void {
    this.#hash.number(this.tick);
    this.#hash.text(event.kind);
    this.#hash.text(fate);
    if ("place" in event) this.#hash.text(event.place);
    if (event.player !== undefined) this.#hash.text(event.player.place);
    if ("item" in event) this.#hash.number(event.item.count);
  }
}
