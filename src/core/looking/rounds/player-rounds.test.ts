import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Player } from "../../platform.ts";
import { PlayerRounds } from "./player-rounds.ts";

/** Plays ticks of a round over so many players, and tells at which ticks each was looked at. */
function play(count: number, ticks: number, { isSpent = false, effort = 1 } = {}): number[][] {
  const players = Array.from({ length: count }, (_, index) => ({ place: `player:${index}` }) as Player);
  const looks = new Map<Player, number[]>(players.map((player) => [player, []]));
  let now = 0;
  const look = (player: Player) => void looks.get(player)!.push(now);
  const rounds = new PlayerRounds(
    { players: () => players },
    look,
    () => effort,
    () => isSpent,
  );
  for (now = 1; now <= ticks; now++) rounds.tick();
  return [...looks.values()];
}

describe("rounds over the players", () => {
  it("come to everybody once a second, four a tick", () => {
    assert.deepEqual(play(5, 45), [
      [20, 40],
      [20, 40],
      [20, 40],
      [20, 40],
      [21, 41],
    ]);
  });

  it("take longer when there are many, and never more in a tick", () => {
    const looks = play(100, 70);
    assert.deepEqual(
      [looks[0], looks[99]],
      [
        [20, 45, 70],
        [44, 69],
      ],
    );
    const perTick = Map.groupBy(looks.flat(), (tick) => tick);
    assert.equal(Math.max(...[...perTick.values()].map((all) => all.length)), 4);
  });

  it("come to fewer of those who have very much, and to nobody in a tick that has taken long", () => {
    assert.deepEqual(play(3, 25, { effort: 4 }), [[20], [21], [22]]);
    assert.deepEqual(play(3, 25, { isSpent: true }), [[], [], []]);
  });
});
