import { asEvidence } from "../judging/evidence.ts";
import type { Holders } from "../judging/holders.ts";
import type { Sight } from "../judging/sight.ts";
import type { Opener } from "../judging/verdict.ts";
import type { Copy } from "../looking/look.ts";
import { materialName } from "../model/material.ts";
import { ENDED, NOWHERE, type PlaceKey, placeKind, recordOf } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { Custody, Store } from "../store.ts";
import type { GameClock } from "../time/game-clock.ts";
import { nextChange, type OwnLook } from "./dispute-steps.ts";
import type { Dispute, DisputeChange } from "./network-store.ts";
import { type ServerState, stateOf } from "./server-states.ts";
import type { StayTokens } from "./stay-tokens.ts";
import { type TrackedDispute, TrackedDisputes } from "./tracked-disputes.ts";

/** Ticks between two questions for open disputes; a notification asks at once. */
const POLL_TICKS = 20;
/** Disputes that are looked into at one tick end, and that are opened at one. */
const LOOKS_PER_TICK = 64;
const OPENED_PER_TICK = 16;
/** After the finder's second look the holder's answer to it is fresh for so long. */
const FRESH_MS = 10_000;

/** Whether another server's copy stays: it does, that is being asked, or nobody knows of such a copy. */
export type KeptElsewhere = "yes" | "asked" | "no";

/** An item is here while custody is another server's. */
export interface Finding {
  readonly itemId: string;
  readonly custody: Custody;
  readonly opener: Opener | undefined;
}

export interface DisputesParts {
  readonly serverName: string;
  readonly store: () => Store | undefined;
  readonly recorder: Recorder;
  readonly sight: Sight;
  readonly actors: Holders;
  readonly clock: GameClock;
  readonly graceMs: number;
  readonly tokens: StayTokens;
  /** What has to be written next. */
  readonly nextChange?: typeof nextChange;
  /** True for the side that tells, and takes its copy. */
  readonly isRemover: (side: TrackedDispute["side"]) => boolean;
  /** True when the copy is here because an unclean stop brought it back. */
  readonly isRestored: (copy: Copy) => boolean;
  readonly canSee: (place: PlaceKey) => boolean;
  readonly isProvisional: (place: PlaceKey) => boolean;
  /** True while some player's things cannot be looked at yet: what is nowhere to be seen may be there. */
  readonly isAnybodyProvisional: () => boolean;
  /** True when the place goes with its player from server to server. */
  readonly isOneEverywhere: (place: PlaceKey) => boolean;
  /** Both copies existed at one time. `copies` are those that are here. */
  readonly onProven: (dispute: Dispute, copies: readonly Copy[], opener: Opener | undefined) => void;
  /** It is here, and it was at a place that nobody can look at now, and that nothing can leave. */
  readonly onSuspected: (
    dispute: Dispute,
    there: SeenCopy,
    copies: readonly Copy[],
    opener: Opener | undefined,
  ) => void;
  /** Staff were told so, and it is settled without a proof. */
  readonly onSettled: (itemId: string) => void;
  /** Staff were told of two, and what was here is gone. */
  readonly onGone: (itemId: string) => void;
  readonly stateOf: (server: string) => ServerState | undefined;
  /** True when the server that has custody stopped in order, and has not crashed since it confirmed that. */
  readonly isShutWith: (custody: Custody) => boolean;
  /** True when the last look at the place before it went dark found the item there. */
  readonly wasHeldWhenDark: (place: PlaceKey, itemId: string) => boolean;
  /** The item is here, and nothing is disputed about it any more: it is put on record again. */
  readonly onOver: (copy: Copy) => void;
}

/** Questions between this server and others about items that both may have: asks, answers, and goes on step by step. */
export class Disputes {
  readonly #parts: DisputesParts;
  readonly #findings = new Map<string, Finding>();
  readonly #tracked = new TrackedDisputes();
  /** Openings that are under way, by item. */
  readonly #opening = new Set<string>();
  /** Items about which a dispute ended, to be put on record where they are. */
  readonly #over = new Set<string>();
  /** Of these staff were told that there are two; nothing is disputed about them any more, and what is here is still to go. */
  readonly #told = new Set<string>();
  #ticks = 0;
  #nextPollTick = 0;
  #isPolling = false;
  /** What others had asked when this server started is answered first. */
  #hasAnswered = false;
  #isPolledOnce = false;

  constructor(parts: DisputesParts) {
    this.#parts = parts;
  }

