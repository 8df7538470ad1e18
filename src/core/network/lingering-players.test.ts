import assert from "node:assert/strict";
import { it } from "node:test";
import { LingeringPlayers } from "./lingering-players.ts";

it("who has quit and is served all the same is here, until that ends without another word", () => {
  const served = new Set(["alex", "bo", "cy"]);
  const told: string[] = [];
  const lingering = new LingeringPlayers(
    (id) => served.has(id),
    (id) => told.push(`${id} stayed`),
    (id) => told.push(`${id} is gone`),
  );
  for (const id of ["alex", "bo", "cy"]) lingering.left(id);
  lingering.check();
  assert.deepEqual(told, [], "some are listed for a moment longer");
  served.delete("bo");
  lingering.joined("cy");
  lingering.check();
  assert.deepEqual(told, ["alex stayed"]);
  lingering.check();
  served.delete("alex");
  lingering.check();
  lingering.check();
  assert.deepEqual(told, ["alex stayed", "alex is gone"]);
});
