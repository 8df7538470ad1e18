import {
  type AppendResult,
  type Batch,
  type BatchRow,
  type BlockPosition,
  type CaseChange,
  type CaseFilter,
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
  parseLocation,
  type QuarantinedItem,
  type QuarantineFilter,
  type QuarantineState,
  ROW_KINDS,
  rowsOf,
  type Store,
  type StoreCounts,
  type StoreHealth,
  type StoreWake,
  systemClock,
  type TransferAtBlock,
  type TransferRecord,
  VERSION,
} from "../core/index.ts";
import { MemoryDatabase, type MemoryTransfer } from "./memory-database.ts";
import { MemoryNetwork } from "./memory-network.ts";

const MAX_LIMIT = 10_000;
const KEPT_STATES = ["taking", "held", "returning"];

export interface MemoryStoreOptions {
  readonly clock?: Clock;
  /** `memory` unless told. */
  readonly serverName?: string;
  /** What this server shares with others; it has one of its own unless told. */
  readonly database?: MemoryDatabase;
  /** Which world this is: its name unless told. */
  readonly instance?: string;
  /** What it says that it speaks; for tests of a network in which not all are of one version. */
  readonly protocol?: number;
}

/** A store that forgets everything when the process ends: for tests, and for trying the detector without a disk. */
export class MemoryStore implements Store {
  readonly engine = "memory";
  readonly serverName: string;
  readonly #clock: Clock;
  readonly #database: MemoryDatabase;
  readonly #network: MemoryNetwork;
  readonly #epoch: number;
  readonly #own;

  constructor(options: MemoryStoreOptions = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#database = options.database ?? new MemoryDatabase({ clock: this.#clock });
    this.serverName = options.serverName ?? "memory";
    const { instance = this.serverName, protocol = NETWORK_PROTOCOL } = options;
    this.#epoch = this.#database.takeName(this.serverName, { instance, protocol, version: VERSION });
    this.#network = new MemoryNetwork(this.#database, this.serverName, this.#epoch);
    this.#own = this.#database.ownOf(this.serverName);
  }

