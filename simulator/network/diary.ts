import type { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import type { DetectorVerdict } from "../detectors/detector.ts";
import type { Fate, SimEvent } from "../faults/sim-event.ts";
import type { Truth } from "../truth/truth.ts";
import { rootOf, withContents } from "../world/stack.ts";
import type { SimServer } from "./sim-server.ts";

/** Writes down everything that concerns one id on all servers: where it is, what the database says about it, and what is told. */
export class NetworkDiary {
  readonly lines: string[] = [];
  readonly #itemId: string;
  #servers: readonly SimServer[] = [];
  #truth!: Truth;
  #database!: MemoryDatabase;
  #eventsKnown = 0;
  readonly #last = new Map<string, string>();

  constructor(itemId: string) {
    this.#itemId = itemId;
  }

  open(servers: readonly SimServer[], truth: Truth, database: MemoryDatabase): void {
    this.#servers = servers;
    this.#truth = truth;
    this.#database = database;
    for (const { name, channel } of servers) channel.onEvent = (event, fate) => this.#event(name, event, fate);
  }

  tickEnd(said: readonly DetectorVerdict[]): void {
    this.#duplications();
    const changes: [string, string][] = [["TRUTH", this.#placements()]];
    for (const { name, isUp, isCut } of this.#servers)
      changes.push([`server ${name}`, `${isUp ? "up" : "down"}${isCut ? ", cut off" : ""}`]);
    const custody = this.#database.custody.get(this.#itemId);
    if (custody) changes.push(["custody", `${custody.server} ${custody.place} version ${custody.version}`]);
    for (const { number, itemId, step, version, finder, holder } of this.#database.disputes.values()) {
      if (itemId !== this.#itemId) continue;
      const sides = [finder, holder].map(({ server, epoch, token }) => `${server}/${epoch} "${token}"`).join(" - ");
      changes.push([`dispute ${number}`, `${step} (version ${version}) ${sides}`]);
    }
    for (const { number, itemId, state } of this.#database.quarantine.values())
      if (itemId === this.#itemId) changes.push([`quarantine ${number}`, state]);
    for (const [what, is] of changes) {
      if (this.#last.get(what) === is) continue;
      this.#last.set(what, is);
      this.#write(`${what}: ${is}`);
    }
    for (const { type, itemIds, copies, caseNumber } of said) {
      if (!itemIds.includes(this.#itemId)) continue;
      const cited = copies.filter(({ itemId }) => itemId === this.#itemId);
      const where = cited.map(({ place, slot, tick }) => `${place}[${slot ?? "?"}] at ${tick}`);
      this.#write(`SAID ${type} (case ${caseNumber}): ${where.join("; ") || "no copies cited"}`);
    }
  }

  #event(server: string, { kind, action, name, session, slots, stack, isCancelled }: SimEvent, fate: Fate): void {
    const involves = [...(stack ? [stack] : []), ...(slots?.stacks() ?? [])];
    if (!involves.some((top) => [...withContents(top)].some(({ tag }) => tag === this.#itemId))) return;
    const by = session ? ` by ${session.account.name}` : "";
    const at = slots ? ` at ${slots.place}` : "";
    this.#write(`event on ${server}: ${kind} ${name ?? action}${by}${at}${isCancelled ? ", cancelled" : ""}: ${fate}`);
  }

  #duplications(): void {
    const { events, owners } = this.#truth;
    const lineages = owners.get(this.#itemId) ?? [];
    for (; this.#eventsKnown < events.length; this.#eventsKnown++) {
      const { family, how, number, lineages: copied } = events[this.#eventsKnown]!;
      if (copied.some((lineage) => lineages.includes(lineage)))
        this.#write(`TRUTH duplication ${number}, ${family}: ${how}`);
    }
  }

  #placements(): string {
    const lineages = this.#truth.owners.get(this.#itemId) ?? [];
    const places = lineages.flatMap(({ instances }) =>
      instances.map((stack) => {
        const { root, slot } = rootOf(stack) ?? {};
        const tag = stack.tag === this.#itemId ? "" : ` tagged ${stack.tag}`;
        return root === undefined ? "in flight" : `${root.address}[${slot}]${root.isLit ? "" : " dark"}${tag}`;
      }),
    );
    return places.join("; ") || "nowhere";
  }

  #write(text: string): void {
    this.lines.push(`tick ${this.#truth.tick}: ${text}`);
  }
}
