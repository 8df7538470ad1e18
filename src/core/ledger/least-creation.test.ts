import assert from "node:assert/strict";
import { test } from "node:test";
import { type Link, leastCreation, type Node } from "./least-creation.ts";

function node(more: number, source = 0): Node {
  return { more, source };
}

test("what one place lost explains what another got, and the rest must have been created", () => {
  assert.deepEqual(leastCreation([node(-10), node(30)], [], 0), { least: 20, drawn: 0 });
  assert.deepEqual(leastCreation([node(-10), node(30)], [], 15), { least: 5, drawn: 15 });
  assert.deepEqual(leastCreation([node(-10), node(30)], [], 100), { least: 0, drawn: 20 });
});

test("what came out of a source goes no further than acts can have moved it", () => {
  const [chest, hands] = [node(0, 1000), node(100)];
  assert.equal(leastCreation([chest, hands], [{ from: 0, to: 1, most: 64 }], 0).least, 36);
  assert.equal(leastCreation([chest, hands], [], 0).least, 100);
});

test("sources are used before what was lost elsewhere", () => {
  assert.deepEqual(leastCreation([node(10, 4)], [], 100), { least: 0, drawn: 6 });
});

/** Tries every whole flow: what each link carries, what each source gives, what goes unseen to whom. */
function exhaustive(nodes: readonly Node[], links: readonly Link[], lost: number): number {
  let best = Number.POSITIVE_INFINITY;
  const room = nodes.map(({ more }) => more);
  const visitLinks = (at: number, missing: readonly number[]): void => {
    const link = links[at];
    if (link === undefined) {
      finish(missing);
      return;
    }
    for (let moved = 0; moved <= link.most; moved++) {
      const next = [...missing];
      next[link.from]! += moved;
      next[link.to]! -= moved;
      visitLinks(at + 1, next);
    }
  };
  // What is passed on comes out of the node's source first: what it lost may go unseen as well.
  const finish = (needs: readonly number[]): void => {
    let created = 0;
    let unseen = lost;
    for (const [at, need] of needs.entries()) {
      const { more, source } = nodes[at]!;
      const passedOn = need - room[at]!;
      if (more > 0) {
        created += Math.max(0, more + passedOn - source);
        continue;
      }
      const fromLoss = Math.max(0, passedOn - source);
      if (fromLoss > -more) return;
      unseen += -more - fromLoss;
    }
    best = Math.min(best, Math.max(0, created - unseen));
  };
  visitLinks(0, room);
  return best;
}

test("in thousands of small cases it is what a search over all flows finds", () => {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
  for (let round = 0; round < 4000; round++) {
    const count = 1 + below(4);
    const nodes = Array.from({ length: count }, () => node(below(9) - 4, below(3)));
    // Links lead from places that gained nothing to places that did, as acts at a container do.
    const givers = nodes.flatMap(({ more }, at) => (more <= 0 ? [at] : []));
    const takers = nodes.flatMap(({ more }, at) => (more > 0 ? [at] : []));
    const links = Array.from({ length: givers.length && takers.length ? below(4) : 0 }, () => ({
      from: givers[below(givers.length)]!,
      to: takers[below(takers.length)]!,
      most: below(4),
    }));
    const lost = below(4);
    const { least } = leastCreation(nodes, links, lost);
    assert.equal(least, exhaustive(nodes, links, lost), JSON.stringify({ nodes, links, lost }));
  }
});
