import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { serialize } from "node:v8";
import { decodeOperation, encodeOperation, type Operation } from "./operation.ts";

describe("an operation in the journal", () => {
  it("comes back as it was kept", () => {
    const operation: Operation = { question: "writeNote", values: ["clean", undefined] };
    assert.deepEqual(decodeOperation(encodeOperation(operation)), operation);
  });

  it("is read as version 1.0 wrote it: an update finds what the database has not got yet", () => {
    const [claim, place] = [{ itemId: "a" }, "block:world:1,2,3"];
    const written = [
      { do: "saveClaim", claim },
      { do: "closeClaim", itemId: "a", place },
      { do: "writeNote", key: "clean", value: undefined },
    ];
    assert.deepEqual(
      written.map((operation) => decodeOperation(serialize(operation))),
      [
        { question: "saveClaim", values: [claim] },
        { question: "closeClaim", values: ["a", place] },
        { question: "writeNote", values: ["clean", undefined] },
      ],
    );
  });
});
