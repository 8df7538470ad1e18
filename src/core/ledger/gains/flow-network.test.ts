import assert from "node:assert/strict";
import { test } from "node:test";
import { FlowNetwork, NO_LIMIT } from "./flow-network.ts";

type Arc = readonly [from: number, to: number, capacity: number];

function flow(nodes: number, arcs: readonly Arc[]): number {
  const network = new FlowNetwork();
  for (let node = 0; node < nodes; node++) network.addNode();
  for (const [from, to, capacity] of arcs) network.addArc(from, to, capacity);
  return network.maximumFlow(0, nodes - 1);
}

/** The smallest capacity of all ways to part the source from the sink: as much as can flow. */
function smallestCut(nodes: number, arcs: readonly Arc[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let side = 1; side < 2 ** (nodes - 1); side += 2) {
    const isHere = (node: number) => (side >> node) % 2 === 1;
    const cut = arcs.reduce((sum, [from, to, capacity]) => sum + (isHere(from) && !isHere(to) ? capacity : 0), 0);
    least = Math.min(least, cut);
  }
  return least;
}

test("a way back lets an earlier choice be undone", () => {
  const arcs: Arc[] = [
    [0, 1, 1],
    [0, 2, 1],
    [1, 2, 1],
    [1, 3, 1],
    [2, 3, 1],
  ];
  assert.equal(flow(4, arcs), 2);
});

test("more can be sent later", () => {
  const network = new FlowNetwork();
  const [source, middle, sink] = [network.addNode(), network.addNode(), network.addNode()];
  network.addArc(source, middle, 5);
  network.addArc(middle, sink, NO_LIMIT);
  assert.equal(network.maximumFlow(source, sink), 5);
  network.addArc(source, middle, 2);
  assert.equal(network.maximumFlow(source, sink), 2);
});

test("in thousands of small networks the flow is the smallest cut", () => {
  let state = 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % limit;
  };
  for (let round = 0; round < 4000; round++) {
    const nodes = 2 + below(6);
    const arcs = Array.from({ length: below(14) }, (): Arc => [below(nodes), below(nodes), below(9)]);
    assert.equal(flow(nodes, arcs), smallestCut(nodes, arcs), JSON.stringify([nodes, arcs]));
  }
});
