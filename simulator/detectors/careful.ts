import type { Announcement, ItemEvent, PlaceKey } from "../../src/core/index.ts";
import type { EventNote } from "../faults/sim-event.ts";
import { TICK_MS } from "../knobs.ts";
import { AnnouncedCopies } from "./announced-copies.ts";
import { CarefulMemory } from "./careful-memory.ts";
import { isSameAccount } from "./count-items.ts";
import type { Detector, DetectorHost, DetectorVerdict, Restart } from "./detector.ts";
import type { Flaws } from "./flaws.ts";
import { KeepRule } from "./keep-rule.ts";
import { countOf, provenVerdict } from "./looker.ts";
import type { Copy } from "./see-copies.ts";
import { VisibleWorld } from "./visible-world.ts";

/**
 * The whole detection in small: a detector that does everything right, at a cost that no server could afford. It looks where events point,
 * scans players and sweeps the rest, looks twice, remembers what dark places held, and keeps its memory over restarts.
 *
 * Read it as if all `#flaws` were absent. The mutants are this detector with one flaw each: the simulator must tell them from it.
 */
export class CarefulDetector implements Detector {
  readonly #host: DetectorHost;
  readonly #flaws: Flaws;
  readonly #keepRule: KeepRule;
  readonly #announcedCopies: AnnouncedCopies;
  #memory: CarefulMemory;
  #world: VisibleWorld;
  /** Places that changed and were not looked at yet. Looking at these finds all that a whole pass would find. */
  readonly #unseen = new Set<PlaceKey>();
  readonly #lookQueue = new Set<PlaceKey>();
  #verdicts: DetectorVerdict[] = [];
  #cases = 0;

  constructor(host: DetectorHost, flaws: Flaws = {}) {
    this.#host = host;
    this.#flaws = flaws;
    this.#memory = new CarefulMemory(flaws.trustsWallClock === true);
    this.#world = this.#newWorld();
    this.#keepRule = new KeepRule(host.knobs.keepsOldest);
    this.#announcedCopies = new AnnouncedCopies(host);
    this.#listen();
  }

