import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { SharedRing } from "./shared-ring.ts";

describe("a ring in shared memory", () => {
  it("gives every record back as it was put, in order, and refuses only what has no room", () => {
    const step = fc.oneof(
      fc.record({ put: fc.uint8Array({ maxLength: 40 }), spare: fc.nat(9) }),
      fc.constant("take" as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const ring = SharedRing.ofBytes(128);
        const waiting: string[] = [];
        for (const act of steps) {
          if (act === "take") assert.equal(takeText(ring), waiting.shift());
          else if (put(ring, act.put, act.spare)) waiting.push(Buffer.from(act.put).toString("hex"));
          else assert.ok(waiting.length > 0, "an empty ring takes whatever is smaller than half of it");
        }
        for (const text of waiting) assert.equal(takeText(ring), text);
        assert.ok(ring.isEmpty);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps a record that the reader does not want yet", () => {
    const ring = SharedRing.ofBytes(64);
    put(ring, Uint8Array.of(7), 0);
    assert.equal(
      ring.take(() => false),
      false,
    );
    assert.equal(takeText(ring), "07");
  });

  it("refuses a record that is larger than itself, and goes on", () => {
    const ring = SharedRing.ofBytes(64);
    assert.equal(put(ring, new Uint8Array(64), 0), false);
    assert.ok(put(ring, Uint8Array.of(1), 0));
    assert.equal(takeText(ring), "01");
  });

  it("loses and mixes up nothing between two threads that run at the same time", async () => {
    const ring = SharedRing.ofBytes(64 * 1024);
    const records = 20_000;
    const writer = new Worker(
      `const { workerData } = await import("node:worker_threads");
       const { SharedRing } = await import(workerData.module);
       const ring = new SharedRing(workerData.memory);
       for (let n = 0; n < workerData.records; n++) {
         const size = 8 + ((n * 31) % 300);
         while (!ring.put(size, (buffer, at) => (buffer.fill(n & 255, at, at + size), buffer.writeDoubleLE(n, at), at + size)));
       }`,
      {
        eval: true,
        workerData: { module: new URL("./shared-ring.ts", import.meta.url).href, memory: ring.memory, records },
      },
    );
    const failed = new Promise((_, reject) => writer.on("error", reject));
    for (let n = 0; n < records; ) {
      const check = (record: Buffer) => {
        assert.equal(record.readDoubleLE(0), n);
        assert.equal(record.length, 8 + ((n * 31) % 300));
        assert.ok(record.length === 8 || record.at(-1) === (n & 255));
        return true;
      };
      if (ring.take(check)) n++;
      // The other thread starts only while this one has nothing to do.
      else await Promise.race([new Promise(setImmediate), failed]);
    }
    assert.ok(ring.isEmpty);
    await writer.terminate();
  });
});

/** `spare` is how much more room the writer asks for than it needs. */
function put(ring: SharedRing, bytes: Uint8Array, spare: number): boolean {
  return ring.put(bytes.length + spare, (buffer, at) => {
    buffer.set(bytes, at);
    return at + bytes.length;
  });
}

function takeText(ring: SharedRing): string | undefined {
  let text: string | undefined;
  ring.take((record) => {
    text = record.toString("hex");
    return true;
  });
  return text;
}
