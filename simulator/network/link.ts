import { type AppendResult, type Batch, DoubletakeError, type Store, type StoreWake } from "../../src/core/index.ts";
import type { ProcessStore } from "../detectors/doubletake.ts";
import type { NetworkKnobs } from "./knobs.ts";
import type { NetworkMutant } from "./network-mutants.ts";

/** A question without an answer fails after this many ticks. */
const TIMEOUT_TICKS = 40;
/** A batch handed over less than this many ticks (100 ms) before the process died may be lost. */
const BEHIND_TICKS = 2;

interface Sent {
  readonly run: () => Promise<unknown>;
  readonly sinceTick: number;
  readonly arrivesTick: number;
  readonly isBatch: boolean;
  readonly isAnswerLost: boolean;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The way from one process to the database. Messages arrive in order and take a while, and some get lost. While the process is cut off,
 * batches wait in the journal and questions fail. The journal outlives the process.
 */
export class Link implements ProcessStore {
  readonly #store: Store;
  readonly #tick: () => number;
  readonly #draw: (what: string) => number;
  readonly #knobs: NetworkKnobs;
  readonly #mutant: NetworkMutant | undefined;
  #sent: Sent[] = [];
  #answers: { readonly tick: number; readonly give: () => void }[] = [];
  #wake: (wake: StoreWake) => void = () => undefined;
  #isDead = false;
  #lastArrival = 0;
  isCut = false;

  constructor(
    store: Store,
    tick: () => number,
    draw: (what: string) => number,
    knobs: NetworkKnobs,
    journal: readonly Batch[],
    mutant: NetworkMutant | undefined,
  ) {
    this.#mutant = mutant;
    this.#store = store;
    this.#tick = tick;
    this.#draw = draw;
    this.#knobs = knobs;
    store.onWake?.((wake) => this.#answerLater(() => this.#wake(wake)));
    for (const batch of journal) void this.#append(batch);
  }

  get face(): Store {
    return new Proxy(this.#store, {
      get: (store, name) => {
        if (name === "append") return (batch: Batch) => this.#append(batch);
        if (name === "onWake")
          return (listener: (wake: StoreWake) => void) => {
            this.#wake = listener;
          };
        const member = store[name as keyof Store] as unknown;
        if (typeof member !== "function") return member;
        const call = (args: unknown[]) => (member as (...all: unknown[]) => Promise<unknown>).apply(store, args);
        if (name === "health") return () => call([]);
        if (name === "changeDispute" && this.#mutant?.alwaysMayRemove)
          return (...args: unknown[]) =>
            this.#ask(String(name), () => call(args).then((changed) => changed ?? removalIn(args)));
        return (...args: unknown[]) => this.#ask(String(name), () => call(args));
      },
    });
  }

  /** Called once a tick. With 0 everything arrives at once, as at a clean stop, where a server waits for it. */
  commit(ticks?: number): void {
    const now = ticks === 0 ? Number.POSITIVE_INFINITY : this.#tick();
    if (!this.isCut) {
      while (this.#sent[0] && this.#sent[0].arrivesTick <= now) this.#run(this.#sent.shift()!);
    } else {
      this.#failQuestions(now);
      this.#journalBatches();
    }
    const due = this.#answers.filter(({ tick }) => tick <= now);
    this.#answers = this.#answers.filter(({ tick }) => tick > now);
    for (const { give } of due) give();
  }

  /** The process dies. Its journal stays for the next process. */
  kill(): void {
    this.#isDead = true;
    this.#answers = [];
  }

  /** What the journal of a dead process still holds. */
  takeJournal(): Batch[] {
    const now = this.#tick();
    const kept = this.#sent.filter(({ isBatch, sinceTick }) => isBatch && now - sinceTick >= BEHIND_TICKS);
    this.#sent = [];
    return kept.map(({ run }) => (run as typeof run & { batch: Batch }).batch);
  }

  #append(batch: Batch): Promise<AppendResult> {
    const run = Object.assign(() => this.#store.append(batch), { batch });
    const answer = this.#send(run, true) as Promise<AppendResult>;
    if (this.isCut) this.#journalBatches();
    return answer;
  }

  /** A batch in the journal is durable, so its waiter goes on. The batch arrives when the way is free. */
  #journalBatches(): void {
    for (const { isBatch, run, resolve } of this.#sent) {
      if (!isBatch) continue;
      const { batch } = run as typeof run & { batch: Batch };
      resolve({ newlySeen: batch.askedSeen.map(() => false) } as never);
    }
  }

  #ask(name: string, run: () => Promise<unknown>): Promise<unknown> {
    if (this.isCut) return Promise.reject(unreachable());
    const draw = this.#draw(name);
    if (draw >= this.#knobs.lost) return this.#send(run, false);
    if (draw < this.#knobs.lost / 2) return this.#send(run, false, true);
    return new Promise((_, reject) => this.#answerLater(() => reject(unreachable()), TIMEOUT_TICKS));
  }

  #send(run: () => Promise<unknown>, isBatch: boolean, isAnswerLost = false): Promise<unknown> {
    if (this.#isDead) return new Promise(() => undefined);
    const sinceTick = this.#tick();
    this.#lastArrival = Math.max(this.#lastArrival, sinceTick + this.#delay("way"));
    const isAhead = this.#mutant?.overtakesJournal === true && !isBatch;
    const arrivesTick = isAhead ? sinceTick : this.#lastArrival + (this.#mutant?.overtakesJournal ? 20 : 0);
    return new Promise((resolve, reject) => {
      const sent = { run, sinceTick, arrivesTick, isBatch, isAnswerLost, resolve, reject };
      if (isAhead) this.#sent.unshift(sent);
      else this.#sent.push(sent);
    });
  }

  #run({ run, resolve, reject, isAnswerLost }: Sent): void {
    run().then(
      (value) =>
        isAnswerLost
          ? this.#answerLater(() => reject(unreachable()), TIMEOUT_TICKS)
          : this.#answerLater(() => resolve(value as never)),
      (error: unknown) => this.#answerLater(() => reject(error)),
    );
  }

  #failQuestions(now: number): void {
    const failed = this.#sent.filter(({ isBatch, arrivesTick }) => !isBatch && arrivesTick <= now);
    this.#sent = this.#sent.filter((sent) => !failed.includes(sent));
    for (const { reject } of failed) reject(unreachable());
  }

  /** The same for everything sent in one tick, so that one more message does not change what happens to the others. */
  #delay(what: string): number {
    return Math.floor(this.#draw(what) * (this.#knobs.maxDelayTicks + 1));
  }

  #answerLater(give: () => void, ticks = this.#delay("answer")): void {
    if (!this.#isDead) this.#answers.push({ tick: this.#tick() + ticks, give });
  }
}

function unreachable(): DoubletakeError {
  return new DoubletakeError("DT_STORE_UNREACHABLE", "The database does not answer.");
}

/** What a careless database answers to a removal that came too late. */
function removalIn([, , change]: readonly unknown[]): unknown {
  return (change as { readonly step: string }).step === "removed" ? change : undefined;
}
