import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { asData, translateColours, unknownColours, withoutColours } from "./colours.ts";

describe("colours", () => {
  it("are written with & and a code, in either case", () => {
    assert.equal(translateColours("&cred &lbold &rplain &Agreen"), "§cred §lbold §rplain §agreen");
  });

  it("are not every &: one without a code stays", () => {
    assert.equal(translateColours("R&D, salt & pepper, &z, &"), "R§d, salt & pepper, &z, &");
  });

  it("that no game has are noticed", () => {
    assert.deepEqual(unknownColours("&zred &? &c &lfine &r& &#ff8800x &x&f&f&8&8&0&0y &Ztwice"), ["&z", "&?", "&Z"]);
  });

  it("in hexadecimal form are dropped, since no game here knows that form", () => {
    assert.equal(translateColours("&#ff8800orange &x&f&f&8&8&0&0orange"), "orange orange");
  });

  it("can be taken out of a text that was rendered", () => {
    assert.equal(withoutColours("§c§lred §rplain§"), "red plain");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("§", "&", "c", "x", "#", "0", " ") }), (text) => {
        assert.ok(!withoutColours(translateColours(text)).includes("§"));
      }),
    );
  });

  it("cannot come in with data, nor can a new line", () => {
    assert.equal(asData("§4Alex§"), "4Alex");
    assert.equal(asData("a\r\nb\tc\u0007d"), "a b c d");
    assert.equal(asData("&4Alex"), "&4Alex");
    assert.equal(asData(14), "14");
  });
});
