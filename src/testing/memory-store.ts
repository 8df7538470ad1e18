import {
  type AppendResult,
  type Batch,
  type BatchRow,
  type CaseFilter,
  type CaseRecord,
  type Claim,
  type Clock,
  type Custody,
  canonicalItemId,
  type FirstSighting,
  type HandledItem,
  type KnownPlayer,
  NIL_UUID,
  type Page,
  type PlaceKey,
  parseLocation,
  type QuarantinedItem,
  type QuarantineFilter,
  ROW_KINDS,
  rowsOf,
  type Store,
  type StoreCounts,
  type StoreHealth,
  systemClock,
  type TransferRecord,
} from "../core/index.ts";

const MAX_LIMIT = 10_000;
const KEPT_STATES = ["taking", "held", "returning"];

type Transfer = TransferRecord & { readonly itemId: string };

/** A store that forgets everything when the process ends: for tests, and for trying the detector without a disk. */
export class MemoryStore implements Store {
  readonly engine = "memory";
  readonly #clock: Clock;
  readonly #serverName: string;
  readonly #seen = new Map<string, FirstSighting>();
  readonly #transfers: Transfer[] = [];
  readonly #transfersOfItem = new Map<string, Transfer[]>();
  readonly #custody = new Map<string, Custody>();
  readonly #names = new Map<string, KnownPlayer>();
  readonly #players = new Set<string>();
  readonly #cases = new Map<number, CaseRecord>();
  readonly #claims = new Map<string, Claim>();
  readonly #quarantine = new Map<number, QuarantinedItem>();
  readonly #notes = new Map<string, string>();

  constructor(options: { readonly clock?: Clock; readonly serverName?: string } = {}) {
    this.#clock = options.clock ?? systemClock;
    this.#serverName = options.serverName ?? "memory";
  }