  /** Open ones in which this server is a side, as far as it knows. */
  all(): readonly Dispute[] {
    return [...this.#tracked.all()].map(({ dispute }) => dispute);
  }

  /** True when the item is asked about, or is to be. */
  isAbout(itemId: string): boolean {
    return this.#findings.has(itemId) || this.#opening.has(itemId) || this.#tracked.ofItem(itemId).length > 0;
  }

  found(finding: Finding): void {
    this.#findings.set(finding.itemId, finding);
  }

  /** Something changed in the database. */
  wake(): void {
    this.#nextPollTick = this.#ticks;
  }

  /** At a tick end, after the looks. */
  tickEnd(): void {
    this.#ticks++;
    const store = this.#parts.store();
    if (store === undefined) return;
    this.#endMoves();
    this.#putOnRecord();
    for (const tracked of this.#tracked.next(LOOKS_PER_TICK)) this.#goOn(tracked, store);
    if (this.#isPolledOnce) this.#hasAnswered = true;
    if (this.#hasAnswered) this.#open(store);
    if (this.#ticks >= this.#nextPollTick && !this.#isPolling) this.#poll(store);
  }

  /** Asked by whoever wants to take the copy that is here. What was confirmed too long ago is looked at anew. */
  keptElsewhere(itemId: string): KeptElsewhere {
    const ofItem = this.#tracked.ofItem(itemId);
    const tracked = ofItem.find(({ side, isTold }) => isTold && this.#parts.isRemover(side));
    if (tracked === undefined) return "no";
    if (this.#provenOf(itemId) !== undefined && !tracked.isRefused) return "yes";
    if (tracked.dispute.step === "proven") tracked.isRefused = true;
    return "asked";
  }

  /** Just before the copy that is here is taken: true when the database says that nothing has changed, on either side. */
  async claimRemoval(itemId: string, caseNumber: number): Promise<boolean> {
    const tracked = this.#provenOf(itemId);
    const store = this.#parts.store();
    if (tracked === undefined || store === undefined) return false;
    const { number, version, holder } = tracked.dispute;
    tracked.isChanging = true;
    try {
      // A server that died may come back without what it had.
      const keeper = (await store.servers()).find(({ name }) => name === holder.server);
      const isThere = keeper !== undefined && stateOf(keeper) === "fresh";
      const removed = { step: "removed", caseNumber } as const;
      const changed = isThere ? await store.changeDispute(number, version, removed) : undefined;
      if (changed !== undefined) this.#end(tracked, false);
      tracked.isRefused = changed === undefined;
      return changed !== undefined;
    } catch {
      tracked.isRefused = true;
      return false;
    } finally {
      tracked.isChanging = false;
    }
  }

  #provenOf(itemId: string): TrackedDispute | undefined {
    return this.#tracked
      .ofItem(itemId)
      .find(
        ({ dispute, side, secondLook }) =>
          this.#parts.isRemover(side) &&
          dispute.step === "proven" &&
          dispute.keeper === "holder" &&
          !this.#parts.clock.hasPassed(FRESH_MS, secondLook),
      );
  }

  #goOn(tracked: TrackedDispute, store: Store): void {
    const { dispute, side, isToBeTold, secondLook } = tracked;
    const copies = this.#parts.sight.copiesOf(dispute.itemId);
    if (isToBeTold) {
      tracked.isToBeTold = false;
      tracked.isTold = true;
      this.#parts.onProven(dispute, copies, tracked.opener);
    }
    this.#suspect(tracked, copies);
    if (tracked.isChanging) return;
    const look = this.#ownLook(tracked, copies);
    if (side === "finder" && look.kind === "held" && this.#isSameRecord(look.seen.place, dispute.holder.seen?.place))
      return;
    const hasGracePassed = this.#parts.clock.hasPassed(this.#parts.graceMs, secondLook);
    const timing = { hasGracePassed, isFresh: !this.#parts.clock.hasPassed(FRESH_MS, secondLook) };
    const change = (this.#parts.nextChange ?? nextChange)(dispute, side, look, timing);
    if (change !== undefined) this.#change(tracked, change, store);
    else if (tracked.isRefused && look.kind === "held" && this.#parts.stateOf(dispute.holder.server) === "fresh") {
      tracked.isRefused = false;
      this.#change(tracked, { step: "opened", token: look.token, seen: look.seen }, store);
    }
  }

  /** The holder says that its place is dark and held it, or it stopped in order with the item in such a place. */
  #suspect(tracked: TrackedDispute, copies: readonly Copy[]): void {
    const { dispute, side, there: custody, isSuspected, opener } = tracked;
    if (side !== "finder" || isSuspected || copies.length === 0) return;
    const { isShutWith, onSuspected, isOneEverywhere } = this.#parts;
    const { step, holder } = dispute;
    const isShut =
      step === "opened" &&
      custody !== undefined &&
      placeKind(custody.place) !== undefined &&
      !isOneEverywhere(custody.place) &&
      isShutWith(custody);
    const there = step === "dark" ? holder.seen : isShut ? this.#remembered(custody) : undefined;
    if (there === undefined) return;
    tracked.isSuspected = true;
    onSuspected(dispute, there, copies, opener);
  }

  #remembered({ itemId, place, location, holderId }: Custody): SeenCopy {
    const { actors, clock } = this.#parts;
    const holderName = actors.nameOf(holderId);
    return { itemId, place, slot: "", location, holderId, holderName, count: 1, seenMs: clock.now() };
  }

  #ownLook(tracked: TrackedDispute, [copy]: readonly Copy[]): OwnLook {
    const { sight, actors, clock } = this.#parts;
    const { itemId, holder } = tracked.dispute;
    // The other way round by now: who has the item while custody is another's asks anew.
    if (tracked.custody !== undefined && tracked.custody.server !== holder.server) return { kind: "gone" };
    if (copy !== undefined) {
      tracked.seenTick = this.#ticks;
      const seen = asEvidence(copy, actors, clock.now());
      return { kind: "held", token: this.#tokenOf(copy), seen };
    }
    if (sight.newcomers.isWaiting(itemId)) return { kind: "unknown" };
    if (tracked.side === "finder") return { kind: "gone" };
    // What is on record must be from after it was last here.
    const { custody } = tracked;
    if (tracked.custodyTick <= tracked.seenTick) {
      this.wake();
      return { kind: "unknown" };
    }
    if (custody === undefined) return { kind: "gone" };
    return this.#lookAt(custody);
  }

  #tokenOf(copy: Copy): string {
    // To find the copy a place may have been looked at that it has left.
    this.#endMoves();
    return this.#parts.tokens.of(copy.itemId, this.#parts.isRestored(copy));
  }

  #endMoves(): void {
    const { tokens, sight } = this.#parts;
    tokens.endMoves((itemId) => sight.presence.hasEntered(itemId));
  }

  /** The player is on both servers, and both show what is the player's: that is one item until one of them puts it elsewhere. */
  #isSameRecord(here: PlaceKey, there: PlaceKey | undefined): boolean {
    return there !== undefined && recordOf(here) === recordOf(there) && this.#parts.isOneEverywhere(here);
  }

  #lookAt(custody: Custody): OwnLook {
    const { isProvisional, isAnybodyProvisional, isOneEverywhere, canSee, wasHeldWhenDark } = this.#parts;
    const { place, itemId } = custody;
    if (place === ENDED) return { kind: "gone" };
    if (place === NOWHERE) return { kind: isAnybodyProvisional() ? "unknown" : "gone" };
    if (isProvisional(place)) return { kind: "unknown" };
    if (isOneEverywhere(place) || canSee(place)) return { kind: "gone" };
    return { kind: "dark", seen: wasHeldWhenDark(place, itemId) ? this.#remembered(custody) : undefined };
  }

  #change(tracked: TrackedDispute, change: DisputeChange, store: Store): void {
    const { number, version } = tracked.dispute;
    tracked.isChanging = true;
    // An answer comes behind everything that was recorded before it.
    this.#parts.recorder.handOver();
    store.changeDispute(number, version, change).then(
      (changed) => {
        tracked.isChanging = false;
        if (changed === undefined) this.wake();
        else this.#update(tracked, changed);
      },
      () => {
        // It may have been written all the same: asking tells.
        tracked.isChanging = false;
        this.#nextPollTick = Math.min(this.#nextPollTick, this.#ticks + POLL_TICKS);
      },
    );
  }

  #update(tracked: TrackedDispute, dispute: Dispute): void {
    if (dispute.version <= tracked.dispute.version) return;
    const before = tracked.dispute.step;
    tracked.dispute = dispute;
    const { step } = dispute;
    if (step === "seen-again") tracked.secondLook = this.#parts.clock.startWait();
    if (step === "proven" && before !== "proven" && this.#parts.isRemover(tracked.side)) tracked.isToBeTold = true;
    if (step === "gone" || step === "withdrawn" || step === "removed" || step === "settled") this.#end(tracked, true);
  }

  #end(tracked: TrackedDispute, isHere: boolean): void {
    const { dispute, isSuspected, isTold } = tracked;
    const { itemId, step } = dispute;
    if (isSuspected && step !== "proven") this.#parts.onSettled(itemId);
    this.#tracked.delete(tracked);
    this.#parts.tokens.lost(itemId);
    if (isHere) this.#over.add(itemId);
    if (isTold) this.#told.add(itemId);
  }

  #putOnRecord(): void {
    for (const itemId of this.#over) {
      const [copy] = this.#parts.sight.copiesOf(itemId);
      if (copy !== undefined) this.#parts.onOver(copy);
    }
    this.#over.clear();
    let looks = Math.min(this.#told.size, LOOKS_PER_TICK);
    for (const itemId of this.#told) {
      if (looks-- === 0) break;
      // What is still here goes to the end.
      this.#told.delete(itemId);
      if (this.#parts.sight.copiesOf(itemId).length > 0) this.#told.add(itemId);
      else this.#parts.onGone(itemId);
    }
  }

  #open(store: Store): void {
    let opened = 0;
    for (const [itemId, finding] of this.#findings) {
      if (opened++ === OPENED_PER_TICK) return;
      this.#findings.delete(itemId);
      const isTracked = this.#tracked.ofItem(itemId).length > 0;
      const [copy] = this.#parts.sight.copiesOf(itemId);
      if (copy === undefined || isTracked || this.#opening.has(itemId)) continue;
      this.#openOne(finding, copy, store);
    }
  }

  #openOne({ itemId, custody, opener }: Finding, copy: Copy, store: Store): void {
    const { actors, clock, recorder } = this.#parts;
    const token = this.#tokenOf(copy);
    const seen = asEvidence(copy, actors, clock.now());
    const material = materialName(copy.item.material);
    this.#opening.add(itemId);
    recorder.handOver();
    const { version: custodyVersion, server: holder } = custody;
    store.openDispute({ itemId, material, custodyVersion, seen, token, holder }).then(
      (dispute) => {
        this.#opening.delete(itemId);
        if (dispute !== undefined) this.#track(dispute, opener, custody);
        // Custody went on meanwhile: where to, the row of the item that is here tells.
        else this.#over.add(itemId);
      },
      () => {
        this.#opening.delete(itemId);
        if (!this.#findings.has(itemId)) this.#findings.set(itemId, { itemId, custody, opener });
      },
    );
  }

  #poll(store: Store): void {
    this.#isPolling = true;
    this.#nextPollTick = this.#ticks + POLL_TICKS;
    const askedTick = this.#ticks;
    this.#parts.recorder.handOver();
    this.#ask(store, askedTick).then(
      () => {
        this.#isPolling = false;
        this.#isPolledOnce = true;
      },
      () => {
        this.#isPolling = false;
      },
    );
  }

