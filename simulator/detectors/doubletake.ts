import { setTimeout as pause } from "node:timers/promises";
import { isSighting } from "../../src/core/cases/filing/case-record.ts";
import { defaultConfig } from "../../src/core/config/read-config.ts";
import {
  type Alert,
  type Announcement,
  builtInTexts,
  type CaseRecord,
  type Config,
  Doubletake,
  type ItemEvent,
  type Log,
  Messages,
  type OutsideAlerts,
  type SeenCopy,
  type Store,
} from "../../src/core/index.ts";
import { LEDGER_MAKERS, type LedgerMakers } from "../../src/core/ledger/ledger-makers.ts";
import { ENDED } from "../../src/core/model/place.ts";
import { accountId } from "../../src/testing/fake-player.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";
import type { NetworkMutant } from "../network/network-mutants.ts";
import { ledgerName, WATCHED } from "../world/recipes.ts";
import type { CitedCopy, Detector, DetectorHost, DetectorVerdict, Restart } from "./detector.ts";
import { LaggingStore } from "./lagging-store.ts";
import { Staff } from "./staff.ts";
import { StoreOutages, TELLING_TICKS } from "./store-outages.ts";

const NOBODY_OUTSIDE: OutsideAlerts = {
  isHeard: () => false,
  send: () => undefined,
  sendDuplicateAlert: () => undefined,
};

/** The texts that balance alerts are read from. The names of several players come last. */
const BALANCE_TEXTS = new Map([
  ["alerts.balance-discrepancy", "{actual} {expected} {excess}"],
  ["alerts.balance-unclear", "{actual} {expected} {excess} {players}"],
]);

/** The line on the console about copies that stay. */
const HELD_BACK = /extra copies of \S+ (\S+) stay where they are/;

const MAX_STOP_TURNS = 20_000;

/** The time between the look that proves something and the case about it: a moment for the store, which may be away. */
const TOLD_WITHIN_TICKS = 3 + TELLING_TICKS;

/** The store during one life of a process. What was not committed dies with the process. */
export interface ProcessStore {
  readonly face: Store;
  commit(ticks?: number): void;
  kill(): void;
}

/** By case: the ids that were told, with the time of the look, and when they were last said to be gone, or there again. */
export type ToldCases = Map<number, Map<string, { readonly lookMs: number; readonly sightingMs: number }>>;

/** The server's place in a network, if it has one. */
interface NetworkPlace {
  readonly serverName: string;
  readonly told: ToldCases;
  /** Opens the store for a process that starts now. */
  open(): ProcessStore;
  /** The product with one part replaced by a careless one. */
  readonly mutant?: NetworkMutant | undefined;
}

/** The product itself, with its store in memory. Its verdicts come from its alerts and its case records. */
export class DoubletakeDetector implements Detector {
  readonly #host: DetectorHost;
  readonly #messages: Messages;
  readonly #store: MemoryStore | undefined;
  readonly #network: NetworkPlace | undefined;
  readonly #outages: StoreOutages | undefined;
  readonly #staff: Staff | undefined;
  readonly #config: Config;
  readonly #alerts: Alert[] = [];
  readonly #cases = new Map<number, CaseRecord>();
  /** Servers of a network share one list of cases. What one of them told, the others need not tell. */
  readonly #told: ToldCases;
  readonly #grown = new Set<number>();
  readonly #flawedLedger: Partial<LedgerMakers>;
  readonly #heldBack: string[] = [];
  readonly errors: string[] = [];
  #processStore!: ProcessStore;
  #service!: Doubletake;

