import type { Batch } from "../../core/storage-face.ts";
import { decodeBatch, mostBatchBytes, writeBatch } from "../batch-codec.ts";
import { SharedRing } from "./shared-ring.ts";

/** Room for about a second of a very busy server. */
const MAILBOX_BYTES = 2 ** 21;
const ID_BYTES = 8;
/** How often the mailbox is checked while batches come. */
const LOOK_EVERY_MS = 10;
/** A game hands over one batch a tick. While batches come that regularly, there is no need to check in between. */
const LONGEST_REST_MS = 40;
/** How many checks may find nothing before the reader goes to sleep. */
const PATIENCE = 200;

/**
 * The game's end of a mailbox for batches. A message would wake the storage thread at once, and on a busy machine the thread
 * that wakes another may lose its processor to it. Here the storage thread checks the mailbox by itself. It must be woken only
 * when it sleeps because nothing has come for a while.
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

  /** False if there is no room. */
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
  /** Takes a batch. False if it is not this batch's turn. */
  readonly #take: (id: number, batch: () => Batch) => boolean;
  #timer: NodeJS.Timeout | undefined;
  #looksInVain = 0;
  #sinceTakenMs = 0;

  constructor(memory: SharedArrayBuffer, take: (id: number, batch: () => Batch) => boolean) {
    this.#ring = new SharedRing(memory);
    this.#take = take;
  }

  /** Checks the mailbox regularly from now on, until nothing has come for a while. */
  wake(): void {
    this.#looksInVain = 0;
    this.look();
    if (this.#timer === undefined) this.#lookIn(LOOK_EVERY_MS);
  }

  /** Takes every batch whose turn it is. Returns how many it took. */
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

  /** Rests until shortly before the next batch, if that takes as long as the last one did. */
  #takeRest(): void {
    const restMs = Math.min(this.#sinceTakenMs - LOOK_EVERY_MS, LONGEST_REST_MS);
    this.#sinceTakenMs = 0;
    this.#lookIn(Math.max(restMs, LOOK_EVERY_MS));
  }

  #lookAgain(): void {
    const taken = this.look();
    // A taken batch may have been the last: then `stop` was called.
    if (this.#timer === undefined) return;
    this.#looksInVain = taken > 0 ? 0 : this.#looksInVain + 1;
    if (taken > 0) this.#takeRest();
    else if (this.#looksInVain < PATIENCE) this.#lookIn(LOOK_EVERY_MS);
    else this.#sleep();
  }

  #sleep(): void {
    this.stop();
    this.#ring.exchangeFlag(true);
    // A batch that came before the flag was set has woken nobody.
    if (!this.#ring.isEmpty && this.#ring.exchangeFlag(false)) this.wake();
  }

  #offer(record: Buffer): boolean {
    return this.#take(record.readDoubleLE(0), () => decodeBatch(record.subarray(ID_BYTES)));
  }
}
