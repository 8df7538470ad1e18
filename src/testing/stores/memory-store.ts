import {
  type AppendResult,
  type Batch,
  type BlockPosition,
  type CaseChange,
  type CaseFilter,
  type CaseItems,
  type CaseRecord,
  type ChangedCases,
  type Claim,
  type Clock,
  type Custody,
  canonicalItemId,
  type FirstSighting,
  type HandledItem,
  type KnownPlayer,
  mergeCase,
  NETWORK_PROTOCOL,
  NIL_UUID,
  type Page,
  type PlaceKey,
  type QuarantinedItem,
  type QuarantineFilter,
  type QuarantineState,
  rowsOf,
  type Store,
  type StoreCounts,
  type StoreHealth,
  type StoreWake,
  systemClock,
  type TransferAtBlock,
  type TransferRecord,
  VERSION,
} from "../../core/index.ts";
import { MemoryDatabase } from "./memory-database.ts";
import { MemoryNetwork } from "./memory-network.ts";
import { cutLimit, MemoryRows, paged } from "./memory-rows.ts";

const KEPT_STATES = ["taking", "held", "returning"];

interface MemoryStoreOptions {
  readonly clock?: Clock;
  /** `memory` by default. */
  readonly serverName?: string;
  /** The database that this server shares with others; one of its own by default. */
  readonly database?: MemoryDatabase;
  /** Identifies the world; the server's name by default. */
  readonly instance?: string;
  /** The protocol that it claims to speak; for tests of networks with several versions. */
  readonly protocol?: number;
}

/** A store that forgets everything when the process ends: for tests, and for trying the detector without a disk. */
export class MemoryStore implements Store {
  readonly engine = "memory";
  readonly serverName: string;
  readonly #clock: Clock;
  readonly #database: MemoryDatabase;
  readonly #network: MemoryNetwork;
  readonly #rows: MemoryRows;
  readonly #epoch: number;
  readonly #own;

  constructor(options: MemoryStoreOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#database = options.database ?? new MemoryDatabase({ clock: this.#clock });
    this.serverName = options.serverName ?? "memory";
    const { instance = this.serverName, protocol = NETWORK_PROTOCOL } = options;
    this.#epoch = this.#database.takeName(this.serverName, { instance, protocol, version: VERSION });
    this.#network = new MemoryNetwork(this.#database, this.serverName, this.#epoch);
    this.#rows = new MemoryRows(this.#database, this.serverName);
    this.#own = this.#database.ownOf(this.serverName);
  }

