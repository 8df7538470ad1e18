import { createRequire } from "node:module";
import type * as Streams from "@serenityjs/binarystream";

// As in item-codec.ts.
const { BinaryStream } = createRequire(import.meta.url)("@serenityjs/binarystream") as typeof Streams;

/** Smaller streams stay as they are: how the server reads past the end of a short packet must not change. */
const LARGE_BYTES = 16 * 1024;

/**
 * Serenity's streams (binarystream 3.1.0) grow by a few bytes at a time and copy everything each time. The recipes, which every server
 * writes once, take a second of processor time. Here large streams double instead; what is written is the same.
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
