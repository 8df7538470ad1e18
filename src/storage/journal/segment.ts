import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** "Doubletake journal, form 1". The segment's first sequence follows it. */
const SIGNATURE = Buffer.from("DTJOURN1", "latin1");
export const SEGMENT_HEADER_BYTES = SIGNATURE.length + 8;

const FILE_NAME = /^(\d{20})\.journal$/;

/** One file of the journal. Records are only added at its end. */
export class Segment {
  readonly file: string;
  readonly firstSequence: number;
  #descriptor: number;
  #size: number;

  private constructor(file: string, firstSequence: number, descriptor: number) {
    this.file = file;
    this.firstSequence = firstSequence;
    this.#descriptor = descriptor;
    this.#size = fstatSync(descriptor).size;
  }

  /** Fails if the file already exists: another process would be writing it. */
  static create(folder: string, firstSequence: number): Segment {
    const file = join(folder, `${String(firstSequence).padStart(20, "0")}.journal`);
    const segment = new Segment(file, firstSequence, openSync(file, "ax+", 0o600));
    const header = Buffer.alloc(SEGMENT_HEADER_BYTES);
    header.set(SIGNATURE, 0);
    header.writeDoubleLE(firstSequence, SIGNATURE.length);
    try {
      segment.append(header);
    } catch (error) {
      // Otherwise the next attempt would find the name taken.
      segment.remove();
      throw error;
    }
    return segment;
  }

  static open(folder: string, fileName: string): Segment {
    const match = FILE_NAME.exec(fileName);
    if (!match) throw new RangeError(`${fileName} is no journal`);
    const file = join(folder, fileName);
    return new Segment(file, Number(match[1]), openSync(file, "r+"));
  }

  static isSegment(fileName: string): boolean {
    return FILE_NAME.test(fileName);
  }

  get size(): number {
    return this.#size;
  }

  /** Writes all or nothing: a failed append is cut off again. */
  append(bytes: Buffer): void {
    let written = 0;
    try {
      while (written < bytes.length) {
        written += writeSync(this.#descriptor, bytes, written, bytes.length - written, null);
      }
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size);
      throw error;
    }
    this.#size += bytes.length;
  }

  /** Returns fewer bytes if the file ends earlier. */
  read(from: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.#size - from)));
    let got = 0;
    while (got < bytes.length) {
      const count = readSync(this.#descriptor, bytes, got, bytes.length - got, from + got);
      if (count === 0) break;
      got += count;
    }
    return bytes.subarray(0, got);
  }

  truncate(size: number): void {
    ftruncateSync(this.#descriptor, size);
    this.#size = size;
  }

  /** Asks the system to write everything to the disk. Until that is done, only a power cut can lose it. */
  sync(): void {
    fdatasync(this.#descriptor, () => {
      // A failure shows at the next write. The file may also have been delivered and removed meanwhile.
    });
  }

  /** True if somebody has deleted or replaced the file: its contents are gone when the process ends. */
  get isLost(): boolean {
    const [open, named] = [fstatSync(this.#descriptor), statSync(this.file, { throwIfNoEntry: false })];
    return open.ino !== named?.ino || open.dev !== named.dev;
  }

  /** Writes everything into a new file of the same name. The system keeps a deleted file readable while it is open. */
  writeAgain(): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    const copy = `${this.file}.saving`;
    rmSync(copy, { force: true });
    const lost = this.#descriptor;
    const bytes = this.read(0, this.#size);
    const descriptor = openSync(copy, "ax+", 0o600);
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      renameSync(copy, this.file);
    } catch (error) {
      closeSync(descriptor);
      rmSync(copy, { force: true });
      throw error;
    }
    this.#descriptor = descriptor;
    closeSync(lost);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  remove(): void {
    this.close();
    rmSync(this.file, { force: true });
  }
}
