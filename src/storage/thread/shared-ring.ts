/** Words at the start of the memory: where the next record is written, where the next is read, and a flag for the users. */
const WRITTEN = 0;
const READ = 1;
const FLAG = 2;
const CONTROL_BYTES = 64;
const LENGTH_BYTES = 4;
/** Stands instead of a length, and means that the next record is at the start. */
const AT_START = 0xffff_ffff;

/**
 * A ring of records in shared memory: one thread writes them, and one other thread reads them in order. Neither waits for
 * the other, and writing wakes nobody.
 */
export class SharedRing {
  readonly memory: SharedArrayBuffer;
  readonly #control: Int32Array;
  readonly #data: Buffer;

  /** Both threads make a ring over the same memory. */
  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#control = new Int32Array(memory, 0, CONTROL_BYTES / Int32Array.BYTES_PER_ELEMENT);
    this.#data = Buffer.from(memory, CONTROL_BYTES);
  }

  static ofBytes(bytes: number): SharedRing {
    return new SharedRing(new SharedArrayBuffer(CONTROL_BYTES + bytes));
  }

  /** `write` writes a record of at most this many bytes, and returns its end. If there is no room, returns false without calling it. */
  put(mostBytes: number, write: (buffer: Buffer, at: number) => number): boolean {
    const start = this.#roomFor(mostBytes);
    if (start === undefined) return false;
    const end = write(this.#data, start + LENGTH_BYTES);
    this.#data.writeUInt32LE(end - start - LENGTH_BYTES, start);
    Atomics.store(this.#control, WRITTEN, aligned(end));
    return true;
  }

  /** Passes the oldest record to `read`, valid only during the call. If `read` returns false, the record stays. False if none was taken. */
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

  /** Returns where a record of that size can begin: after the last one, or at the start. The writer never catches up with the reader. */
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

/** Rounds up, so that there is room for a length after every record. */
function aligned(bytes: number): number {
  return Math.ceil(bytes / LENGTH_BYTES) * LENGTH_BYTES;
}
