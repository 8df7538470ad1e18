import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { canonicalItemId, ID_WORDS, idFromBytes, readIdWords, writeIdWords } from "./item-id.ts";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** Any 128 bits, not only those of a known version. */
const anyId = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString("hex"))
  .map((hex) => [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-"));

describe("canonicalItemId", () => {
  it("takes 8-4-4-4-12 hexadecimal digits of any version", () => {
    fc.assert(fc.property(anyId, (id) => canonicalItemId(id) === id));
    assert.equal(canonicalItemId("00000000-0000-0000-0000-000000000000"), "00000000-0000-0000-0000-000000000000");
    assert.equal(canonicalItemId("ffffffff-ffff-ffff-ffff-ffffffffffff"), "ffffffff-ffff-ffff-ffff-ffffffffffff");
  });

  it("takes upper and mixed case for the same id in lower case", () => {
    assert.equal(canonicalItemId(ID.toUpperCase()), ID);
    assert.equal(canonicalItemId("0F8fad5b-D9cb-469f-A165-70867728950E"), ID);
  });

  it("refuses everything else", () => {
    const refused = [
      null,
      undefined,
      "",
      " ",
      "sword",
      ` ${ID}`,
      `${ID} `,
      `{${ID}}`,
      ID.replaceAll("-", ""),
      ID.replaceAll("-", "_"),
      ID.replace("f", "g"),
      ID.replace("0", "٠"),
      ID.replace("0f8fad5b-d", "0f8fad5-bd"),
      ID.slice(1),
      `${ID}0`,
    ];
    for (const text of refused) assert.equal(canonicalItemId(text), undefined, String(text));
  });

  it("agrees with the plain pattern on any text", () => {
    const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
    const nearlyIds = fc.tuple(anyId, fc.nat(35), fc.string({ unit: "binary", minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(nearlyIds, ([id, at, character]) => {
        const text = id.slice(0, at) + character + id.slice(at + 1);
        assert.equal(canonicalItemId(text), pattern.test(text) ? text.toLowerCase() : undefined);
      }),
    );
  });
});

describe("the word form of an id", () => {
  it("is the same in bytes, as files have it", () => {
    fc.assert(
      fc.property(anyId, (id) => {
        assert.equal(idFromBytes(Buffer.from(id.replaceAll("-", ""), "hex")), id);
      }),
    );
  });

  it("reads back as it was written, wherever it stands", () => {
    fc.assert(
      fc.property(anyId, fc.nat(3), (id, row) => {
        const words = new Int32Array(4 * ID_WORDS);
        writeIdWords(id, words, row * ID_WORDS);
        assert.equal(readIdWords(words, row * ID_WORDS), id);
      }),
    );
  });

  it("touches no other row", () => {
    const words = new Int32Array(3 * ID_WORDS).fill(7);
    writeIdWords(ID, words, ID_WORDS);
    assert.deepEqual([...words.slice(0, ID_WORDS), ...words.slice(2 * ID_WORDS)], new Array(2 * ID_WORDS).fill(7));
  });
});