  constructor(
    host: DetectorHost,
    detection: Config["detection"] = "evidence",
    network?: NetworkPlace,
    flawedLedger: Partial<LedgerMakers> = {},
  ) {
    this.#host = host;
    this.#flawedLedger = flawedLedger;
    this.#network = network;
    this.#told = network?.told ?? new Map();
    const english = builtInTexts("en");
    this.#messages = new Messages({ language: "en", edits: BALANCE_TEXTS, translation: english, english });
    if (network === undefined) this.#store = new MemoryStore({ clock: host.clock, serverName: "simulator" });
    const { storeAwayEveryTicks, isRemoving } = host.knobs;
    if (isRemoving && network === undefined) this.#staff = new Staff(host);
    if (storeAwayEveryTicks > 0 && network === undefined)
      this.#outages = new StoreOutages(host.truth, storeAwayEveryTicks);
    const { balance, ...config } = defaultConfig();
    const thresholds = host.knobs.goods === undefined ? [] : WATCHED;
    const materials = new Map(thresholds.map((material) => [ledgerName(material), material.threshold!]));
    this.#config = {
      ...config,
      balance: { ...balance, materials },
      detection,
      movementGraceMs: host.knobs.graceMs,
      scanInterval: host.knobs.scanTicks,
      autoRemoveDuplicates: host.knobs.isRemoving,
      // The measurement is about what it finds and takes, not about when it asks staff.
      removalLimit: 0,
      keepOldestOnDupRemove: host.knobs.keepsOldest,
      sanctionedSources: ["bonus"],
    };
    this.boot();
  }

  get service(): Doubletake {
    return this.#service;
  }

  report(event: ItemEvent): void {
    this.#service.report(event);
  }

  announce(announcement: Announcement): void {
    this.#service.api.announce(announcement);
  }

  verdicts(): DetectorVerdict[] {
    this.#processStore.commit();
    this.#staff?.tick();
    const verdicts = this.#alerts.splice(0).map((alert) => this.#fromAlert(alert));
    for (const number of this.#grown) {
      const grown = this.#fromGrownCase(number);
      if (grown) verdicts.push(grown);
    }
    this.#grown.clear();
    return verdicts;
  }

  heldBack(): string[] {
    return this.#heldBack.splice(0);
  }

  async restart(how: Restart): Promise<void> {
    if (how === "clean") await this.stop();
    this.kill();
    this.boot();
  }

  /** A plugin says that it has put a player's items in place. */
  synced(playerId: string): void {
    this.#service.api.synced(playerId);
  }

  /** Stops the service in order. The process is still there. */
  async stop(): Promise<void> {
    let isStopped = false;
    const stopped = this.#service.stop().then(() => {
      isStopped = true;
    });
    for (let turn = 0; turn < MAX_STOP_TURNS && !isStopped; turn++) {
      if (turn % 50 === 0) this.#processStore.commit(0);
      await undefined;
    }
    // If the store did not take something, the service tries again a moment later, by the real clock.
    while (!isStopped) {
      this.#processStore.commit(0);
      await pause(5);
    }
    await stopped;
  }

  kill(): void {
    this.#processStore.kill();
  }

  async lostEvidence(
    removed: readonly { readonly tag: string | undefined; readonly data: Uint8Array }[],
  ): Promise<number> {
    let lost = 0;
    const store = this.#store ?? this.#processStore.face;
    for (const number of this.#cases.keys()) if ((await store.caseByNumber(number)) === undefined) lost++;
    const kept = await store.quarantined({});
    const held = new Map<string, number>();
    for (const { data } of kept) held.set(keyOf(data), (held.get(keyOf(data)) ?? 0) + 1);
    for (const { data } of removed) {
      const left = held.get(keyOf(data)) ?? 0;
      if (left === 0) lost++;
      else held.set(keyOf(data), left - 1);
    }
    return lost;
  }

  boot(): void {
    const log: Log = {
      info: () => undefined,
      warn: (text) => {
        const held = HELD_BACK.exec(text)?.[1];
        if (held !== undefined) this.#heldBack.push(held);
      },
      error: (text) => this.errors.push(text),
    };
    const { platform, clock, newId } = this.#host;
    this.#processStore =
      this.#network?.open() ?? new LaggingStore(this.#store!, () => this.#host.tick(), this.#outages);
    this.#service = new Doubletake({
      platform,
      serverName: this.#network?.serverName,
      networkMakers: this.#network?.mutant?.makers,
      config: this.#config,
      messages: this.#messages,
      log,
      outside: NOBODY_OUTSIDE,
      clock,
      ledgerMakers: { ...LEDGER_MAKERS, ...this.#flawedLedger },
      newId,
    });
    this.#service.api.on("alert", (alert) => {
      if (alert.type !== "ITEM_RELOCATED") this.#alerts.push(alert);
    });
    this.#service.api.on("case", (record) => {
      this.#cases.set(record.number, record);
      this.#staff?.hear(record);
      this.#grown.add(record.number);
    });
    this.#service.start();
    void this.#service.connect(this.#processStore.face);
  }

  #fromAlert(alert: Alert): DetectorVerdict {
    if (alert.type === "BALANCE_DISCREPANCY") return this.#fromBalance(alert);
    if (alert.caseNumber === 0 && alert.copies.length === 0) return this.#fromRuleHit(alert);
    const itemIds = [...new Set([alert.itemId, ...alert.copies.map(({ itemId }) => itemId)])];
    this.#noteTold(alert.caseNumber, itemIds, alert.copies);
    const copies = alert.copies.map((copy) => this.#cited(copy));
    return { type: alert.type, itemIds, copies, caseNumber: alert.caseNumber };
  }

  #fromBalance({ type, playerUuid: playerId, player, material, details, caseNumber }: Alert): DetectorVerdict {
    const [actual, expected, excess, ...names] = details.split(/,? /);
    const numbers = { actual: Number(actual), expected: Number(expected), excess: Number(excess) };
    const balance = {
      tick: this.#host.tick(),
      playerId,
      playerIds: names.map(accountId),
      player,
      material,
      ...numbers,
    };
    return { type, itemIds: [], copies: [], caseNumber, balance };
  }

  /** A hit of the rule names locations, but no places that were looked at. */
  #fromRuleHit({ type, itemId, locations, timestamp }: Alert): DetectorVerdict {
    const tick = this.#host.tickAt(timestamp);
    const copies = [...new Set(locations)].map((location) => ({ itemId, place: "", location, tick }));
    return { type, itemIds: [itemId], copies, caseNumber: 0 };
  }

  /** One cause may have many items. Items that join a case later are told by the case record, without another alert. */
  #fromGrownCase(number: number): DetectorVerdict | undefined {
    const record = this.#cases.get(number)!;
    if (record.type !== "DUPLICATE_ITEM") return undefined;
    const fresh = record.itemIds
      .map((itemId) => latestLook(record, itemId))
      .filter((copies) => copies.length > 0 && this.#isNews(record, copies));
    const proven = fresh.filter((copies) => this.#isRecent(copies[0]!) && isSeenTwice(copies));
    if (proven.length === 0) return undefined;
    const itemIds = proven.map((copies) => copies[0]!.itemId);
    this.#noteTold(number, itemIds, proven.flat());
    const copies = proven.flat().map((copy) => this.#cited(copy));
    return { type: record.type, itemIds, copies, caseNumber: number };
  }

  /** True if it was not told yet; or if it was told, seen to be gone, and is there again. Staff hear of that at most once a minute. */
  #isNews(record: CaseRecord, copies: readonly SeenCopy[]): boolean {
    const { itemId, seenMs } = copies[0]!;
    // It may have been told while the store could not give a number. Then it was told, whatever number its case gets.
    const told = this.#told.get(record.number)?.get(itemId) ?? this.#told.get(0)?.get(itemId);
    return told === undefined || (seenMs !== told.lookMs && lastSightingMs(record, itemId) !== told.sightingMs);
  }

  #noteTold(number: number, itemIds: readonly string[], copies: readonly SeenCopy[]): void {
    const told = this.#told.get(number) ?? new Map();
    const record = this.#cases.get(number);
    for (const itemId of itemIds) {
      const looks = copies.filter((copy) => copy.itemId === itemId).map(({ seenMs }) => seenMs);
      told.set(itemId, {
        lookMs: Math.max(0, ...looks),
        sightingMs: record === undefined ? 0 : lastSightingMs(record, itemId),
      });
    }
    this.#told.set(number, told);
  }

  /** True if the look was recent enough: what is proven is told at once. */
  #isRecent({ seenMs }: SeenCopy): boolean {
    // On a network, the database takes more time.
    const within = this.#network === undefined ? TOLD_WITHIN_TICKS : TOLD_WITHIN_TICKS * 30;
    const seenTick = this.#host.tickAt(seenMs);
    const wasAway = this.#host.truth.wasStoreAway(seenTick, this.#host.tick());
    return this.#host.tick() - seenTick <= (wasAway ? Number.POSITIVE_INFINITY : within);
  }

  #cited({ itemId, place, slot, seenMs }: SeenCopy): CitedCopy {
    const { serverName } = this.#network ?? {};
    if (serverName === undefined || place === ENDED) return { itemId, place, slot, tick: this.#host.tickAt(seenMs) };
    // Another server saw it by another clock. It is told together with what was seen here.
    if (place.startsWith("server:")) return { itemId, place, slot, tick: -1 };
    return { itemId, place: `server:${serverName}/${place}`, slot, tick: this.#host.tickAt(seenMs) };
  }
}

/** The copies of an id that the last look at it found. A case also keeps the copies of earlier looks. */
function latestLook({ copies }: CaseRecord, itemId: string): SeenCopy[] {
  const seen = copies.filter((copy) => copy.itemId === itemId);
  const latestMs = Math.max(...seen.map(({ seenMs }) => seenMs));
  return seen.filter(({ seenMs }) => seenMs === latestMs);
}

/**
 * True if the copies are a proof. A case also lists mere claims: one copy in sight, or both at an earlier look. A copy that is only
 * remembered at a dark place has no slot; neither has an end that was reported, which counts.
 */
export function isSeenTwice(copies: readonly SeenCopy[]): boolean {
  const seen = copies.filter(({ slot, place }) => slot !== "" || place === ENDED);
  return seen.length > 1 || seen.some(({ count }) => count > 1);
}

function keyOf(data: Uint8Array): string {
  return Buffer.from(data).toString("base64");
}

function lastSightingMs({ acts }: CaseRecord, itemId: string): number {
  return acts.findLast((act) => isSighting(act) && (act.note === "" || act.note === itemId))?.atMs ?? 0;
}
