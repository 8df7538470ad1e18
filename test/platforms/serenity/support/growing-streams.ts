import { createRequire } from "node:module";
import type * as Streams from "@serenityjs/binarystream";

// As in item-codec.ts.
const { BinaryStream } = createRequire(import.meta.url)("@serenityjs/binarystream") as typeof Streams;

/** Smaller streams stay as they are: how a short packet is read past its end is the server's own business. */
const LARGE_BYTES = 16 * 1024;

/**
 * Serenity's streams (binarystream 3.1.0) grow by a few bytes at a time and copy everything each time: the recipes, which
 * every server writes once, take a second of processor time. Large ones double here instead; what is written is the same.
 */
const { validateOffset } = BinaryStream.prototype;
BinaryStream.prototype.validateOffset = function (this: Streams.BinaryStream, bytes: number): boolean {
  if (this.buffer.length >= LARGE_BYTES && this.offset + bytes > this.buffer.length) {
    const larger = Buffer.alloc(Math.max(this.buffer.length * 2, this.offset + bytes));
    larger.set(this.buffer);
    this.buffer = larger;
  }
  return validateOffset.call(this, bytes);
};
