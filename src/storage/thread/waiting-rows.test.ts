import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Batch, DoubletakeError } from "../../core/storage-face.ts";
import { WaitingRows } from "./waiting-rows.ts";

describe("WaitingRows", () => {
  it("answers in order as rows become durable, with what was asked", () => {
    const { waiting, answers, add } = start();
    for (const id of [1, 3, 4, 9]) add(id, 10);
    assert.deepEqual([waiting.rows, waiting.appends], [40, 4]);
    waiting.resolveThrough(4, new Map([[3, [true]]]));
    assert.deepEqual(answers, ["1: ", "3: true", "4: "]);
    assert.deepEqual([waiting.rows, waiting.appends], [10, 1]);
    waiting.resolveThrough(4, new Map());
    assert.equal(answers.length, 3);
  });

  it("has room for as many rows as it may hold, and again once some are durable", () => {
    const { waiting, add } = start(100);
    add(1, 60);
    assert.ok(waiting.hasRoomFor({ rowCount: 40 } as Batch));
    assert.ok(!waiting.hasRoomFor({ rowCount: 41 } as Batch));
    waiting.take(1);
    assert.ok(waiting.hasRoomFor({ rowCount: 100 } as Batch));
  });

  it("answers the impatient while the database fails, and keeps their rows", () => {
    const { waiting, answers, add } = start();
    add(1, 5);
    add(2, 5, true);
    waiting.answerImpatient();
    assert.deepEqual(answers, ["2: nothing"]);
    assert.equal(waiting.rows, 10);
    waiting.rejectAll(new DoubletakeError("DT_NOT_RUNNING", "closed"));
    assert.deepEqual(answers, ["2: nothing", "1: DT_NOT_RUNNING", "2: DT_NOT_RUNNING"]);
    assert.deepEqual([waiting.rows, waiting.appends], [0, 0]);
  });
});

function start(maxRows?: number) {
  const waiting = new WaitingRows(maxRows);
  const answers: string[] = [];
  const add = (id: number, rows: number, isImpatient = false): void => {
    waiting.add(id, {
      rows,
      isImpatient,
      resolve: (result) => answers.push(`${id}: ${result?.newlySeen ?? "nothing"}`),
      reject: ({ code }) => answers.push(`${id}: ${code}`),
    });
  };
  return { waiting, answers, add };
}
