import { type Dispute, NETWORK_PROTOCOL, type SeenCopy } from "../../src/core/index.ts";
import { nextChange, type OwnLook } from "../../src/core/network/disputes/dispute-steps.ts";
import { StayTokens } from "../../src/core/network/disputes/stay-tokens.ts";
import { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import { MemoryNetwork } from "../../src/testing/stores/memory-network.ts";
import { Random } from "../random.ts";
import type { NetworkMutant } from "./network-mutants.ts";

const ITEM = "00000000-0000-4000-8000-000000000001";
const GRACE = 4;
const STEPS = 400;

/** One server, as far as the protocol goes. */
class Side {
  readonly name: string;
  readonly #database: MemoryDatabase;
  readonly #makeStayTokens: () => StayTokens;
  network!: MemoryNetwork;
  stayTokens!: StayTokens;
  secondLookStep = 0;
  secondLookVersion = -1;
  #epoch = 0;

  constructor(name: string, database: MemoryDatabase, makeStayTokens: () => StayTokens) {
    this.name = name;
    this.#database = database;
    this.#makeStayTokens = makeStayTokens;
    this.restart();
  }

  /** The process dies and comes back without its memory. */
  restart(): void {
    if (this.#epoch > 0) this.#database.freeName(this.name, this.#epoch);
    const facts = { instance: this.name, protocol: NETWORK_PROTOCOL, version: "1" };
    this.#epoch = this.#database.takeName(this.name, facts);
    this.network = new MemoryNetwork(this.#database, this.name, this.#epoch);
    this.stayTokens = this.#makeStayTokens();
  }
}

/**
 * One item that is never in two places for as long as the grace, and moves between two servers as fast as it likes. The servers look,
 * read and write in any order, and must not prove a duplicate. Returns how often they proved one anyway.
 */
export async function provenOfOneItem(seed: number, mutant?: NetworkMutant): Promise<number> {
  const random = new Random(seed, "one item");
  const database = new (mutant?.database ?? MemoryDatabase)({ clock: { now: () => 0 } });
  const makeStayTokens = () => mutant?.makers?.stayTokens?.() ?? new StayTokens();
  const [a, b] = [new Side("a", database, makeStayTokens), new Side("b", database, makeStayTokens)];
  const steps = mutant?.makers?.nextChange ?? nextChange;
  const custody = { itemId: ITEM, place: "block:w:1,1,1", holderId: "", location: "", confirmedMs: 0, version: 1 };
  database.custody.set(ITEM, { ...custody, server: "a" });
  let at = new Set<Side>([a]);
  let overlapUntil = -1;
  let proven = 0;
  for (let step = 0; step < STEPS; step++) {
    move(step);
    if (random.chance(0.05)) random.pick([a, b]).restart();
    // The worst case: usually the server looks that has the item at this moment.
    const having = [...at];
    const side = random.chance(0.97) ? (having[random.int(2)] ?? having[0]) : random.pick([a, b]);
    if (side === undefined) continue;
    const [open] = await side.network.openDisputes();
    if (open === undefined) await find(side);
    else await goOn(side, open, step);
  }
  return proven;

  /** The item is somewhere or on its way. A plugin that gives first and takes later has it at both places, for less than the grace. */
  function move(step: number): void {
    const [from] = at;
    if (at.size === 2) {
      if (step < overlapUntil) return;
      from!.stayTokens.noteDark(ITEM);
      at = new Set([...at].slice(1));
    } else if (!random.chance(0.25)) return;
    else if (from === undefined) at = new Set([random.pick([a, b])]);
    else if (random.chance(0.5)) {
      at = new Set([from, from === a ? b : a]);
      overlapUntil = step + random.between(1, GRACE - 1);
    } else {
      from.stayTokens.noteDark(ITEM);
      at = new Set();
    }
  }

  async function find(side: Side): Promise<void> {
    const { server: holder, version: custodyVersion } = database.custody.get(ITEM)!;
    if (!at.has(side) || holder === side.name) return;
    const token = side.stayTokens.tokenOf(ITEM, false);
    await side.network.openDispute({ itemId: ITEM, material: "", custodyVersion, seen: seenAt(side), token, holder });
  }

  async function goOn(side: Side, dispute: Dispute, step: number): Promise<void> {
    const role = dispute.finder.server === side.name ? "finder" : "holder";
    if (dispute.step === "seen-again" && side.secondLookVersion !== dispute.version) {
      side.secondLookVersion = dispute.version;
      side.secondLookStep = step;
    }
    const hasGracePassed = step - side.secondLookStep >= GRACE;
    const change = steps(dispute, role, lookOf(side), { hasGracePassed, isFresh: true });
    if (change === undefined) return;
    const changed = await side.network.changeDispute(dispute.number, dispute.version, change);
    if (changed?.step !== "proven") return;
    proven++;
    await side.network.changeDispute(changed.number, changed.version, { step: "settled" });
  }

  function lookOf(side: Side): OwnLook {
    if (!at.has(side)) return { kind: random.chance(0.5) ? "gone" : "dark" };
    return { kind: "held", token: side.stayTokens.tokenOf(ITEM, false), seen: seenAt(side) };
  }
}

function seenAt({ name }: Side): SeenCopy {
  const where = { place: `block:w:1,1,${name.length}`, slot: "0", location: "w:1,1,1" };
  return { itemId: ITEM, ...where, holderId: "", holderName: "", count: 1, seenMs: 0 };
}
