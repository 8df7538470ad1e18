import { FlowNetwork, NO_LIMIT } from "./flow-network.ts";

/** Many fractions that make a whole piece may add up to a little less. */
const ROUNDING = 1e-6;

/** A place in a gain, in units of one class. */
export interface Node {
  /** How much more there is than before; negative if there is less. */
  readonly more: number;
  /** How much may have come there from a source that nobody has to answer for. */
  readonly source: number;
}

/** Up to `most` may have gone from one node to another. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly most: number;
  /** All links with the same gate share what may have gone through it. */
  readonly gate?: Gate;
}

/** Up to `most` may have gone this way in all, by the tick `seen`, in whichever of a player's gains that is. */
export interface Gate {
  readonly most: number;
  readonly seen: number;
}

/** The places of one gain. */
interface Need {
  readonly nodes: readonly Node[];
  readonly links: readonly Link[];
  /** How much of it was already found to be created. */
  readonly told: number;
}

/** Goods that left other places unseen, and may have come to some of the nodes. */
export interface Supply {
  /** A fraction if these are ingredients, of which a part of a piece could be made. */
  readonly amount: number;
  /** The numbers of these nodes, counted over all needs in order. */
  readonly openTo: readonly number[];
}

/**
 * The least that must have been created so that every node has what it has. It is what no flow can bring there from nodes of the same
 * need that lost something, from sources, and from goods that left other places unseen. Goods that left a node may have gone unseen to any
 * node of the need. Goods that came from a source, or came unseen, leave the node only by a link.
 */
export function leastCreation(needs: readonly Need[], supplies: Iterable<Supply>): number {
  const network = new FlowNetwork();
  const [source, sink] = [network.addNode(), network.addNode()];
  const numbers: number[] = [];
  const gates = new Map<Gate, readonly [entry: number, exit: number]>();
  const endsOf = (gate: Gate) => {
    let ends = gates.get(gate);
    if (ends === undefined) {
      ends = [network.addNode(), network.addNode()];
      network.addArc(...ends, gate.most);
      gates.set(gate, ends);
    }
    return ends;
  };
  let wanted = 0;
  for (const { nodes, links, told } of needs) {
    const first = numbers.length;
    const unseen = network.addNode();
    if (told > 0) network.addArc(source, unseen, told);
    for (const { more, source: free } of nodes) {
      const node = network.addNode();
      numbers.push(node);
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
    }
    for (const { from, to, most, gate } of links) {
      const [giver, taker] = [numbers[first + from]!, numbers[first + to]!];
      const [entry, exit] = gate === undefined ? [taker, taker] : endsOf(gate);
      network.addArc(giver, entry, most);
      if (exit !== taker) network.addArc(exit, taker, most);
    }
  }
  // Nobody makes a part of a piece: however many lots the ingredients came in, what they make in all is whole.
  const kitchen = network.addNode();
  let made = 0;
  for (const { amount, openTo } of supplies) {
    const isWhole = Number.isInteger(amount);
    if (!isWhole) made += amount;
    const supply = network.addNode();
    network.addArc(isWhole ? source : kitchen, supply, Math.ceil(amount));
    for (const node of openTo) network.addArc(supply, numbers[node]!, NO_LIMIT);
  }
  network.addArc(source, kitchen, Math.floor(made + ROUNDING));
  return wanted - network.maximumFlow(source, sink);
}
