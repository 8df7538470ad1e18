import type { AlertDesk } from "../alerts/alert-desk.ts";
import type { Clock } from "../clock.ts";
import type { Verdict } from "../detection/verdict.ts";
import type { EventHub } from "../event-hub.ts";
import type { Log } from "../log.ts";
import { NIL_UUID } from "../nil-uuid.ts";
import type { CaseAct, CaseRecord, CaseStatus, SeenCopy, Store } from "../store.ts";
import { type CaseVerdict, incidentOf, joinCase, openCase } from "./case-file.ts";
import { caseDetails } from "./case-texts.ts";

/** Transfers around an incident that go on record with it, for each id. */
const TRANSFERS_ON_RECORD = 10;

/** An open case in memory. Writes go one after another, so that none overtakes another. */
interface OpenCase {
  record: CaseRecord;
  /** The copies of the latest finding; the record has those of all findings. */
  latest: readonly SeenCopy[];
  /** The types of alert that staff have had for it: one alert per case and verdict. */
  readonly told: Set<string>;
  saving: Promise<void>;
}

/** Turns verdicts into cases: one per incident, kept in the store, told to staff once per verdict. */
export class CaseDesk {
  readonly #desk: AlertDesk;
  readonly #events: EventHub;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #onFiled: (record: CaseRecord, itemIds: readonly string[]) => void;
  readonly #openByItem = new Map<string, OpenCase>();
  #crashCase: OpenCase | undefined;
  #verdicts: CaseVerdict[] = [];
  #store: Store | undefined;

  constructor(parts: {
    desk: AlertDesk;
    events: EventHub;
    clock: Clock;
    log: Log;
    /** The case is on record; `itemIds` were proven by this filing. */
    onFiled: (record: CaseRecord, itemIds: readonly string[]) => void;
  }) {
    this.#desk = parts.desk;
    this.#events = parts.events;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#onFiled = parts.onFiled;
  }

