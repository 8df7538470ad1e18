import assert from "node:assert/strict";
import { test } from "node:test";
import { type Link, leastCreation, type Node, type Supply } from "./least-creation.ts";

function node(more: number, source = 0): Node {
  return { more, source };
}

function supply(amount: number, ...openTo: number[]): Supply {
  return { amount, openTo };
}

function least(nodes: Node[], links: Link[], supplies: Supply[]): number {
  return leastCreation([{ nodes, links, told: 0 }], supplies);
}

test("what one place lost explains what another got, and the rest must have been created", () => {
  const nodes = [node(-10), node(30)];
  assert.equal(least(nodes, [], []), 20);
  assert.equal(least(nodes, [], [supply(15, 1)]), 5);
  assert.equal(least(nodes, [], [supply(15, 1), supply(100, 1)]), 0);
});

test("what came out of a source, or unseen to a place, goes no further than acts can have moved it", () => {
  const [chest, hands] = [node(0, 1000), node(100)];
  const links = [{ from: 0, to: 1, most: 64 }];
  assert.equal(least([chest, hands], links, []), 36);
  assert.equal(least([chest, hands], [], []), 100);
  assert.equal(least([node(0), hands], links, [supply(1000, 0)]), 36);
  assert.equal(least([node(0), hands], links, [supply(1000, 0, 1)]), 0);
});

test("a supply that only one place can have got is not wasted on another", () => {
  assert.equal(least([node(10), node(10)], [], [supply(10, 0, 1), supply(10, 0)]), 0);
});

test("several needs share what was lost, whichever came first; what was told of one is no need any more", () => {
  const [first, second] = [
    { nodes: [node(10)], links: [], told: 0 },
    { nodes: [node(-3), node(13)], links: [], told: 0 },
  ];
  assert.equal(leastCreation([first, second], [supply(10, 0, 2), supply(10, 0)]), 0);
  assert.equal(leastCreation([first, second], [supply(10, 0, 2)]), 10);
  assert.equal(leastCreation([{ ...first, told: 10 }, second], [supply(10, 0, 2)]), 0);
});

test("links of several needs that share a gate let through no more than it does, in whichever of them", () => {
  const gate = { most: 5, seen: 1 };
  const need = (wanted: number) => ({
    nodes: [node(0, 100), node(wanted)],
    links: [{ from: 0, to: 1, most: 4, gate }],
    told: 0,
  });
  assert.equal(leastCreation([need(10)], []), 6);
  assert.equal(leastCreation([need(10), need(10)], []), 15);
  assert.equal(leastCreation([need(3), need(10)], []), 8);
});

test("ingredients of parts of pieces, wherever they were lost, make whole pieces only", () => {
  assert.equal(least([node(3)], [], [supply(0.7, 0)]), 3);
  assert.equal(least([node(3)], [], [supply(0.7, 0), supply(0.6, 0)]), 2);
  assert.equal(least([node(1), node(1)], [], [supply(0.5, 0), supply(0.5, 0)]), 1);
  const thirds = Array.from({ length: 9 }, () => supply(1 / 3, 0));
  assert.equal(least([node(3)], [], thirds), 0);
});

/** Tries every whole flow: what each link carries, how much of each supply comes where, what goes unseen to whom. */
function exhaustive(nodes: readonly Node[], links: readonly Link[], supplies: readonly Supply[]): number {
  let best = Number.POSITIVE_INFINITY;
  const visitSupplies = (at: number, missing: readonly number[]): void => {
    const one = supplies[at];
    if (one === undefined) {
      visitLinks(0, missing, missing);
      return;
    }
    const visitNodes = (which: number, left: number, next: readonly number[]): void => {
      const to = one.openTo[which];
      if (to === undefined) {
        visitSupplies(at + 1, next);
        return;
      }
      for (let come = 0; come <= left; come++) {
        const then = [...next];
        then[to]! -= come;
        visitNodes(which + 1, left - come, then);
      }
    };
    visitNodes(0, one.amount, missing);
  };
  const visitLinks = (at: number, missing: readonly number[], supplied: readonly number[]): void => {
    const link = links[at];
    if (link === undefined) {
      finish(missing, supplied);
      return;
    }
    for (let moved = 0; moved <= link.most; moved++) {
      const next = [...missing];
      next[link.from]! += moved;
      next[link.to]! -= moved;
      visitLinks(at + 1, next, supplied);
    }
  };
  // What is passed on comes out of what came unseen and of the source first: what the node lost may go unseen as well.
  const finish = (needs: readonly number[], supplied: readonly number[]): void => {
    let created = 0;
    let unseen = 0;
    for (const [at, need] of needs.entries()) {
      const { more, source } = nodes[at]!;
      if (more > 0) {
        created += Math.max(0, need - source);
        continue;
      }
      const passedOn = need - supplied[at]!;
      const come = more - supplied[at]!;
      const fromLoss = Math.max(0, passedOn - source - come);
      if (fromLoss > -more) return;
      unseen += -more - fromLoss;
    }
    best = Math.min(best, Math.max(0, created - unseen));
  };
  visitSupplies(
    0,
    nodes.map(({ more }) => more),
  );
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
    const links = Array.from({ length: givers.length && takers.length ? below(3) : 0 }, () => ({
      from: givers[below(givers.length)]!,
      to: takers[below(takers.length)]!,
      most: below(4),
    }));
    const supplies = Array.from({ length: below(3) }, () => {
      const openTo = nodes.flatMap((_, at) => (below(2) === 0 ? [at] : []));
      return supply(1 + below(3), ...openTo);
    });
    const found = least(nodes, links, supplies);
    assert.equal(found, exhaustive(nodes, links, supplies), JSON.stringify({ nodes, links, supplies }));
  }
});
