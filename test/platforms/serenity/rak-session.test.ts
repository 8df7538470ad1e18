import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeFrames, decodeReceipt, encodeFrame, encodeReceipt, reliableOrdered } from "./support/rak-frame.ts";
import { RakSession } from "./support/rak-session.ts";

const COMPLAINT = 0xa0;
const RECEIPT = 0xc0;
const kindOf = (datagram: Buffer) => datagram.readUInt8(0) & 0xf0;
const sequenceOf = (datagram: Buffer) => datagram.readUIntLE(1, 3);

/** A session, and everything that it has sent and delivered. */
function session() {
  const sent: Buffer[] = [];
  const delivered: string[] = [];
  const rak = new RakSession(
    (datagram) => sent.push(datagram),
    (message) => delivered.push(message.toString()),
  );
  const messages = () => sent.filter((datagram) => kindOf(datagram) === 0x80);
  const complaints = () => sent.filter((datagram) => kindOf(datagram) === COMPLAINT).flatMap(decodeReceipt);
  return { rak, sent, delivered, messages, complaints };
}

/** A datagram of the server; its frame keeps its numbers when it is repeated under another one. */
function fromServer(sequence: number, number: number, text: string): Buffer {
  const head = Buffer.from([0x84, 0, 0, 0]);
  head.writeUIntLE(sequence, 1, 3);
  const frame = { reliability: reliableOrdered, reliableIndex: number, orderIndex: number, payload: Buffer.from(text) };
  return Buffer.concat([head, encodeFrame(frame)]);
}

describe("a client's session", () => {
  it("repeats a frame that the server has acknowledged and complains of: another datagram had overtaken it", () => {
    const { rak, messages } = session();
    rak.message(Buffer.from("hello"));
    const [first] = messages();
    rak.datagram(encodeReceipt(RECEIPT, [sequenceOf(first!)]));
    rak.datagram(encodeReceipt(COMPLAINT, [sequenceOf(first!)]));
    const [, again] = messages();
    assert.ok(again, "nothing was repeated");
    assert.notEqual(sequenceOf(again), sequenceOf(first!));
    assert.deepEqual(decodeFrames(again), decodeFrames(first!));
  });

  it("repeats what was acknowledged when the server seems to wait for something", () => {
    const { rak, messages } = session();
    for (const text of ["one", "two"]) rak.message(Buffer.from(text));
    rak.datagram(encodeReceipt(RECEIPT, messages().map(sequenceOf)));
    rak.repeatAcknowledged();
    assert.deepEqual(messages().slice(2).flatMap(decodeFrames), messages().slice(0, 2).flatMap(decodeFrames));
  });

  it("asks again for what is missing until it comes, in case its first complaint got lost", async () => {
    const { rak, delivered, complaints } = session();
    rak.datagram(fromServer(0, 0, "one"));
    rak.datagram(fromServer(2, 2, "three"));
    assert.deepEqual(complaints(), [1]);
    while (complaints().length === 1) {
      rak.tick();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(complaints(), [1, 1]);
    rak.datagram(fromServer(3, 1, "two"));
    assert.deepEqual(delivered, ["one", "two", "three"]);
    rak.datagram(fromServer(4, 1, "two"));
    assert.deepEqual(delivered, ["one", "two", "three"], "and takes it once");
  });

  it("asks again for the last thing that was said, too: what comes after it, such as an answer to a ping, has no number", async () => {
    const { rak, delivered, complaints } = session();
    rak.datagram(fromServer(0, 0, "one"));
    rak.datagram(fromServer(2, 0, "one").subarray(0, 4));
    assert.deepEqual(complaints(), [1]);
    for (let turn = 0; turn < 100 && complaints().length === 1; turn++) {
      rak.tick();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(complaints(), [1, 1]);
    rak.datagram(fromServer(3, 1, "two"));
    assert.deepEqual(delivered, ["one", "two"]);
  });
});