  report(event: ItemEvent, note: EventNote): void {
    if (note.isCancelled && this.#flaws.ignoresCancelled) return;
    if (event.kind === "authored-item") event.item.writeTag(undefined);
    else if (event.kind === "going-dark") this.#lastLook(event.place);
    else if (event.kind === "sighting") this.#lookQueue.add(event.place);
    else if (event.kind === "interaction") {
      this.#keepRule.noteTransfer(event, this.#host.tick());
      this.#lookQueue.add(event.player.place);
      for (const place of event.touched ?? []) this.#lookQueue.add(place);
      if (this.#flaws.judgesInMidTick) this.#judgeQueued();
    }
  }

  announce(announcement: Announcement): void {
    if (!this.#flaws.tagsTemplates) this.#announcedCopies.announce(announcement);
  }

  verdicts(): DetectorVerdict[] {
    return this.#verdicts.splice(0);
  }

  async restart(how: Restart): Promise<void> {
    this.#memory = this.#memory.afterRestart(how, this.#flaws.losesClaimsOnRestart === true);
    this.#world = this.#newWorld();
    for (const place of this.#host.platform.places()) this.#lookQueue.add(place);
    for (const { place } of this.#host.platform.players()) this.#lookQueue.add(place);
    this.#listen();
  }

  #newWorld(): VisibleWorld {
    return new VisibleWorld(this.#host, this.#flaws);
  }

  #listen(): void {
    this.#host.platform.onTick(() => this.#tickEnd());
  }

  #tickEnd(): void {
    const { knobs, tick } = this.#host;
    for (const place of this.#host.changedPlaces()) this.#unseen.add(place);
    for (const place of this.#world.displayPlaces()) this.#lookQueue.add(place);
    const isSweep = tick() % (knobs.sweepTicks / 2) === 0;
    for (const place of this.#unseen) {
      if (isSweep || (place.startsWith("player:") && tick() % (knobs.scanTicks / 2) === 0)) this.#lookQueue.add(place);
    }
    // A place that came back without an event settles the claims on it.
    for (const itemId of this.#memory.suspected) {
      const claimed = this.#memory.placeOf(itemId);
      if (claimed !== undefined && !this.#isDark(claimed)) this.#lookQueue.add(claimed);
    }
    this.#judgeQueued();
    for (const itemId of [...this.#memory.pending.keys()]) this.#judge(itemId);
  }

  #judgeQueued(): void {
    this.#world.timeHasPassed();
    const ids = new Set<string>();
    for (const place of this.#lookQueue) {
      this.#unseen.delete(place);
      if (this.#isDark(place) && this.#world.contentsOf(place).length > 0) this.#lastLook(place);
      this.#world.look(place, ids);
    }
    this.#lookQueue.clear();
    for (const itemId of [...ids].sort((a, b) => this.#depthOf(a) - this.#depthOf(b))) this.#judge(itemId);
  }

  /** Outer items before inner ones: an item that goes with its box needs no removal of its own. */
  #depthOf(itemId: string): number {
    return this.#world.copiesOf(itemId)[0]?.slot.split("/").length ?? 0;
  }

  #lastLook(place: PlaceKey): void {
    if (this.#flaws.skipsLastLook) return;
    // The event may come when the place is dark already. Then it held what was last seen there.
    if (!this.#isDark(place)) this.#world.look(place, new Set());
    else if (this.#world.contentsOf(place).length === 0) return;
    this.#memory.noteDark(
      place,
      this.#world.contentsOf(place).map(({ itemId }) => itemId),
      this.#now(),
    );
  }

  #judge(itemId: string): void {
    this.#world.lookAgain(itemId);
    const hasLostOne = this.#memory.pending.has(itemId) && countOf(this.#world.copiesOf(itemId)) < 2;
    if (hasLostOne) for (const { place } of this.#host.platform.players()) this.#world.look(place, new Set());
    const seen = this.#world.copiesOf(itemId);
    const copies = this.#announcedCopies.reissue(itemId, seen, this.#memory.placeOf(itemId));
    if (copies.length < seen.length) for (const { place } of seen) this.#world.look(place, new Set());
    if (countOf(copies) >= 2) this.#judgeCopies(itemId, copies);
    else {
      this.#memory.pending.delete(itemId);
      const [copy] = copies;
      if (copy) this.#judgeSingle(itemId, copy);
    }
  }

  #judgeCopies(itemId: string, copies: readonly Copy[]): void {
    const memory = this.#memory;
    const now = this.#now();
    const since = memory.pending.get(itemId) ?? now;
    memory.pending.set(itemId, since);
    const isStack = copies.some(({ item }) => item.count > 1);
    const graceTicks = Math.ceil(this.#host.knobs.graceMs / TICK_MS);
    const isSecondLook = this.#flaws.looksOnce || this.#flaws.judgesInMidTick || now - since >= graceTicks;
    if (!isStack && !isSecondLook) return;
    if (!memory.proven.has(itemId)) {
      memory.proven.add(itemId);
      this.#verdicts.push(provenVerdict(itemId, copies, this.#host.tick(), ++this.#cases));
    }
    this.#remove(itemId, copies);
  }

  #judgeSingle(itemId: string, copy: Copy): void {
    const memory = this.#memory;
    const before = memory.placeOf(itemId, this.#now(), this.#flaws.forgetsAfterTicks);
    memory.proven.delete(itemId);
    if (
      before !== undefined &&
      !isSameAccount(before, copy.place) &&
      memory.isHeldInTheDark(itemId, before) &&
      this.#isDark(before)
    ) {
      if (memory.suspected.has(itemId)) return;
      memory.suspected.add(itemId);
      const cited = [{ itemId, place: copy.place, slot: copy.slot, tick: this.#host.tick() }];
      this.#verdicts.push({ type: "DUPLICATE_SUSPECTED", itemIds: [itemId], copies: cited, caseNumber: ++this.#cases });
      if (this.#flaws.removesOnContested) this.#takeAway(copy, copy.item.count);
      return;
    }
    memory.suspected.delete(itemId);
    memory.noteConfirmed(itemId, copy.place, this.#now());
  }

  #isDark(place: PlaceKey): boolean {
    return !this.#host.platform.look(place, () => undefined) && !this.#host.platform.isGone(place);
  }

  #remove(itemId: string, copies: readonly Copy[]): void {
    if (this.#host.platform.remove === undefined) return;
    const kept = this.#flaws.removesBoth ? undefined : this.#keepRule.survivor(copies, this.#memory.placeOf(itemId));
    for (const copy of copies) {
      const surplus = copy === kept ? copy.item.count - 1 : copy.item.count;
      if (surplus > 0) this.#takeAway(copy, surplus);
    }
  }

  #takeAway(copy: Copy, count: number): void {
    this.#host.platform.remove?.(copy.place, copy.slot, copy.item, count);
    this.#world.look(copy.place, new Set());
  }

  /** In ticks; a mutant reads the wall clock instead. */
  #now(): number {
    return this.#flaws.trustsWallClock ? Math.floor(this.#host.clock.now() / TICK_MS) : this.#host.tick();
  }
}
