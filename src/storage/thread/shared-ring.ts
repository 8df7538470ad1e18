/** Words at the start of the memory: where the next record is written, where the next one is read, and one for the owners. */
const WRITTEN = 0;
const READ = 1;
const FLAG = 2;
const CONTROL_BYTES = 64;
const LENGTH_BYTES = 4;
/** In place of a length: the next record is at the start. */
const AT_START = 0xffff_ffff;

/**
 * Records that one thread writes into shared memory and one other thread reads, in order. Neither waits for the other, and
 * writing wakes nobody up.
 */
export class SharedRing {
  readonly memory: SharedArrayBuffer;
  readonly #control: Int32Array;
  readonly #data: Buffer;

  /** Both threads make one, over the same memory. */
  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#control = new Int32Array(memory, 0, CONTROL_BYTES / Int32Array.BYTES_PER_ELEMENT);
    this.#data = Buffer.from(memory, CONTROL_BYTES);
  }

  static ofBytes(bytes: number): SharedRing {
    return new SharedRing(new SharedArrayBuffer(CONTROL_BYTES + bytes));
  }

  /** `write` fills in a record of at most so many bytes, and returns where it ends. False, without a call, when there is no room. */
  put(mostBytes: number, write: (buffer: Buffer, at: number) => number): boolean {
    const start = this.#roomFor(mostBytes);
    if (start === undefined) return false;
    const end = write(this.#data, start + LENGTH_BYTES);
    this.#data.writeUInt32LE(end - start - LENGTH_BYTES, start);
    Atomics.store(this.#control, WRITTEN, aligned(end));
    return true;
  }

  /** `read` gets the oldest record, for the time of the call; it stays there when the answer is false. False when there is none. */
  take(read: (record: Buffer) => boolean): boolean {
    let start = Atomics.load(this.#control, READ);
    if (start === Atomics.load(this.#control, WRITTEN)) return false;
    if (this.#data.readUInt32LE(start) === AT_START) start = 0;
    const from = start + LENGTH_BYTES;
    const end = from + this.#data.readUInt32LE(start);
    if (!read(this.#data.subarray(from, end))) return false;
    Atomics.store(this.#control, READ, aligned(end));
    return true;
  }

  get isEmpty(): boolean {
    return Atomics.load(this.#control, READ) === Atomics.load(this.#control, WRITTEN);
  }

  /** Sets the flag that both threads share. Returns what it was. */
  exchangeFlag(isSet: boolean): boolean {
    return Atomics.exchange(this.#control, FLAG, isSet ? 1 : 0) === 1;
  }

  /** Where a record of that size begins: after the last one, or at the start again. The writer never catches up with the reader. */
  #roomFor(mostBytes: number): number | undefined {
    const written = Atomics.load(this.#control, WRITTEN);
    const read = Atomics.load(this.#control, READ);
    const need = aligned(LENGTH_BYTES + mostBytes);
    if (written + need < (written < read ? read : this.#data.length)) return written;
    if (written < read || need >= read) return undefined;
    this.#data.writeUInt32LE(AT_START, written);
    return 0;
  }
}

/** So that there is room for a length behind every record. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / LENGTH_BYTES) * LENGTH_BYTES;
}
