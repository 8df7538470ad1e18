import {
  type CaseRecord,
  type Claim,
  type Clock,
  type Custody,
  type Dispute,
  DoubletakeError,
  type FirstSighting,
  type KnownPlayer,
  type QuarantinedItem,
  type ServerRecord,
  type StoreWake,
  systemClock,
  type TransferRecord,
} from "../../core/index.ts";

export type MemoryTransfer = TransferRecord & { readonly itemId: string; readonly server: string };

/** A server as this database knows it. */
interface MemoryServer extends Omit<ServerRecord, "silentMs" | "isThisOne"> {
  readonly lastBeatMs: number;
}

export type MemoryDispute = Omit<Dispute, "ageMs"> & { readonly openedMs: number };

/** Records that one server has to itself, and keeps over its restarts. */
interface OwnRecords {
  readonly claims: Map<string, Claim>;
  readonly notes: Map<string, string>;
}

/** The memory that the `MemoryStore`s of several servers share, as servers of a network share a database. */
export class MemoryDatabase {
  readonly clock: Clock;
  readonly seen = new Map<string, FirstSighting>();
  readonly transfers: MemoryTransfer[] = [];
  readonly transfersOfItem = new Map<string, MemoryTransfer[]>();
  readonly custody = new Map<string, Custody>();
  readonly names = new Map<string, KnownPlayer>();
  readonly players = new Set<string>();
  readonly cases = new Map<number, CaseRecord>();
  /** By case: the revision at which it was last written. */
  readonly caseRevisions = new Map<number, number>();
  caseRevision = 0;
  readonly quarantine = new Map<number, QuarantinedItem>();
  readonly servers = new Map<string, MemoryServer>();
  readonly disputes = new Map<number, MemoryDispute>();
  /** By player: the servers on which the player is on record as being. */
  readonly sessions = new Map<string, Set<string>>();
  readonly #own = new Map<string, OwnRecords>();
  readonly #wakers = new Map<string, (wake: StoreWake) => void>();

  constructor(options: { readonly clock?: Clock } = {}) {
    this.clock = options.clock ?? systemClock;
  }

  /** Gives the name to the caller, and returns its epoch. Throws while another server runs under the name. */
  takeName(name: string, facts: Pick<ServerRecord, "instance" | "protocol" | "version">): number {
    const before = this.servers.get(name);
    if (before?.isRunning)
      throw new DoubletakeError("DT_SERVER_NAME_TAKEN", `Another running server uses the name "${name}".`);
    const epoch = (before?.epoch ?? 0) + 1;
    const state = { isRunning: true, isStoppedCleanly: false, isRetired: false, lagRows: 0 };
    this.servers.set(name, { name, epoch, ...facts, ...state, lastBeatMs: this.clock.now() });
    this.endSessions(name);
    return epoch;
  }

  /** The session that had the name is gone, cleanly or not. */
  freeName(name: string, epoch: number): void {
    const server = this.servers.get(name);
    if (server?.epoch === epoch) this.servers.set(name, { ...server, isRunning: false });
  }

  /** No player is on that server any longer. */
  endSessions(name: string): void {
    for (const servers of this.sessions.values()) servers.delete(name);
  }

  ownOf(server: string): OwnRecords {
    const own = this.#own.get(server) ?? { claims: new Map(), notes: new Map() };
    this.#own.set(server, own);
    return own;
  }

  caseChanged(number: number): void {
    this.caseRevisions.set(number, ++this.caseRevision);
  }

  onWake(server: string, listener: (wake: StoreWake) => void): void {
    this.#wakers.set(server, listener);
  }

  wake(server: string, wake: StoreWake): void {
    this.#wakers.get(server)?.(wake);
  }

  /** Passes custody of the item to another server. */
  passCustody(custody: Custody, server: string): void {
    this.custody.set(custody.itemId, { ...custody, server, version: custody.version + 1 });
  }
}
