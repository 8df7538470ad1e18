import assert from "node:assert/strict";
import { it } from "node:test";
import { LingeringPlayers } from "./lingering-players.ts";

it("who has quit and is served all the same is here, until that ends without another event", () => {
  const clock = { steadyMs: 0 };
  const served = new Set(["alex", "bo", "cy"]);
  const told: string[] = [];
  const lingering = new LingeringPlayers(
    clock,
    (id) => served.has(id),
    (id) => told.push(`${id} stayed`),
    (id) => told.push(`${id} is gone`),
  );
  const check = (passedMs: number) => {
    clock.steadyMs += passedMs;
    lingering.checkServed();
  };
  for (const id of ["alex", "bo", "cy"]) lingering.onPlayerQuit(id);
  check(40_000);
  assert.deepEqual(told, [], "a connection that is gone is served for a while");
  served.delete("bo");
  lingering.onPlayerJoin("cy");
  check(6000);
  assert.deepEqual(told, ["alex stayed"]);
  check(60_000);
  served.delete("alex");
  check(5000);
  check(60_000);
  assert.deepEqual(told, ["alex stayed", "alex is gone"]);
});
