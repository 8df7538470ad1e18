import { FlowNetwork, NO_LIMIT } from "./flow-network.ts";

/** A place in a gain, in units of one class. */
export interface Node {
  /** How much more there is than before; negative when there is less. */
  readonly more: number;
  /** How much may have come there from a source that nobody has to answer for. */
  readonly source: number;
}

/** Up to so much may have gone from one node to another. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** Goods that left another place unseen, and may have come to some of the nodes. */
export interface Supply {
  readonly amount: number;
  /** Their numbers. */
  readonly openTo: readonly number[];
}

export interface Creation {
  /** What must have been created, whatever else happened. */
  readonly least: number;
  /** How much of each supply that takes. */
  readonly drawn: readonly number[];
}

/**
 * The least that must have been created so that every node has what it has: what no flow can bring there from nodes that lost
 * something, from sources, and from what left other places unseen. What left a node may have gone anywhere unseen; what came out of
 * a source there, or came there unseen, only leaves it by a link. Supplies are used in their order, and only as far as nothing else will do.
 */
export function leastCreation(nodes: readonly Node[], links: readonly Link[], supplies: Iterable<Supply>): Creation {
  const network = new FlowNetwork();
  const [source, sink, unseen] = [network.addNode(), network.addNode(), network.addNode()];
  let wanted = 0;
  const numbers = nodes.map(({ more, source: free }) => {
    const node = network.addNode();
    if (free > 0) network.addArc(source, node, free);
    if (more > 0) {
      wanted += more;
      network.addArc(node, sink, more);
      network.addArc(unseen, node, NO_LIMIT);
    } else if (more < 0) {
      const left = network.addNode();
      network.addArc(source, left, -more);
      network.addArc(left, node, NO_LIMIT);
      network.addArc(left, unseen, NO_LIMIT);
    }
    return node;
  });
  for (const { from, to, most } of links) network.addArc(numbers[from]!, numbers[to]!, most);
  let least = wanted - network.maximumFlow(source, sink);
  const drawn: number[] = [];
  for (const { amount, openTo } of supplies) {
    if (least === 0) break;
    const supply = network.addNode();
    network.addArc(source, supply, amount);
    for (const node of openTo) network.addArc(supply, numbers[node]!, NO_LIMIT);
    const used = network.maximumFlow(source, sink);
    least -= used;
    drawn.push(used);
  }
  return { least, drawn };
}
