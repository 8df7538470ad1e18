import assert from "node:assert/strict";
import { it } from "node:test";
import { Bringers } from "./bringers.ts";

function brought() {
  const bringers = new Bringers();
  bringers.came("sword", "alex");
  return bringers;
}

it("with whom an item came is known while it is moved about", () => {
  const bringers = brought();
  bringers.moved("sword");
  bringers.endMoves(() => true);
  assert.equal(bringers.of("sword"), "alex");
});

it("but not once it was nowhere to be seen, went dark, or came in a way that nobody saw", () => {
  const [gone, dark, again] = [brought(), brought(), brought()];
  gone.moved("sword");
  gone.endMoves(() => false);
  dark.lost("sword");
  again.came("sword", undefined);
  assert.deepEqual(
    [gone, dark, again].map((bringers) => bringers.of("sword")),
    ["", "", ""],
  );
});
