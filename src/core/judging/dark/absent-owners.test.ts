import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { blockPlace, playerPlace } from "../../model/place.ts";
import { AbsentOwners } from "./absent-owners.ts";
import { Claims } from "./claims.ts";

it("names so many items at a time, each in its turn, however many chests are claimed besides", () => {
  const claims = new Claims({ saveClaim: () => {}, closeClaim: () => {} });
  const open = (itemId: string, place: string) =>
    claims.open({ itemId, place, kind: "dark", openedMs: 0, copies: [], isOrderUnknown: false });
  for (let x = 0; x < 640; x++) open(fakeId(x + 1), blockPlace({ world: "world", x, y: 64, z: 0 }));
  const owner = playerPlace(fakeId(9000));
  open(fakeId(5000), owner);
  for (let at = 0; at < 3000; at++) open(fakeId(20_000 + at), owner);
  const absent = new AbsentOwners({
    claims,
    presence: {} as never,
    travelsWithPlayer: (place) => place.startsWith("player:"),
    onFree: () => {},
    onVerdict: () => {},
  });
  const asked = [absent.nextToAsk(500), absent.nextToAsk(500)];
  assert.deepEqual(
    asked.map((ids) => ids.length),
    [500, 500],
  );
  assert.equal(new Set(asked.flat()).size, 1000, "each has its turn");
});
