import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import { batchOf, itemId, NOON, playerId } from "../../testing/store-contract/rows.ts";
import { MailboxSender } from "./mailbox.ts";
import { RequestIntake } from "./request-intake.ts";
import type { Message, Request } from "./thread-protocol.ts";

describe("the intake of requests", () => {
  it("serves batches of the mailbox and messages in the order of their ids, however late a message is", (context) => {
    const { sender, intake, served, calls } = start(context);
    sender.put(1, batch(1));
    sender.put(3, batch(3));
    sender.put(5, batch(5));
    assert.equal(calls.length, 1, "who looks already need not be called again");
    intake.receive("look");
    assert.deepEqual(served, ["append 1"]);
    intake.receive([question(2)]);
    assert.deepEqual(served, ["append 1", "ask 2", "append 3"]);
    intake.receive([{ kind: "append", id: 4, batch: batch(4) }]);
    assert.deepEqual(served, ["append 1", "ask 2", "append 3", "append 4", "append 5"]);
  });

  it("takes batches between the questions of one message, and goes on after one that could not be sent", (context) => {
    const { sender, intake, served } = start(context);
    sender.put(2, batch(2));
    sender.put(5, batch(5));
    intake.receive([question(1), question(3), { kind: "unsent", id: 4 }]);
    assert.deepEqual(served, ["ask 1", "append 2", "ask 3", "append 5"]);
  });

  it("takes everything out of the mailbox before it closes", (context) => {
    const { sender, intake, served } = start(context);
    sender.put(1, batch(1));
    sender.put(2, batch(2));
    intake.receive([{ kind: "close", withinMs: 0 }]);
    assert.deepEqual(served, ["append 1", "append 2", "close"]);
  });

  it("looks by itself for a while, then sleeps until it is called", (context) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    context.after(() => mock.timers.reset());
    const { sender, intake, served, calls } = start(context);
    sender.put(1, batch(1));
    intake.receive("look");
    sender.put(2, batch(2));
    pass(20);
    assert.deepEqual([served, calls.length], [["append 1", "append 2"], 1]);
    pass(60_000);
    sender.put(3, batch(3));
    assert.equal(calls.length, 2);
    pass(60_000);
    assert.deepEqual(served, ["append 1", "append 2"], "nobody looks who was not called");
    intake.receive("look");
    assert.deepEqual(served, ["append 1", "append 2", "append 3"]);
  });

  it("looks again in time for the next tick's batch, whenever it comes", (context) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    context.after(() => mock.timers.reset());
    const { sender, intake, served } = start(context);
    intake.receive("look");
    for (let id = 1; id <= 40; id++) {
      sender.put(id, batch(id));
      // Ticks are shorter and longer than they should be.
      pass(40 + (id % 3) * 10);
      assert.equal(served.length, id);
    }
  });

  it("follows when batches come faster", (context) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    context.after(() => mock.timers.reset());
    const { sender, intake, served } = start(context);
    intake.receive("look");
    for (let id = 1; id <= 10; id++) {
      sender.put(id, batch(id));
      pass(50);
    }
    for (let id = 11; id <= 20; id++) {
      sender.put(id, batch(id));
      while (served.length < id) pass(10);
    }
    sender.put(21, batch(21));
    pass(10);
    assert.equal(served.length, 21);
  });

  it("refuses what has no room, and has room again for what comes after it was emptied", (context) => {
    const { sender, intake, served } = start(context);
    const large = { ...batch(1), strings: ["x".repeat(300_000)] };
    let id = 1;
    while (sender.put(id, large)) id++;
    assert.ok(id > 1);
    intake.receive([{ kind: "append", id, batch: large }]);
    assert.equal(served.length, id);
    assert.ok(sender.put(id + 1, large));
  });
});

/** In small steps: a timer that is set by another one counts from the end of the step. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 10) mock.timers.tick(10);
}

function start(context: { after(act: () => void): void }) {
  const served: string[] = [];
  const calls: Message[] = [];
  const sender = new MailboxSender(() => calls.push("look"));
  const serve = (request: Request) =>
    served.push(request.kind === "close" ? request.kind : `${request.kind} ${request.id}`);
  const intake = new RequestIntake(sender.memory, 1, serve);
  context.after(() => intake.stop());
  return { sender, intake, served, calls };
}

function batch(n: number) {
  return batchOf({ moved: itemId(n), by: playerId(1), action: "PICKUP", to: "world:1,2,3", at: NOON });
}

function question(id: number): Request {
  return { kind: "ask", id, question: "counts", values: [] };
}