  async #ask(store: Store, askedTick: number): Promise<void> {
    const known = [...this.#tracked.all()];
    const open = await store.openDisputes();
    const numbers = new Set(open.map(({ number }) => number));
    // What is not open any more ended, unless it was opened since.
    for (const tracked of known) {
      const { number } = tracked.dispute;
      const isOpen = numbers.has(number) || this.#tracked.get(number) === undefined;
      if (!isOpen && !tracked.isChanging) this.#end(tracked, true);
    }
    for (const dispute of open) this.#track(dispute);
    const asked = open.map(({ itemId }) => itemId);
    if (asked.length === 0) return;
    const rows = new Map((await store.custodyOf(asked)).map((custody) => [custody.itemId, custody]));
    for (const tracked of asked.flatMap((itemId) => this.#tracked.ofItem(itemId))) {
      tracked.custody = rows.get(tracked.dispute.itemId);
      tracked.custodyTick = askedTick;
    }
  }

  #track(dispute: Dispute, opener?: Opener, there?: Custody): void {
    const known = this.#tracked.get(dispute.number);
    if (known !== undefined) {
      known.opener ??= opener;
      known.there ??= there;
      this.#update(known, dispute);
      return;
    }
    const side = dispute.finder.server === this.#parts.serverName ? "finder" : "holder";
    const state = {
      secondLook: this.#parts.clock.startWait(),
      custody: undefined,
      custodyTick: -1,
      seenTick: -1,
      isChanging: false,
      isToBeTold: false,
      isTold: false,
      isRefused: false,
      isSuspected: false,
    };
    this.#told.delete(dispute.itemId);
    this.#tracked.add({ dispute, side, opener, there, ...state });
  }
}
