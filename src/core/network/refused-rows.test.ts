import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../testing/unpublished/fake-network.ts";
import { act, join, play } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";

const [FROM, TO] = [5, 6].map((x) => blockPlace({ world: "world", x, y: 64, z: 5 })) as [string, string];
const IDS = Array.from({ length: 300 }, (_, at) => fakeId(at + 1));

function box() {
  const slots = IDS.map((tag) => fakeStack("diamond_sword", { tag }));
  return fakeStack("shulker_box", { tag: fakeId(9999), inside: { kind: "shulker-box", slots } });
}

it("of many rows that the database refuses each place is looked at once, however much was moved with a box", async () => {
  const network = new FakeNetwork();
  const [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
  const [from, to] = [survival.platform.chest(FROM), survival.platform.chest(TO)];
  from[0] = box();
  const alex = join(survival, "Alex");
  for (let tick = 0; tick < 100; tick++) for (const game of [lobby, survival]) await play(game, 1, 25);
  const { custody } = network.database;
  for (const id of [...IDS, fakeId(9999)])
    custody.set(id, { ...custody.get(id)!, place: "block:world:9,9,9", server: "lobby", version: 9 });
  let looks = 0;
  const { look } = survival.platform;
  survival.platform.look = (place, see, hints) => {
    if (place === TO) looks++;
    return look.call(survival.platform, place, see, hints);
  };
  // The database says so between two ticks.
  const { wake } = network.database;
  network.database.wake = (...told) => void setImmediate(() => wake.call(network.database, ...told));
  [to[0], from[0]] = [from[0], undefined];
  act(survival, alex, new FakeItem(to[0]!), [FROM, TO]);
  await play(survival, 5);
  assert.ok(looks <= 10, `${looks} looks in five ticks`);
  await play(survival, 60);
  assert.equal(network.database.disputes.size, IDS.length + 1);
});

it("the game is asked at tick ends only: what fails there ends no process", async () => {
  const network = new FakeNetwork("shared");
  const lobby = await network.start("lobby");
  const alex = join(lobby, "Alex", { slots: [box()] });
  await play(lobby, 100);
  const survival = await network.start("survival");
  join(survival, "Alex", { slots: [box()] });
  let isTick = false;
  const broken: string[] = [];
  const { look, players } = lobby.platform;
  lobby.platform.look = (...what) => {
    if (!isTick) broken.push("look");
    return look.apply(lobby.platform, what);
  };
  lobby.platform.players = () => {
    if (!isTick) broken.push("players");
    return players.call(lobby.platform);
  };
  for (let tick = 0; tick < 500; tick++) {
    lobby.clock.pass(50);
    isTick = true;
    lobby.platform.tick();
    isTick = false;
    await play(survival, 1, 0);
  }
  assert.deepEqual([...network.database.sessions.get(alex.id)!].sort(), ["lobby", "survival"]);
  assert.deepEqual(broken, []);
});