  async append(batch: Batch): Promise<AppendResult> {
    this.#network.refuseIfFenced();
    const isNew: boolean[] = [];
    const foreign = new Map<string, Custody>();
    for (const row of rowsOf(batch)) isNew.push(this.#rows.keep(row, foreign));
    if (foreign.size > 0) this.#database.wake(this.serverName, { kind: "foreign", custody: [...foreign.values()] });
    return { newlySeen: batch.askedSeen.map((row) => isNew[row] === true) };
  }

  async recordSeen(itemId: string): Promise<boolean> {
    const id = canonicalItemId(itemId);
    return id !== undefined && this.#rows.see(id, NIL_UUID, "", this.#clock.now());
  }

  async logItemTransfer(itemId: string, playerId: string, action: string, location: string): Promise<void> {
    const id = canonicalItemId(itemId);
    const playerUUID = canonicalItemId(playerId);
    if (!id || !playerUUID) return;
    this.#rows.transfer({ itemId: id, playerUUID, action, location, timestamp: this.#clock.now() });
  }

  async getItemTransferHistory(itemId: string, limit: number): Promise<TransferRecord[]> {
    return this.#rows.history(itemId, limit);
  }

  async getEarliestTransferTs(itemId: string, playerId: string): Promise<number | null> {
    return this.#rows.earliest(itemId, playerId);
  }

  async lastTransferAt(
    itemId: string,
    location: string,
    actions: readonly string[],
  ): Promise<TransferRecord | undefined> {
    return this.#rows.lastAt(itemId, location, actions);
  }

  async transfersAt(block: BlockPosition, page: Page): Promise<TransferAtBlock[]> {
    return this.#rows.at(block, page);
  }

  async firstSighting(itemId: string): Promise<FirstSighting | undefined> {
    return this.#database.seen.get(canonicalItemId(itemId) ?? "");
  }

  async idsByPrefix(prefix: string, limit: number): Promise<string[]> {
    const ids = new Set([
      ...this.#database.seen.keys(),
      ...this.#database.transfersOfItem.keys(),
      ...this.#database.custody.keys(),
    ]);
    return [...ids]
      .filter((id) => id.startsWith(prefix))
      .sort()
      .slice(0, cutLimit(limit));
  }

  async itemsOfPlayer(playerId: string, page: Page): Promise<HandledItem[]> {
    return this.#rows.handledBy(playerId, page);
  }

  async playerByName(name: string): Promise<KnownPlayer | undefined> {
    const wanted = name.toLowerCase();
    return [...this.#database.names.values()].findLast((player) => player.name.toLowerCase() === wanted);
  }

  async playerById(playerId: string): Promise<KnownPlayer | undefined> {
    return this.#database.names.get(canonicalItemId(playerId) ?? "");
  }

  async playerNames(prefix: string, limit: number): Promise<string[]> {
    const wanted = prefix.toLowerCase();
    const byFolded = new Map([...this.#database.names.values()].map(({ name }) => [name.toLowerCase(), name]));
    return [...byFolded.keys()]
      .filter((folded) => folded.startsWith(wanted))
      .sort()
      .slice(0, cutLimit(limit))
      .map((folded) => byFolded.get(folded) as string);
  }

  async counts(): Promise<StoreCounts> {
    const cases = [...this.#database.cases.values()];
    return {
      items: this.#database.seen.size,
      transfers: this.#database.transfers.length,
      players: this.#database.players.size,
      openCases: cases.filter(({ status }) => status === "open").length,
      cases: cases.length,
      openClaims: this.#own.claims.size,
      quarantined: [...this.#database.quarantine.values()].filter(({ state }) => KEPT_STATES.includes(state)).length,
    };
  }

  async custodyOf(itemIds: readonly string[]): Promise<Custody[]> {
    return [...new Set(itemIds)].flatMap((id) => this.#database.custody.get(id) ?? []);
  }

  async custodyAt(place: PlaceKey): Promise<Custody[]> {
    return [...this.#database.custody.values()].filter(
      (custody) => custody.place === place && custody.server === this.serverName,
    );
  }

  async saveCase(record: CaseRecord): Promise<number> {
    this.#network.refuseIfFenced();
    const number = record.number || nextNumber(this.#database.cases);
    this.#database.cases.set(number, structuredClone({ ...record, number }));
    this.#database.caseChanged(number);
    return number;
  }

  async changeCase(number: number, change: CaseChange): Promise<void> {
    this.#network.refuseIfFenced();
    const { cases } = this.#database;
    const stored = cases.get(number);
    if (stored === undefined) return;
    cases.set(number, structuredClone(mergeCase(stored, change)));
    this.#database.caseChanged(number);
  }

  async changedCases(sinceRevision: number | undefined): Promise<ChangedCases> {
    const { caseRevisions, caseRevision: revision, cases } = this.#database;
    const since = sinceRevision ?? Number.POSITIVE_INFINITY;
    const numbers = [...caseRevisions].filter(([, revision]) => revision > since).map(([number]) => number);
    return { revision, cases: structuredClone(numbers.map((number) => cases.get(number)!)) };
  }

  async caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return structuredClone(this.#database.cases.get(number));
  }

  async openCaseItems(): Promise<CaseItems[]> {
    const open = [...this.#database.cases.values()].filter(({ status }) => status === "open");
    const items = open.map(({ number, itemIds }) => ({ number, itemIds: [...itemIds] }));
    return items.sort((a, b) => b.number - a.number);
  }

  async cases({ status, itemId, sinceMs }: CaseFilter, page: Page): Promise<CaseRecord[]> {
    const fits = [...this.#database.cases.values()].filter(
      (record) =>
        (status === undefined || record.status === status) &&
        (itemId === undefined || record.itemIds.includes(itemId)) &&
        (sinceMs === undefined || record.openedMs >= sinceMs),
    );
    return structuredClone(
      paged(
        fits.sort((a, b) => b.number - a.number),
        page,
      ),
    );
  }

  async saveClaim(claim: Claim): Promise<void> {
    this.#network.refuseIfFenced();
    this.#own.claims.set(`${claim.itemId} ${claim.place}`, structuredClone(claim));
  }

  async closeClaim(itemId: string, place: PlaceKey): Promise<void> {
    this.#network.refuseIfFenced();
    this.#own.claims.delete(`${itemId} ${place}`);
  }

  async openClaims(): Promise<Claim[]> {
    return structuredClone([...this.#own.claims.values()].sort((a, b) => a.openedMs - b.openedMs));
  }

  async saveQuarantined(item: QuarantinedItem): Promise<number> {
    this.#network.refuseIfFenced();
    const number = item.number || nextNumber(this.#database.quarantine);
    this.#database.quarantine.set(number, structuredClone({ ...item, number }));
    return number;
  }

  async changeQuarantined(item: QuarantinedItem, from: QuarantineState): Promise<boolean> {
    this.#network.refuseIfFenced();
    const stored = this.#database.quarantine.get(item.number);
    if (stored?.state !== from) return stored !== undefined && item.claim !== "" && stored.claim === item.claim;
    await this.saveQuarantined(item);
    return true;
  }

  async quarantined({
    caseNumber,
    number,
    state,
    returnToId,
    takenBy,
    returnedBy,
  }: QuarantineFilter): Promise<QuarantinedItem[]> {
    const fits = [...this.#database.quarantine.values()].filter(
      (item) =>
        (caseNumber === undefined || item.caseNumber === caseNumber) &&
        (number === undefined || item.number === number) &&
        (state === undefined || item.state === state) &&
        (returnToId === undefined || item.returnToId === returnToId) &&
        (takenBy === undefined || item.takenBy === takenBy) &&
        (returnedBy === undefined || item.returnedBy === returnedBy),
    );
    return structuredClone(fits.sort((a, b) => a.number - b.number));
  }

  async readNote(key: string): Promise<string | undefined> {
    return this.#own.notes.get(key);
  }

  async writeNote(key: string, value: string | undefined): Promise<void> {
    this.#network.refuseIfFenced();
    if (value === undefined) this.#own.notes.delete(key);
    else this.#own.notes.set(key, value);
  }

  health(): StoreHealth {
    return {
      isReachable: true,
      pendingRows: 0,
      journalledRows: 0,
      journalBytes: 0,
      lostRows: 0,
      lastError: "",
    };
  }

  onWake(listener: (wake: StoreWake) => void): void {
    this.#database.onWake(this.serverName, listener);
  }

  servers() {
    return this.#network.servers();
  }

  async heartbeat(...beat: Parameters<Store["heartbeat"]>) {
    return this.#network.heartbeat(...beat);
  }

  async retireServer(...name: Parameters<Store["retireServer"]>) {
    return this.#network.retireServer(...name);
  }

  async playerJoined(...player: Parameters<Store["playerJoined"]>) {
    return this.#network.playerJoined(...player);
  }

  async playerLeft(...player: Parameters<Store["playerLeft"]>) {
    return this.#network.playerLeft(...player);
  }

  async openDispute(...dispute: Parameters<Store["openDispute"]>) {
    return this.#network.openDispute(...dispute);
  }

  async openDisputes() {
    return this.#network.openDisputes();
  }

  async changeDispute(...change: Parameters<Store["changeDispute"]>) {
    return this.#network.changeDispute(...change);
  }

  async close(): Promise<number> {
    this.crash();
    return 0;
  }

  /**
   * The process ends uncleanly, or loses its session: the name is free. When another session takes it, this store refuses what it is asked.
   */
  crash(): void {
    this.#database.freeName(this.serverName, this.#epoch);
  }
}

function nextNumber(numbered: ReadonlyMap<number, unknown>): number {
  return Math.max(0, ...numbered.keys()) + 1;
}