  async append(batch: Batch): Promise<AppendResult> {
    this.#network.refuseIfFenced();
    const isNew: boolean[] = [];
    const foreign = new Map<string, Custody>();
    for (const row of rowsOf(batch)) isNew.push(this.#keep(row, foreign));
    if (foreign.size > 0) this.#database.wake(this.serverName, { kind: "foreign", custody: [...foreign.values()] });
    return { newlySeen: batch.askedSeen.map((row) => isNew[row] === true) };
  }

  async recordSeen(itemId: string): Promise<boolean> {
    const id = canonicalItemId(itemId);
    return id !== undefined && this.#see(id, NIL_UUID, "", this.#clock.now());
  }

  async logItemTransfer(itemId: string, playerId: string, action: string, location: string): Promise<void> {
    const id = canonicalItemId(itemId);
    const playerUUID = canonicalItemId(playerId);
    if (!id || !playerUUID) return;
    this.#transfer({ itemId: id, playerUUID, action, location, timestamp: this.#clock.now() });
  }

  async getItemTransferHistory(itemId: string, limit: number): Promise<TransferRecord[]> {
    const newestFirst = newest(this.#transfersOf(itemId)).slice(0, cutLimit(limit));
    return newestFirst.map(({ itemId: _, ...record }) => record);
  }

  async getEarliestTransferTs(itemId: string, playerId: string): Promise<number | null> {
    const player = canonicalItemId(playerId);
    let earliest: number | null = null;
    for (const { playerUUID, timestamp } of this.#transfersOf(itemId)) {
      if (playerUUID === player && (earliest === null || timestamp < earliest)) earliest = timestamp;
    }
    return earliest;
  }

  async lastTransferAt(
    itemId: string,
    location: string,
    actions: readonly string[],
  ): Promise<TransferRecord | undefined> {
    const isThere = (row: MemoryTransfer) =>
      row.server === this.serverName && row.location === location && actions.includes(row.action);
    const found = parseLocation(location) && newest(this.#transfersOf(itemId)).find(isThere);
    if (found === undefined) return undefined;
    const { itemId: _, ...record } = found;
    return record;
  }

  async transfersAt({ world, x, y, z }: BlockPosition, page: Page): Promise<TransferAtBlock[]> {
    const rows = this.#database.transfers.filter(({ server, location }) => {
      const block = server === this.serverName ? parseLocation(location) : undefined;
      if (block === undefined || (world !== undefined && block.world !== world)) return false;
      return block.x === x && block.y === y && block.z === z;
    });
    return paged(newest(rows), page).map((record) => ({
      ...record,
      material: this.#database.seen.get(record.itemId)?.material ?? "",
    }));
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
    const player = canonicalItemId(playerId);
    const last = new Map<string, MemoryTransfer>();
    for (const transfer of newest(this.#database.transfers)) {
      if (transfer.playerUUID === player && !last.has(transfer.itemId)) last.set(transfer.itemId, transfer);
    }
    return paged([...last.values()], page).map(({ itemId, action, location, timestamp, server }) => ({
      itemId,
      material: this.#database.seen.get(itemId)?.material ?? "",
      lastAction: action,
      lastLocation: location,
      lastTimestamp: timestamp,
      lastServer: server,
    }));
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
      oldestPendingMs: 0,
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

  /** The process ends without a word, or loses its session: the name is free, and what this store is asked later is refused once it is taken. */
  crash(): void {
    this.#database.freeName(this.serverName, this.#epoch);
  }

  /** True when the row was a `seen` row of a new id. */
  #keep(row: BatchRow, foreign: Map<string, Custody>): boolean {
    const { kind, itemId, playerId, text, location, timestampMs } = row;
    if (kind === ROW_KINDS.seen) return this.#see(itemId, playerId, text, timestampMs);
    if (kind === ROW_KINDS.playerName) this.#name({ id: playerId, name: text });
    else if (kind === ROW_KINDS.custody) this.#moveCustody(row, foreign);
    else this.#transfer({ itemId, playerUUID: playerId, action: text, location, timestamp: timestampMs });
    return false;
  }

  /** Only what is this server's, or nobody's, can be moved by its rows. */
  #moveCustody(row: BatchRow, foreign: Map<string, Custody>): void {
    const { itemId, playerId, text: place, location, timestampMs: confirmedMs } = row;
    this.#knowPlayer(playerId);
    const { custody } = this.#database;
    const before = custody.get(itemId);
    const server = this.serverName;
    if (before !== undefined && before.server !== server) foreign.set(itemId, before);
    else
      custody.set(itemId, {
        itemId,
        place,
        holderId: playerId,
        location,
        confirmedMs,
        server,
        version: before?.version ?? 1,
      });
  }

  #see(itemId: string, playerId: string, material: string, firstSeenMs: number): boolean {
    this.#knowPlayer(playerId);
    if (this.#database.seen.has(itemId)) return false;
    this.#database.seen.set(itemId, { firstSeenMs, material, playerId });
    return true;
  }

  #transfer(row: Omit<MemoryTransfer, "server">): void {
    const transfer = { ...row, server: this.serverName };
    this.#knowPlayer(transfer.playerUUID);
    this.#database.transfers.push(transfer);
    const ofItem = this.#database.transfersOfItem.get(transfer.itemId);
    if (ofItem) ofItem.push(transfer);
    else this.#database.transfersOfItem.set(transfer.itemId, [transfer]);
  }

  #name(player: KnownPlayer): void {
    this.#knowPlayer(player.id);
    // Deleted first, so that the map's order is the order of naming.
    this.#database.names.delete(player.id);
    this.#database.names.set(player.id, player);
  }

  #knowPlayer(playerId: string): void {
    if (playerId !== NIL_UUID) this.#database.players.add(playerId);
  }

  #transfersOf(itemId: string): readonly MemoryTransfer[] {
    return this.#database.transfersOfItem.get(canonicalItemId(itemId) ?? "") ?? [];
  }
}

/** Newest first; rows of one millisecond in reverse order of insertion (the sort is stable). */
function newest(transfers: readonly MemoryTransfer[]): MemoryTransfer[] {
  return transfers.toReversed().sort((a, b) => b.timestamp - a.timestamp);
}

function cutLimit(limit: number): number {
  return limit >= 1 ? Math.min(Math.floor(limit), MAX_LIMIT) : 0;
}

function paged<T>(all: readonly T[], { offset, limit }: Page): T[] {
  const from = Math.max(0, Math.floor(offset));
  return all.slice(from, from + cutLimit(limit));
}

function nextNumber(numbered: ReadonlyMap<number, unknown>): number {
  return Math.max(0, ...numbered.keys()) + 1;
}
