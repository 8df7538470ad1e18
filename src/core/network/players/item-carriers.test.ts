import assert from "node:assert/strict";
import { it } from "node:test";
import { ItemCarriers } from "./item-carriers.ts";

function brought() {
  const carriers = new ItemCarriers();
  carriers.setCarrier("sword", "alex");
  return carriers;
}

it("with whom an item came is known while it is moved about", () => {
  const carriers = brought();
  carriers.noteLeft("sword");
  carriers.endMoves(() => true);
  assert.equal(carriers.carrierOf("sword"), "alex");
});

it("but not once it was nowhere to be seen, went dark, or came in a way that nobody saw", () => {
  const [gone, dark, again] = [brought(), brought(), brought()];
  gone.noteLeft("sword");
  gone.endMoves(() => false);
  dark.noteDark("sword");
  again.setCarrier("sword", undefined);
  assert.deepEqual(
    [gone, dark, again].map((carriers) => carriers.carrierOf("sword")),
    ["", "", ""],
  );
});
