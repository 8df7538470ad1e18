import type { ItemEvent } from "../../src/core/index.ts";
import type { EventFaults } from "../knobs.ts";
import type { Random } from "../random.ts";
import { RollingHash } from "../rolling-hash.ts";
import type { Truth } from "../truth/truth.ts";
import { SimItem } from "../world/sim-item.ts";
import type { Slots } from "../world/slots.ts";
import { rootOf, withContents } from "../world/stack.ts";
import type { World } from "../world/world.ts";
import type { EventNote, Fate, SimEvent } from "./sim-event.ts";

type EventSink = (event: ItemEvent, note: EventNote) => void;

/** Carries events from the world to the detector, and loses, doubles, delays and reorders some of them. */
export class EventChannel {
  readonly #faults: EventFaults;
  readonly #random: Random;
  readonly #truth: Truth;
  readonly #hash = new RollingHash();
  readonly #late: { readonly at: number; readonly event: SimEvent }[] = [];
  readonly #held: SimEvent[] = [];
  /** Places involved in the events that were delivered in this tick. */
  readonly touched = new Set<Slots>();
  world!: World;
  sink: EventSink = () => undefined;
  /** For the trace. */
  onEvent: ((event: SimEvent, fate: Fate) => void) | undefined;
  sent = 0;
  /** No faults for the moment. */
  isCalm = false;

  constructor(faults: EventFaults, random: Random, truth: Truth) {
    this.#faults = faults;
    this.#random = random;
    this.#truth = truth;
  }

  get hash(): string {
    return this.#hash.digest();
  }

  /** Returns true if the event arrives in time: in its own tick and, if it says that a place goes dark, before that. */
  emit(event: SimEvent): boolean {
    this.sent++;
    const fate = this.#fateOf(event);
    this.#note(event, fate);
    this.#noteHandler(event);
    this.onEvent?.(event, fate);
    const isInTime =
      fate === "delivered" || fate === "doubled" || (fate === "reordered" && event.kind !== "going-dark");
    this.#truth.goods?.heard(event, isInTime);
    this.#send(event, fate);
    return isInTime;
  }

  #send(event: SimEvent, fate: Fate): void {
    switch (fate) {
      case "masked":
      case "lost":
        this.#markLost(event);
        return;
      case "late":
        this.#markLost(event);
        this.#late.push({ at: this.#truth.tick + this.#random.between(1, this.#faults.maxLateTicks), event });
        return;
      case "reordered":
        this.#held.push(event);
        return;
      case "doubled":
        this.#deliver(event);
        this.#deliver(event);
        return;
      case "delivered":
        this.#deliver(event);
    }
  }

  /** Phase 1: delivers late events that are due. */
  deliverLate(): void {
    if (this.#late.length === 0) return;
    const due = this.#late.filter(({ at }) => at <= this.#truth.tick);
    for (const entry of due) {
      this.#late.splice(this.#late.indexOf(entry), 1);
      this.#deliver(entry.event);
    }
  }

  /** Delivers reordered events, just before the tick ends. */
  deliverHeld(): void {
    for (const event of this.#random.shuffle(this.#held.splice(0))) this.#deliver(event);
  }

  /** A crash: no event that is still under way will arrive. */
  forget(): void {
    this.#late.length = 0;
    this.#held.length = 0;
  }

  #fateOf({ action, name, isCertain }: SimEvent): Fate {
    const { only, lost, doubled, late, reordered, everyTicks } = this.#faults;
    if (only !== undefined && !only.has(name ?? action)) return "masked";
    if (lost + doubled + late + reordered === 0 || this.isCalm) return "delivered";
    if (everyTicks !== undefined && this.#truth.tick % (2 * everyTicks) < everyTicks) return "delivered";
    const draw = this.#random.float();
    if (draw < lost) return isCertain ? "delivered" : "lost";
    if (draw < lost + doubled) return "doubled";
    if (draw < lost + doubled + late) return "late";
    return draw < lost + doubled + late + reordered ? "reordered" : "delivered";
  }

  #deliver(event: SimEvent): void {
    const tick = this.#truth.tick;
    const { session, stack, slots, touched } = event;
    // Only an act of a player makes that player's own slots worth a look.
    if (session && event.kind === "interaction") this.touched.add(session.slots);
    if (slots) this.touched.add(slots);
    for (const other of touched ?? []) this.touched.add(other);
    const root = stack && rootOf(stack)?.root;
    if (root) this.touched.add(root);
    if (event.kind === "interaction" && session && stack) {
      const places = new Set([session.slots, ...(touched ?? []), ...(root ? [root] : [])]);
      // The contents of a box go where the box goes.
      for (const { lineage } of withContents(stack)) lineage?.reported(session.account.id, places, tick);
    }
    for (const lineage of lineagesIn(event)) {
      if (lineage.confirmedTick === tick) continue;
      lineage.confirmedBefore = lineage.confirmedTick;
      lineage.confirmedTick = tick;
    }
    this.#truth.goods?.delivered(event);
    if (event.kind === "going-dark" && slots) slots.darkMark = { tick, instance: this.world.items.lastInstance };
    this.sink(this.#asItemEvent(event), { isCancelled: event.isCancelled === true });
  }

  #noteHandler({ kind, session, stack, touched }: SimEvent): void {
    if (kind !== "interaction" || session === undefined || stack === undefined) return;
    const root = rootOf(stack)?.root;
    for (const { lineage } of withContents(stack)) {
      for (const place of [...(touched ?? []), ...(root ? [root] : [])])
        lineage?.handledBy.set(place, session.account.id);
    }
  }

  #markLost(event: SimEvent): void {
    for (const lineage of lineagesIn(event)) lineage.lostTick = this.#truth.tick;
  }

  #asItemEvent({ kind, action, session, stack, count, slots, touched, location }: SimEvent): ItemEvent {
    const player = session?.player;
    const item = stack && new SimItem(this.world, stack, count);
    const at = location ?? session?.account.at;
    switch (kind) {
      case "interaction": {
        const places = touched?.filter(({ place }) => place !== "").map(({ place }) => place);
        return { kind, player: player!, item: item!, action, location: at!, touched: places ?? [] };
      }
      case "sighting":
      case "going-dark":
        return { kind, place: slots!.place, action, ...(player && { player }) };
      case "item-ended":
        return { kind, item: item!, action, location: at!, ...(player && { player }) };
      case "authored-item":
        return { kind, player: player!, item: item! };
    }
  }

  #note({ kind, action, session, stack, slots }: SimEvent, fate: Fate): void {
    const hash = this.#hash;
    hash.number(this.#truth.tick);
    hash.text(kind);
    hash.text(action);
    hash.text(fate);
    if (session) hash.text(session.slots.place);
    if (slots) hash.text(slots.place);
    if (stack) hash.number(stack.instance);
  }
}

function* lineagesIn({ stack, slots }: SimEvent) {
  for (const part of stack ? withContents(stack) : []) if (part.lineage) yield part.lineage;
  for (const top of slots?.slots ?? []) {
    for (const part of top ? withContents(top) : []) if (part.lineage) yield part.lineage;
  }
}
