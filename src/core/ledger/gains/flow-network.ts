/** Stands for "no limit". Sums of many of them are still exact. */
export const NO_LIMIT = 2 ** 40;

/** A network of nodes and arcs with whole capacities. Computes how much can flow from one node to another (Dinic's algorithm). */
export class FlowNetwork {
  /** Arcs come in pairs: the one at an odd index is the way back. */
  readonly #to: number[] = [];
  readonly #room: number[] = [];
  readonly #arcsOf: number[][] = [];

  /** Returns the number of a new node. */
  addNode(): number {
    return this.#arcsOf.push([]) - 1;
  }

  addArc(from: number, to: number, capacity: number): void {
    const arc = this.#to.push(to, from) - 2;
    this.#room.push(capacity, 0);
    this.#arcsOf[from]!.push(arc);
    this.#arcsOf[to]!.push(arc + 1);
  }

  /** Sends as much as possible in addition to what already flows. Returns how much was added. */
  maximumFlow(source: number, sink: number): number {
    let sum = 0;
    for (;;) {
      const levels = this.#levels(source);
      if (levels[sink]! < 0) return sum;
      const next = new Int32Array(this.#arcsOf.length);
      for (let sent = 1; sent > 0; sum += sent) sent = this.#send(source, sink, NO_LIMIT, levels, next);
    }
  }

  /** How many arcs with room each node is away from the source; -1 if it cannot be reached. */
  #levels(source: number): Int32Array {
    const levels = new Int32Array(this.#arcsOf.length).fill(-1);
    levels[source] = 0;
    const reached = [source];
    for (const node of reached) {
      for (const arc of this.#arcsOf[node]!) {
        const to = this.#to[arc]!;
        if (this.#room[arc]! === 0 || levels[to]! >= 0) continue;
        levels[to] = levels[node]! + 1;
        reached.push(to);
      }
    }
    return levels;
  }

  #send(node: number, sink: number, most: number, levels: Int32Array, next: Int32Array): number {
    if (node === sink) return most;
    const arcs = this.#arcsOf[node]!;
    for (; next[node]! < arcs.length; next[node]!++) {
      const arc = arcs[next[node]!]!;
      const to = this.#to[arc]!;
      if (this.#room[arc]! === 0 || levels[to]! !== levels[node]! + 1) continue;
      const sent = this.#send(to, sink, Math.min(most, this.#room[arc]!), levels, next);
      if (sent === 0) continue;
      this.#room[arc]! -= sent;
      this.#room[arc ^ 1]! += sent;
      return sent;
    }
    return 0;
  }
}
