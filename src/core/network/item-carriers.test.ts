import assert from "node:assert/strict";
import { it } from "node:test";
import { ItemCarriers } from "./item-carriers.ts";

function brought() {
  const carriers = new ItemCarriers();
  carriers.came("sword", "alex");
  return carriers;
}

it("with whom an item came is known while it is moved about", () => {
  const carriers = brought();
  carriers.moved("sword");
  carriers.endMoves(() => true);
  assert.equal(carriers.of("sword"), "alex");
});

it("but not once it was nowhere to be seen, went dark, or came in a way that nobody saw", () => {
  const [gone, dark, again] = [brought(), brought(), brought()];
  gone.moved("sword");
  gone.endMoves(() => false);
  dark.lost("sword");
  again.came("sword", undefined);
  assert.deepEqual(
    [gone, dark, again].map((carriers) => carriers.of("sword")),
    ["", "", ""],
  );
});