  async append(batch: Batch): Promise<AppendResult> {
    const isNew: boolean[] = [];
    for (const row of rowsOf(batch)) isNew.push(this.#keep(row));
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
    const isThere = (row: Transfer) => row.location === location && actions.includes(row.action);
    const found = parseLocation(location) && newest(this.#transfersOf(itemId)).find(isThere);
    if (found === undefined) return undefined;
    const { itemId: _, ...record } = found;
    return record;
  }

  async firstSighting(itemId: string): Promise<FirstSighting | undefined> {
    return this.#seen.get(canonicalItemId(itemId) ?? "");
  }

  async idsByPrefix(prefix: string, limit: number): Promise<string[]> {
    const ids = new Set([...this.#seen.keys(), ...this.#transfersOfItem.keys(), ...this.#custody.keys()]);
    return [...ids]
      .filter((id) => id.startsWith(prefix))
      .sort()
      .slice(0, cutLimit(limit));
  }

  async itemsOfPlayer(playerId: string, page: Page): Promise<HandledItem[]> {
    const player = canonicalItemId(playerId);
    const last = new Map<string, Transfer>();
    for (const transfer of newest(this.#transfers)) {
      if (transfer.playerUUID === player && !last.has(transfer.itemId)) last.set(transfer.itemId, transfer);
    }
    return paged([...last.values()], page).map(({ itemId, action, location, timestamp }) => ({
      itemId,
      material: this.#seen.get(itemId)?.material ?? "",
      lastAction: action,
      lastLocation: location,
      lastTimestamp: timestamp,
    }));
  }

  async playerByName(name: string): Promise<KnownPlayer | undefined> {
    const wanted = name.toLowerCase();
    return [...this.#names.values()].findLast((player) => player.name.toLowerCase() === wanted);
  }

  async playerById(playerId: string): Promise<KnownPlayer | undefined> {
    return this.#names.get(canonicalItemId(playerId) ?? "");
  }

  async playerNames(prefix: string, limit: number): Promise<string[]> {
    const wanted = prefix.toLowerCase();
    const byFolded = new Map([...this.#names.values()].map(({ name }) => [name.toLowerCase(), name]));
    return [...byFolded.keys()]
      .filter((folded) => folded.startsWith(wanted))
      .sort()
      .slice(0, cutLimit(limit))
      .map((folded) => byFolded.get(folded) as string);
  }

  async counts(): Promise<StoreCounts> {
    const cases = [...this.#cases.values()];
    return {
      items: this.#seen.size,
      transfers: this.#transfers.length,
      players: this.#players.size,
      openCases: cases.filter(({ status }) => status === "open").length,
      cases: cases.length,
      openClaims: this.#claims.size,
      quarantined: [...this.#quarantine.values()].filter(({ state }) => KEPT_STATES.includes(state)).length,
    };
  }

  async custodyOf(itemIds: readonly string[]): Promise<Custody[]> {
    return [...new Set(itemIds)].flatMap((id) => this.#custody.get(id) ?? []);
  }

  async custodyAt(place: PlaceKey): Promise<Custody[]> {
    return [...this.#custody.values()].filter((custody) => custody.place === place);
  }

  async saveCase(record: CaseRecord): Promise<number> {
    const number = record.number || nextNumber(this.#cases);
    this.#cases.set(number, structuredClone({ ...record, number }));
    return number;
  }

  async caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return structuredClone(this.#cases.get(number));
  }

  async cases({ status, itemId, sinceMs }: CaseFilter, page: Page): Promise<CaseRecord[]> {
    const fits = [...this.#cases.values()].filter(
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
    this.#claims.set(`${claim.itemId} ${claim.place}`, structuredClone(claim));
  }

  async closeClaim(itemId: string, place: PlaceKey): Promise<void> {
    this.#claims.delete(`${itemId} ${place}`);
  }

  async openClaims(): Promise<Claim[]> {
    return structuredClone([...this.#claims.values()].sort((a, b) => a.openedMs - b.openedMs));
  }

  async saveQuarantined(item: QuarantinedItem): Promise<number> {
    const number = item.number || nextNumber(this.#quarantine);
    this.#quarantine.set(number, structuredClone({ ...item, number }));
    return number;
  }

  async quarantined({ caseNumber, number, state, returnToId }: QuarantineFilter): Promise<QuarantinedItem[]> {
    const fits = [...this.#quarantine.values()].filter(
      (item) =>
        (caseNumber === undefined || item.caseNumber === caseNumber) &&
        (number === undefined || item.number === number) &&
        (state === undefined || item.state === state) &&
        (returnToId === undefined || item.returnToId === returnToId),
    );
    return structuredClone(fits.sort((a, b) => a.number - b.number));
  }

  async readNote(key: string): Promise<string | undefined> {
    return this.#notes.get(key);
  }

  async writeNote(key: string, value: string | undefined): Promise<void> {
    if (value === undefined) this.#notes.delete(key);
    else this.#notes.set(key, value);
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

  async close(): Promise<number> {
    return 0;
  }

  /** True when the row was a `seen` row of a new id. */
  #keep({ kind, itemId, playerId, text, location, timestampMs }: BatchRow): boolean {
    if (kind === ROW_KINDS.seen) return this.#see(itemId, playerId, text, timestampMs);
    if (kind === ROW_KINDS.playerName) this.#name({ id: playerId, name: text });
    else if (kind === ROW_KINDS.custody) {
      this.#knowPlayer(playerId);
      const server = this.#serverName;
      this.#custody.set(itemId, {
        itemId,
        place: text,
        holderId: playerId,
        location,
        confirmedMs: timestampMs,
        server,
      });
    } else this.#transfer({ itemId, playerUUID: playerId, action: text, location, timestamp: timestampMs });
    return false;
  }

  #see(itemId: string, playerId: string, material: string, firstSeenMs: number): boolean {
    this.#knowPlayer(playerId);
    if (this.#seen.has(itemId)) return false;
    this.#seen.set(itemId, { firstSeenMs, material, playerId });
    return true;
  }

  #transfer(transfer: Transfer): void {
    this.#knowPlayer(transfer.playerUUID);
    this.#transfers.push(transfer);
    const ofItem = this.#transfersOfItem.get(transfer.itemId);
    if (ofItem) ofItem.push(transfer);
    else this.#transfersOfItem.set(transfer.itemId, [transfer]);
  }

  #name(player: KnownPlayer): void {
    this.#knowPlayer(player.id);
    // Deleted first, so that the map's order is the order of naming.
    this.#names.delete(player.id);
    this.#names.set(player.id, player);
  }

  #knowPlayer(playerId: string): void {
    if (playerId !== NIL_UUID) this.#players.add(playerId);
  }

  #transfersOf(itemId: string): readonly Transfer[] {
    return this.#transfersOfItem.get(canonicalItemId(itemId) ?? "") ?? [];
  }
}

/** Newest first; rows of one millisecond in reverse order of insertion (the sort is stable). */
function newest(transfers: readonly Transfer[]): Transfer[] {
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
