import type { Opener } from "../../judging/verdict.ts";
import type { Copy } from "../../looking/look.ts";
import type { Dispute, DisputeChange } from "../../model/network-questions.ts";
import { accountPlace, placeKind } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { Custody, Store } from "../../store.ts";
import { RecentMap } from "../../time/recent-map.ts";
import type { ServerState } from "../server-states.ts";
import { DisputeLooks, type DisputeLooksParts } from "./dispute-looks.ts";
import { DisputeOpenings, type FoundHere } from "./dispute-openings.ts";
import { nextChange, SHUT_IN } from "./dispute-steps.ts";
import { EndedDisputes, type EndedDisputesParts } from "./ended-disputes.ts";
import { RemovalConsent, type RemovalConsentParts } from "./removal-consent.ts";
import { newTrackedDispute, type TrackedDispute, TrackedDisputes } from "./tracked-disputes.ts";

/** Ticks between two questions for open disputes; a notification asks at once. */
const POLL_TICKS = 20;
/** A question that has no answer after so many ticks may be lost: then another one is asked, if it is due. */
const LATE_ANSWER_TICKS = 10;
/** Questions for open disputes that are under way at once. */
const MAX_POLLS = 2;
/** At least so many suspicions are remembered that nobody has answered. */
const MIN_SUSPECTED = 4096;
/** Disputes that are looked into at one tick end. */
const LOOKS_PER_TICK = 64;

interface DisputesParts
  extends Omit<DisputeLooksParts, "isAskedByAnother">,
    Pick<RemovalConsentParts, "store" | "isRemover">,
    Omit<EndedDisputesParts, "copiesOf"> {
  readonly serverName: string;
  readonly recorder: Recorder;
  readonly graceMs: number;
  /** Decides what must be written next. */
  readonly nextChange?: typeof nextChange;
  /** Both copies existed at the same time. `copies` are those that are here. */
  readonly onProven: (dispute: Dispute, copies: readonly Copy[], opener: Opener | undefined) => void;
  /** The item is here, and it was at a place that cannot be looked at now and that nothing can leave. */
  readonly onSuspected: (
    dispute: Dispute,
    there: SeenCopy,
    copies: readonly Copy[],
    opener: Opener | undefined,
  ) => void;
  /** A suspicion that staff were told of is settled without a proof. */
  readonly onSettled: (itemId: string) => void;
  /** The server that has custody has said what it has: nothing is left to ask about the item. */
  readonly onAnswered: (itemId: string) => void;
  readonly stateOf: (server: string) => ServerState | undefined;
  /** True if the server that has custody stopped cleanly, and has not crashed since it confirmed custody. */
  readonly isShutWith: (custody: Custody) => boolean;
}

/** Asks other servers about items that both may have, answers their questions, and takes each dispute forward step by step. */
export class Disputes {
  /** Asked before a copy here is taken. */
  readonly consent: RemovalConsent;
  readonly #parts: DisputesParts;
  readonly #tracked = new TrackedDisputes();
  readonly #looks: DisputeLooks;
  readonly #openings: DisputeOpenings;
  readonly #ended: EndedDisputes;
  /** Items that staff were told of as suspected, until the other server says what it has. Their copies may come and go here. */
  readonly #suspected = new RecentMap<string, boolean>(MIN_SUSPECTED);
  #nextPollTick = 0;
  #lastPollTick = 0;
  #pollsUnderWay = 0;
  /** Polls are numbered as they are asked. An answer that is older than one processed before is out of date. */
  #polls = 0;
  #answeredPoll = 0;
  /** True when this server has answered what others had asked before its start. Only then does it ask. */
  #hasAnswered = false;
  #isPolledOnce = false;

