/** A message of RakNet, or a part of one, inside a datagram. */
export interface Frame {
  reliability: number;
  reliableIndex: number;
  orderIndex: number;
  /** Present on a part of a message that was too large for one datagram. */
  split?: { count: number; id: number; index: number };
  payload: Buffer;
}

export const reliableOrdered = 3;
const splitFlag = 0x10;
const isReliable = (reliability: number) => reliability >= 2 && reliability <= 7 && reliability !== 5;
const isSequenced = (reliability: number) => reliability === 1 || reliability === 4;
const isOrdered = (reliability: number) => [1, 3, 4, 7].includes(reliability);

export function encodeFrame(frame: Frame): Buffer {
  const head = Buffer.alloc(10 + (frame.split ? 10 : 0));
  head.writeUInt8((frame.reliability << 5) | (frame.split ? splitFlag : 0), 0);
  head.writeUInt16BE(frame.payload.length * 8, 1);
  head.writeUIntLE(frame.reliableIndex, 3, 3);
  head.writeUIntLE(frame.orderIndex, 6, 3);
  if (frame.split) {
    head.writeUInt32BE(frame.split.count, 10);
    head.writeUInt16BE(frame.split.id, 14);
    head.writeUInt32BE(frame.split.index, 16);
  }
  return Buffer.concat([head, frame.payload]);
}

/** Reads the frames of a datagram, after its kind and number. */
export function decodeFrames(datagram: Buffer): Frame[] {
  const frames: Frame[] = [];
  let at = 4;
  const take = (bytes: number) => {
    at += bytes;
    return at - bytes;
  };
  while (at < datagram.length) {
    const flags = datagram.readUInt8(take(1));
    const length = Math.ceil(datagram.readUInt16BE(take(2)) / 8);
    const reliability = flags >> 5;
    const reliableIndex = isReliable(reliability) ? datagram.readUIntLE(take(3), 3) : -1;
    if (isSequenced(reliability)) take(3);
    const orderIndex = isOrdered(reliability) ? datagram.readUIntLE(take(3), 3) : -1;
    if (isOrdered(reliability)) take(1);
    const frame: Frame = { reliability, reliableIndex, orderIndex, payload: Buffer.alloc(0) };
    if (flags & splitFlag) {
      const count = datagram.readUInt32BE(take(4));
      frame.split = { count, id: datagram.readUInt16BE(take(2)), index: datagram.readUInt32BE(take(4)) };
    }
    frame.payload = datagram.subarray(at, take(length) + length);
    frames.push(frame);
  }
  return frames;
}

/** An acknowledgement (0xc0) or a complaint about missing datagrams (0xa0). */
export function encodeReceipt(kind: 0xa0 | 0xc0, sequences: readonly number[]): Buffer {
  const buffer = Buffer.alloc(3 + sequences.length * 4);
  buffer.writeUInt8(kind, 0);
  buffer.writeUInt16BE(sequences.length, 1);
  sequences.forEach((sequence, index) => {
    buffer.writeUInt8(1, 3 + index * 4);
    buffer.writeUIntLE(sequence, 4 + index * 4, 3);
  });
  return buffer;
}

export function decodeReceipt(buffer: Buffer): number[] {
  const sequences: number[] = [];
  let at = 3;
  for (let records = buffer.readUInt16BE(1); records > 0; records--) {
    const isSingle = buffer.readUInt8(at) === 1;
    const first = buffer.readUIntLE(at + 1, 3);
    const last = isSingle ? first : buffer.readUIntLE(at + 4, 3);
    for (let sequence = first; sequence <= last; sequence++) sequences.push(sequence);
    at += isSingle ? 4 : 7;
  }
  return sequences;
}
