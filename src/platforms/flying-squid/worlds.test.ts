import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SquidServer, Vector } from "./squid-server.ts";
import { findWorld, locationOf } from "./worlds.ts";

const serv = { overworld: {}, netherworld: {} } as unknown as SquidServer;
const spot = { x: 1.5, y: 64, z: -2.5 } as Vector;

describe("a dimension's name", () => {
  it("is the world's own for the first one, and name/nether for the other", () => {
    assert.deepEqual(locationOf(serv, serv.overworld!, spot), { world: "world", x: 1.5, y: 64, z: -2.5 });
    assert.equal(locationOf(serv, serv.netherworld!, spot).world, "world/nether");
  });

  it("leads back to it, and to nothing when there is none of that name", () => {
    assert.equal(findWorld(serv, "world")?.world, serv.overworld);
    assert.equal(findWorld(serv, "world/nether")?.world, serv.netherworld);
    assert.equal(findWorld(serv, "lobby"), undefined);
  });
});
