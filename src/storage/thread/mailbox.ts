import type { Batch } from "../../core/model/records.ts";
import { decodeBatch, mostBatchBytes, writeBatch } from "../batch-codec.ts";
import { SharedRing } from "./shared-ring.ts";

/** Room for about a second of a very busy server. */
const MAILBOX_BYTES = 2 ** 21;
const ID_BYTES = 8;
/** Between two looks into the mailbox, while something comes. */
const LOOK_EVERY_MS = 10;
/** A game hands a batch over once a tick: what comes that regularly need not be looked for in between. */
const LONGEST_REST_MS = 40;
/** Looks that find nothing before the reader goes to sleep. */
const PATIENCE = 200;

/**
 * The game's end of a mailbox for batches. A message to the storage thread would wake it at once, and on a busy machine the
 * thread that wakes another one may lose its processor to it. Nothing of the kind happens here: the storage thread comes
 * and looks, and needs to be called only when it sleeps because nothing has come for a while.
 */
export class MailboxSender {
  readonly #ring = SharedRing.ofBytes(MAILBOX_BYTES);
  readonly #call: () => void;

  /** `call` wakes the storage thread. */
  constructor(call: () => void) {
    this.#call = call;
    this.#ring.exchangeFlag(true);
  }

  get memory(): SharedArrayBuffer {
    return this.#ring.memory;
  }

  /** False when there is no room. */
  put(id: number, batch: Batch): boolean {
    const isPut = this.#ring.put(ID_BYTES + mostBatchBytes(batch), (buffer, at) =>
      writeBatch(batch, buffer, buffer.writeDoubleLE(id, at)),
    );
    if (isPut && this.#ring.exchangeFlag(false)) this.#call();
    return isPut;
  }
}

/** The storage thread's end. */
export class MailboxReader {
  readonly #ring: SharedRing;
  /** Takes a batch; false when it is not this one's turn. */
  readonly #take: (id: number, batch: () => Batch) => boolean;
  #timer: NodeJS.Timeout | undefined;
  #looksInVain = 0;
  #sinceTakenMs = 0;

  constructor(memory: SharedArrayBuffer, take: (id: number, batch: () => Batch) => boolean) {
    this.#ring = new SharedRing(memory);
    this.#take = take;
  }

  /** Looks from here on, until nothing has come for a while. */
  wake(): void {
    this.#looksInVain = 0;
    this.look();
    if (this.#timer === undefined) this.#lookIn(LOOK_EVERY_MS);
  }

  /** Takes everything whose turn it is. Returns how much that was. */
  look(): number {
    let taken = 0;
    while (this.#ring.take((record) => this.#offer(record))) taken++;
    return taken;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #lookIn(ms: number): void {
    this.#sinceTakenMs += ms;
    this.#timer = setTimeout(() => this.#lookAgain(), ms);
  }

  /** Until a little before the next batch, if it takes as long to come as the one before. */
  #takeRest(): void {
    const restMs = Math.min(this.#sinceTakenMs - LOOK_EVERY_MS, LONGEST_REST_MS);
    this.#sinceTakenMs = 0;
    this.#lookIn(Math.max(restMs, LOOK_EVERY_MS));
  }

  #lookAgain(): void {
    const taken = this.look();
    // What was taken may have been the last.
    if (this.#timer === undefined) return;
    this.#looksInVain = taken > 0 ? 0 : this.#looksInVain + 1;
    if (taken > 0) this.#takeRest();
    else if (this.#looksInVain < PATIENCE) this.#lookIn(LOOK_EVERY_MS);
    else this.#sleep();
  }

  #sleep(): void {
    this.stop();
    this.#ring.exchangeFlag(true);
    // What came before the flag was set called nobody.
    if (!this.#ring.isEmpty && this.#ring.exchangeFlag(false)) this.wake();
  }

  #offer(record: Buffer): boolean {
    return this.#take(record.readDoubleLE(0), () => decodeBatch(record.subarray(ID_BYTES)));
  }
}