  constructor(parts: DisputesParts) {
    this.#parts = parts;
    const { clock, store, recorder, isRemover, onUndisputed, onGone } = parts;
    const copiesOf = (itemId: string) => parts.visibleCopies.copiesOf(itemId);
    this.#looks = new DisputeLooks({ ...parts, isAskedByAnother: (dispute) => this.#isAskedByAnother(dispute) });
    this.#ended = new EndedDisputes({ copiesOf, onUndisputed, onGone });
    this.#openings = new DisputeOpenings({
      recorder,
      looks: this.#looks,
      copiesOf,
      isDisputed: (itemId) => this.#tracked.ofItem(itemId).length > 0,
      onOpened: (dispute, { opener, custody }) => this.#track(dispute, opener, custody),
      onNothingToDispute: (itemId) => this.#ended.putOnRecord(itemId),
    });
    this.consent = new RemovalConsent({
      tracked: this.#tracked,
      clock,
      store,
      isRemover,
      // The copy here is still to be taken.
      onGranted: (tracked) => this.#endDispute(tracked, false),
      // The dispute ended when the removal was granted. Putting the item on record opens the next, because another server has custody.
      onFailed: (itemId) => this.#ended.putOnRecord(itemId),
    });
  }

  /** Open disputes in which this server is a side, as far as it knows. */
  all(): readonly Dispute[] {
    return [...this.#tracked.all()].map(({ dispute }) => dispute);
  }

  /** True while other servers are being asked about the item, or are about to be. */
  isAbout(itemId: string): boolean {
    return this.#openings.isAbout(itemId) || this.#tracked.ofItem(itemId).length > 0;
  }

  /** Asks the server that has custody about the item, at one of the next tick ends. */
  openLater(finding: FoundHere): void {
    this.#openings.openLater(finding);
  }

  /** Something changed in the database. */
  wake(): void {
    this.#nextPollTick = this.#parts.clock.tick;
  }

  /** At a tick end, after the looks. */
  tick(): void {
    const store = this.#parts.store();
    if (store === undefined) return;
    this.#looks.endMoves();
    this.#ended.tick();
    for (const tracked of this.#tracked.next(LOOKS_PER_TICK)) this.#takeNextStep(tracked, store);
    if (this.#isPolledOnce) this.#hasAnswered = true;
    if (this.#hasAnswered) this.#openings.openNext(store);
    if (this.#parts.clock.tick >= this.#nextPollTick && this.#mayPoll) this.#poll(store);
  }

  /** An answer that got lost must not keep this server from hearing what it was just woken for. */
  get #mayPoll(): boolean {
    const isLate = this.#parts.clock.tick - this.#lastPollTick >= LATE_ANSWER_TICKS;
    return this.#pollsUnderWay === 0 || (isLate && this.#pollsUnderWay < MAX_POLLS);
  }

  #takeNextStep(tracked: TrackedDispute, store: Store): void {
    const { dispute, side, isToBeTold, isRefused, secondLook } = tracked;
    const copies = this.#parts.visibleCopies.copiesOf(dispute.itemId);
    if (copies.length > 0) tracked.seenTick = this.#parts.clock.tick;
    if (isToBeTold) {
      tracked.isToBeTold = false;
      tracked.isTold = true;
      // A proof of an earlier run is told as it was seen then.
      this.#parts.onProven(dispute, isRefused ? [] : copies, tracked.opener);
    }
    // An answer from a server with an older protocol may mean something else: nothing relies on it until that server is updated.
    const isOlder = side === "finder" && this.#parts.stateOf(dispute.holder.server) === "older";
    if (!isOlder) this.#raiseSuspicion(tracked, copies);
    if (tracked.isChanging || tracked.isOutdated) return;
    const look = this.#looks.lookAt(tracked, copies, () => this.wake());
    if (
      side === "finder" &&
      look.kind === "held" &&
      this.#looks.isSameAccount(look.seen.place, dispute.holder.seen?.place)
    )
      return;
    const hasGracePassed = this.#parts.clock.hasPassed(this.#parts.graceMs, secondLook);
    const timing = { hasGracePassed, isFresh: this.consent.isFresh(tracked) };
    const change = (this.#parts.nextChange ?? nextChange)(dispute, side, look, timing);
    if (isOlder && (change?.step === "seen-again" || change?.step === "proven")) return;
    if (change !== undefined) this.#change(tracked, change, store);
    else if (isRefused && look.kind === "held" && this.#parts.stateOf(dispute.holder.server) === "fresh") {
      tracked.isRefused = false;
      this.#change(tracked, { step: "opened", token: look.token, seen: look.seen }, store);
    }
  }

  #isAskedByAnother({ itemId, number, finder }: Dispute): boolean {
    const { stateOf } = this.#parts;
    const isAnother = ({ dispute, side }: TrackedDispute) => side === "holder" && dispute.number !== number;
    return stateOf(finder.server) === "fresh" && this.#tracked.ofItem(itemId).some(isAnother);
  }

  /** Raises a suspicion if the holder says that its dark place held the item, or if it stopped cleanly with the item in such a place. */
  #raiseSuspicion(tracked: TrackedDispute, copies: readonly Copy[]): void {
    const { dispute, side, there: custody, isSuspected, opener } = tracked;
    if (side !== "finder" || isSuspected || copies.length === 0) return;
    const { isShutWith, onSuspected, travelsWithPlayer } = this.#parts;
    const { step, holder } = dispute;
    const isShut =
      step === "opened" &&
      custody !== undefined &&
      placeKind(custody.place) !== undefined &&
      !travelsWithPlayer(custody.place) &&
      isShutWith(custody);
    const isShutIn = step === "dark" && holder.token === SHUT_IN;
    const there = isShutIn ? holder.seen : isShut ? this.#looks.remembered(custody) : undefined;
    if (there === undefined) return;
    tracked.isSuspected = true;
    this.#suspected.set(dispute.itemId, true);
    onSuspected(dispute, there, copies, opener);
  }

  #change(tracked: TrackedDispute, change: DisputeChange, store: Store): void {
    const { number, version } = tracked.dispute;
    tracked.isChanging = true;
    // Everything that was recorded before an answer must be written before it.
    this.#parts.recorder.flushNow();
    store.changeDispute(number, version, change).then(
      (changed) => {
        tracked.isChanging = false;
        if (changed === undefined) {
          tracked.isOutdated = true;
          this.wake();
        } else this.#update(tracked, changed);
      },
      () => {
        // It may still have been written: the next poll tells.
        tracked.isChanging = false;
        this.#nextPollTick = Math.min(this.#nextPollTick, this.#parts.clock.tick + POLL_TICKS);
      },
    );
  }

  #update(tracked: TrackedDispute, dispute: Dispute): void {
    const { version, step: before } = tracked.dispute;
    if (dispute.version < version) return;
    // It is older by now, if nothing else has changed.
    tracked.dispute = dispute;
    if (dispute.version === version) return;
    const { step } = dispute;
    if (step === "seen-again") tracked.secondLook = this.#parts.clock.startWait();
    if (step === "proven" && before !== "proven" && this.#parts.isRemover(tracked.side)) tracked.isToBeTold = true;
    // The item is on another server: its copy is not gone.
    const hasLeft = tracked.custody !== undefined && tracked.custody.server !== dispute.holder.server;
    // The finder, which told staff, may die before it hears of it.
    if (step === "settled" && before === "proven" && tracked.side === "holder" && !hasLeft) tracked.isTold = true;
    if (step === "gone" || step === "withdrawn" || step === "removed" || step === "settled")
      this.#endAndRecord(tracked, (step === "settled" || step === "gone") && !hasLeft);
  }

  /** The dispute has ended. Custody tells whether the other server ended it, or this one did and had no answer to that. */
  #endAsRecorded(tracked: TrackedDispute, custody: Custody | undefined): void {
    const { step, holder } = tracked.dispute;
    const isWithdrawn = tracked.side === "finder" && step !== "proven" && custody?.server === holder.server;
    if (isWithdrawn) tracked.dispute = { ...tracked.dispute, step: "withdrawn" };
    this.#endAndRecord(tracked, !tracked.isTold || this.#isGone(tracked, custody));
  }

  /** The item stays here, if it is here: nobody disputes it any more. */
  #endAndRecord(tracked: TrackedDispute, isGoneElsewhere: boolean): void {
    this.#endDispute(tracked, isGoneElsewhere);
    this.#ended.putOnRecord(tracked.dispute.itemId);
  }

  #endDispute(tracked: TrackedDispute, isGoneElsewhere: boolean): void {
    const { dispute, isTold } = tracked;
    const { itemId, step } = dispute;
    if (step !== "withdrawn" && this.#suspected.get(itemId)) {
      this.#suspected.set(itemId, false);
      if (step !== "proven") this.#parts.onSettled(itemId);
    }
    this.#tracked.delete(tracked);
    this.#parts.stayTokens.forget(itemId);
    if (step !== "withdrawn" && tracked.side === "finder") this.#parts.onAnswered(itemId);
    if (isTold) this.#ended.watchUntilGone(itemId, isGoneElsewhere);
  }

  #poll(store: Store): void {
    const { tick } = this.#parts.clock;
    this.#nextPollTick = tick + POLL_TICKS;
    this.#lastPollTick = tick;
    this.#pollsUnderWay++;
    this.#parts.recorder.flushNow();
    this.#ask(store, tick, ++this.#polls)
      .then(
        () => {
          this.#isPolledOnce = true;
        },
        // It is asked again.
        () => undefined,
      )
      .finally(() => {
        this.#pollsUnderWay--;
      });
  }

  async #ask(store: Store, askedTick: number, poll: number): Promise<void> {
    const known = [...this.#tracked.all()];
    const open = await store.openDisputes();
    if (poll < this.#answeredPoll) return;
    this.#answeredPoll = poll;
    const numbers = new Set(open.map(({ number }) => number));
    const over: TrackedDispute[] = [];
    // A dispute that is no longer open has ended. Those that were opened since are not in `known`.
    for (const tracked of known) {
      const { number, step } = tracked.dispute;
      const isOpen = numbers.has(number) || this.#tracked.get(number) === undefined;
      if (isOpen || tracked.isChanging) continue;
      const isOwnEnd = step === "proven" && tracked.isRefused;
      if (isOwnEnd || (!tracked.isTold && tracked.side === "holder")) this.#endAndRecord(tracked, !isOwnEnd);
      else over.push(tracked);
    }
    // Nothing more is written about them.
    for (const tracked of over) tracked.isChanging = true;
    for (const tracked of known) tracked.isOutdated = false;
    for (const dispute of open) this.#track(dispute);
    const asked = open.map(({ itemId }) => itemId);
    const ended = over.map(({ dispute }) => dispute.itemId);
    if (asked.length + ended.length === 0) return;
    const asking = store.custodyOf([...new Set([...asked, ...ended])]);
    const custodies = await asking.finally(() => {
      for (const tracked of over) tracked.isChanging = false;
    });
    const rows = new Map(custodies.map((custody) => [custody.itemId, custody]));
    for (const tracked of over) {
      const { number, itemId } = tracked.dispute;
      if (this.#tracked.get(number) === tracked) this.#endAsRecorded(tracked, rows.get(itemId));
    }
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
    this.#ended.stopWatching(dispute.itemId);
    const tracked = newTrackedDispute({ dispute, side, opener, there }, this.#parts.clock.startWait());
    this.#tracked.add(tracked);
    // An earlier run proved it, and may have ended before staff were told.
    if (dispute.step === "proven" && this.#parts.isRemover(side)) tracked.isToBeTold = tracked.isRefused = true;
  }

  /** False if the copy that the holder had was carried to another server, which has custody of it now. It may be this one. */
  #isGone({ dispute, side }: TrackedDispute, custody: Custody | undefined): boolean {
    const { finder, holder, itemId } = dispute;
    if (custody === undefined || custody.server === holder.server) return true;
    if (side === "holder" || custody.server !== finder.server) return false;
    // When the holder's copy is gone, custody goes to the one here.
    const account = accountPlace(custody.place);
    const isHere = this.#parts.visibleCopies.copiesOf(itemId).some(({ place }) => accountPlace(place) === account);
    return isHere || custody.place === finder.seen?.place;
  }
}
