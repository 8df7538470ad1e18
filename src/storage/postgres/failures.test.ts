import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DoubletakeError } from "../../core/storage-face.ts";
import { BatchRefused } from "../batch-refused.ts";
import { endsSession, explainFailure } from "./failures.ts";

const SECRET = "postgres://bob:hunter2@db.example/game";

describe("failures of PostgreSQL", () => {
  it("become a code and a text with the host's name, and nothing of the driver's own text", () => {
    const codes = [
      "ENOTFOUND",
      "ECONNREFUSED",
      "ETIMEDOUT",
      "28P01",
      "28000",
      "3D000",
      "42501",
      "42P01",
      "53100",
      "53300",
      "57014",
      "57P03",
      "XX001",
      "08006",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "",
    ];
    for (const code of codes) {
      const failure = explainFailure(Object.assign(new Error(`failed for ${SECRET}`), { code }), "db.example");
      assert.ok(failure instanceof DoubletakeError, code);
      assert.match(failure.message, /db\.example/, code);
      assert.doesNotMatch(
        `${failure.stack} ${String((failure.cause as Error | undefined)?.stack)}`,
        /hunter2|bob/,
        code,
      );
    }
  });

  it("tell what a new connection cures from what no repetition cures", () => {
    const failed = (code: string) => Object.assign(new Error("x"), { code });
    for (const code of ["22021", "22003", "23505", "54000"]) {
      assert.ok(explainFailure(failed(code), "h") instanceof BatchRefused, code);
      assert.equal(endsSession(failed(code)), false, code);
    }
    for (const code of ["57P01", "08006", "ECONNRESET", ""]) {
      assert.equal(explainFailure(failed(code), "h") instanceof BatchRefused, false, code);
      assert.equal(endsSession(failed(code)), true, code);
    }
  });

  it("end a session that began on a read-only database, or met missing tables", () => {
    for (const code of ["25006", "42P01"])
      assert.equal(endsSession(Object.assign(new Error("x"), { code })), true, code);
    for (const code of ["57014", "55P03"])
      assert.equal(endsSession(Object.assign(new Error("x"), { code })), false, code);
  });

  it("leave our own errors as they are", () => {
    const own = new DoubletakeError("DT_SERVER_NAME_TAKEN", "taken");
    assert.equal(explainFailure(own, "h"), own);
  });
});