  /** Cases that are still open from before a restart: what is found again joins them. */
  connect(store: Store, open: readonly CaseRecord[]): void {
    this.#store = store;
    for (const record of open) {
      const entry: OpenCase = {
        record,
        latest: record.copies,
        told: new Set([record.type]),
        saving: Promise.resolve(),
      };
      for (const itemId of record.itemIds) if (!this.#openByItem.has(itemId)) this.#openByItem.set(itemId, entry);
    }
  }

  take(verdict: Verdict): void {
    if (verdict.kind === "settled") this.#settle(verdict.itemId);
    else this.#verdicts.push(verdict);
  }

  /** At the end of a boundary: what belongs together becomes one case. */
  settle(): void {
    // Without the store's memory a case might be opened twice: verdicts wait until it is there.
    if (this.#verdicts.length === 0 || this.#store === undefined) return;
    const incidents = Map.groupBy(this.#verdicts, incidentOf);
    this.#verdicts = [];
    for (const [incident, verdicts] of incidents) this.#file(incident, verdicts);
  }

  /** The case that an id belongs to, while it is open. */
  openCaseOf(itemId: string): CaseRecord | undefined {
    return this.#openByItem.get(itemId)?.record;
  }

  /** Resolves when everything filed so far is stored. */
  async drain(): Promise<void> {
    await Promise.all([...this.#openByItem.values()].map(({ saving }) => saving));
  }

  #file(incident: string, verdicts: readonly CaseVerdict[]): void {
    const now = this.#clock.now();
    const known =
      incident === "crash" ? this.#crashCase : verdicts.map(({ itemId }) => this.#openByItem.get(itemId)).find(Boolean);
    const latest = verdicts.flatMap((verdict) => verdict.copies);
    const record = openCase(verdicts, now);
    const entry: OpenCase = known ?? { record, latest, told: new Set(), saving: Promise.resolve() };
    entry.latest = latest;
    if (known !== undefined) entry.record = joinCase(entry.record, verdicts, now);
    if (incident === "crash") this.#crashCase = entry;
    for (const { itemId } of verdicts) this.#openByItem.set(itemId, entry);
    this.#save(entry);
    const proven = verdicts.filter(({ kind }) => kind === "proven").map(({ itemId }) => itemId);
    if (proven.length > 0) entry.saving = entry.saving.then(() => this.#onFiled(entry.record, proven));
  }

  /** Something was done about a case: it goes on record with who did it and when. Resolves with the case as it is now. */
  async addAct(number: number, act: Omit<CaseAct, "atMs">, status?: CaseStatus): Promise<CaseRecord | undefined> {
    const open = [...this.#openByItem.values()].find(({ record }) => record.number === number);
    const stored = open === undefined ? await this.#store?.caseByNumber(number) : undefined;
    const entry =
      open ??
      (stored && { record: stored, latest: stored.copies, told: new Set([stored.type]), saving: Promise.resolve() });
    if (entry === undefined) return undefined;
    const now = this.#clock.now();
    const { record } = entry;
    const acts = [...record.acts, { ...act, atMs: now }];
    entry.record = { ...record, acts, updatedMs: now, status: status ?? record.status };
    if (entry.record.status !== "open") this.#forget(entry);
    this.#save(entry);
    await entry.saving;
    return entry.record;
  }

  #settle(itemId: string): void {
    const entry = this.#openByItem.get(itemId);
    if (entry === undefined || entry.record.type !== "DUPLICATE_SUSPECTED") return;
    this.#openByItem.delete(itemId);
    const isAllSettled = entry.record.itemIds.every((id) => this.#openByItem.get(id) !== entry);
    if (!isAllSettled) return;
    const now = this.#clock.now();
    const act = {
      act: "settle",
      by: "Doubletake",
      atMs: now,
      note: "the place was looked at: the item had moved",
    } as const;
    entry.record = { ...entry.record, status: "closed", updatedMs: now, acts: [...entry.record.acts, act] };
    this.#save(entry);
  }

  /** What is found from here on is another case. */
  #forget(entry: OpenCase): void {
    for (const itemId of entry.record.itemIds)
      if (this.#openByItem.get(itemId) === entry) this.#openByItem.delete(itemId);
    if (this.#crashCase === entry) this.#crashCase = undefined;
  }

  /** Staff are told once the case has its number; when the store cannot give one, they are told without. */
  #save(entry: OpenCase): void {
    const store = this.#store;
    entry.saving = entry.saving.then(async () => {
      try {
        if (store !== undefined) {
          if (entry.record.transfers.length === 0) entry.record = await withTransfers(entry.record, store);
          const number = await store.saveCase(entry.record);
          entry.record = { ...entry.record, number };
        }
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        this.#log.warn(`A case about ${entry.record.itemIds[0]} could not be stored: ${text}`);
      }
      this.#tell(entry);
    });
  }

  #tell({ record, latest, told }: OpenCase): void {
    this.#events.emit("case", record);
    if (record.status !== "open" || told.has(record.type)) return;
    told.add(record.type);
    const names = latest.map(({ holderName }) => holderName).filter((name) => name !== "");
    this.#desk.raise({
      type: record.type,
      player: record.playerId === NIL_UUID ? undefined : { id: record.playerId, name: record.playerName },
      material: record.material,
      itemId: record.itemIds[0] ?? "",
      caseNumber: record.number,
      players: [...new Set(names)],
      locations: [...new Set(latest.map(({ location }) => location))],
      copies: latest,
      details: (messages) => caseDetails(messages, record, latest),
    });
  }
}

async function withTransfers(record: CaseRecord, store: Store): Promise<CaseRecord> {
  const histories = await Promise.all(
    record.itemIds.map(async (itemId) => {
      const rows = await store.getItemTransferHistory(itemId, TRANSFERS_ON_RECORD);
      return rows.map((row) => ({ ...row, itemId }));
    }),
  );
  return { ...record, transfers: histories.flat() };
}
