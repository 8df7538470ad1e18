import { decodeFrames, decodeReceipt, encodeFrame, encodeReceipt, type Frame, reliableOrdered } from "./rak-frame.ts";

const mtu = 1400;
const resendAfterMs = 300;
/** How often a datagram is asked for if no frame is known to be missing. */
const askTimes = 10;
/** How many acknowledged frames are kept: see `#resend`. */
const keptFrames = 512;

/**
 * The connected part of RakNet, from the client's side: numbers, splits, joins, acknowledges and repeats. The caller provides sockets
 * and clocks.
 */
export class RakSession {
  readonly #send: (datagram: Buffer) => void;
  readonly #deliver: (message: Buffer) => void;
  readonly #unacknowledged = new Map<number, { frame: Buffer; sentAt: number }>();
  readonly #acknowledged = new Map<number, Buffer>();
  /** Datagrams that did not come, by number: when they were last asked for, and how often. */
  readonly #missing = new Map<number, { askedAt: number; times: number }>();
  /** Reliable frames that came before one that is still missing. */
  readonly #received = new Set<number>();
  readonly #parts = new Map<number, (Buffer | undefined)[]>();
  readonly #waiting = new Map<number, Buffer>();
  #sequence = 0;
  #reliableIndex = 0;
  #orderIndex = 0;
  #splitId = 0;
  #nextSequence = 0;
  #nextReliable = 0;
  #nextOrder = 0;

  constructor(send: (datagram: Buffer) => void, deliver: (message: Buffer) => void) {
    this.#send = send;
    this.#deliver = deliver;
  }

  /** Sends a message reliably and in order. */
  message(payload: Buffer): void {
    const orderIndex = this.#orderIndex++;
    const count = Math.ceil(payload.length / mtu);
    const id = this.#splitId;
    if (count > 1) this.#splitId = (id + 1) & 0xffff;
    for (let index = 0; index < count; index++) {
      const frame: Frame = {
        reliability: reliableOrdered,
        reliableIndex: this.#reliableIndex++,
        orderIndex,
        payload: payload.subarray(index * mtu, (index + 1) * mtu),
      };
      if (count > 1) frame.split = { count, id, index };
      this.#datagram(encodeFrame(frame));
    }
  }

  /** Takes a datagram from the server. */
  datagram(buffer: Buffer): void {
    const kind = buffer.readUInt8(0) & 0xf0;
    if (kind === 0xc0) for (const sequence of decodeReceipt(buffer)) this.#settle(sequence);
    else if (kind === 0xa0) for (const sequence of decodeReceipt(buffer)) this.#resend(sequence);
    else if (kind === 0x80) this.#frames(buffer);
  }

  /** Call this every few milliseconds. It repeats what was not acknowledged, and asks again for what did not come. */
  tick(): void {
    const now = performance.now();
    for (const [sequence, { sentAt }] of this.#unacknowledged) {
      if (now - sentAt > resendAfterMs) this.#resend(sequence);
    }
    // The server repeats in a datagram with a new number, so the frames show whether a gap is closed. If no later frame shows the gap,
    // its datagram may have had the last frames, and our complaint may have been lost: a busy server drops some.
    const late: number[] = [];
    for (const [sequence, { askedAt, times }] of this.#missing) {
      if (this.#received.size === 0 && times >= askTimes) this.#missing.delete(sequence);
      else if (now - askedAt > resendAfterMs) late.push(sequence);
    }
    this.#ask(late);
  }

  /** Repeats all frames that the server has acknowledged lately. It seems to wait for one of them, and its complaint may have been lost. */
  repeatAcknowledged(): void {
    for (const sequence of [...this.#acknowledged.keys()]) this.#resend(sequence);
  }

  #datagram(frame: Buffer): void {
    const sequence = this.#sequence++;
    const head = Buffer.alloc(4);
    head.writeUInt8(0x84, 0);
    head.writeUIntLE(sequence, 1, 3);
    this.#unacknowledged.set(sequence, { frame, sentAt: performance.now() });
    this.#send(Buffer.concat([head, frame]));
  }

  #settle(sequence: number): void {
    const sent = this.#unacknowledged.get(sequence);
    if (!sent) return;
    this.#unacknowledged.delete(sequence);
    this.#acknowledged.set(sequence, sent.frame);
    for (const [oldest] of this.#acknowledged) {
      if (this.#acknowledged.size <= keptFrames) break;
      this.#acknowledged.delete(oldest);
    }
  }

  /**
   * Sends the same frame in a datagram with a new number. The server recognises a repeated frame by its order index. Serenity 0.8.21 drops
   * a datagram that another has overtaken, but acknowledges it anyway, and only then complains about it. So it may ask for a frame that it
   * acknowledged, and a client that no longer has that frame would wait forever.
   */
  #resend(sequence: number): void {
    const frame = this.#unacknowledged.get(sequence)?.frame ?? this.#acknowledged.get(sequence);
    if (!frame) return;
    this.#unacknowledged.delete(sequence);
    this.#acknowledged.delete(sequence);
    this.#datagram(frame);
  }

  #frames(buffer: Buffer): void {
    const sequence = buffer.readUIntLE(1, 3);
    this.#send(encodeReceipt(0xc0, [sequence]));
    const missing = Array.from(
      { length: Math.max(0, sequence - this.#nextSequence) },
      (_, i) => this.#nextSequence + i,
    );
    this.#missing.delete(sequence);
    this.#ask(missing);
    this.#nextSequence = Math.max(this.#nextSequence, sequence + 1);
    for (const frame of decodeFrames(buffer)) this.#frame(frame);
  }

  /** Serenity 0.8.21 repeats a datagram only if it is told that the datagram is missing. */
  #ask(missing: readonly number[]): void {
    for (const sequence of missing)
      this.#missing.set(sequence, {
        askedAt: performance.now(),
        times: (this.#missing.get(sequence)?.times ?? 0) + 1,
      });
    for (let at = 0; at < missing.length; at += 256) this.#send(encodeReceipt(0xa0, missing.slice(at, at + 256)));
  }

  #frame(frame: Frame): void {
    if (frame.reliableIndex >= 0 && !this.#isFirst(frame.reliableIndex)) return;
    const message = frame.split ? this.#join(frame.split, frame.payload) : frame.payload;
    if (!message) return;
    if (frame.orderIndex < 0) this.#deliver(message);
    else this.#deliverInOrder(frame.orderIndex, message);
  }

  #isFirst(reliableIndex: number): boolean {
    if (reliableIndex < this.#nextReliable || this.#received.has(reliableIndex)) return false;
    this.#received.add(reliableIndex);
    while (this.#received.delete(this.#nextReliable)) this.#nextReliable++;
    return true;
  }

  #deliverInOrder(orderIndex: number, message: Buffer): void {
    this.#waiting.set(orderIndex, message);
    for (let next = this.#waiting.get(this.#nextOrder); next; next = this.#waiting.get(this.#nextOrder)) {
      this.#waiting.delete(this.#nextOrder++);
      this.#deliver(next);
    }
  }

  #join(split: NonNullable<Frame["split"]>, payload: Buffer): Buffer | undefined {
    const parts = this.#parts.get(split.id) ?? new Array<Buffer | undefined>(split.count).fill(undefined);
    this.#parts.set(split.id, parts);
    parts[split.index] = payload;
    if (parts.includes(undefined)) return undefined;
    this.#parts.delete(split.id);
    return Buffer.concat(parts as Buffer[]);
  }
}
