import type { OutsideAlerts } from "../alerts/alerts.ts";
import type { DoubletakeEvents, Listeners } from "../alerts/listeners.ts";
import { errorText } from "../errors.ts";
import type { Announcement, Announcements } from "../judging/sanctioned/announcements.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { canonicalItemId } from "../model/item-id.ts";
import { type Location, parseLocation } from "../model/location.ts";
import type { Log } from "../model/log.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { VERSION } from "../model/this-plugin.ts";
import type { Item, Platform, Player } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { DuplicateRule } from "../rule/duplicate-rule.ts";
import type { CaseFilter, CaseRecord, Store, TransferRecord } from "../store.ts";
import { ensureItemId, type NewId, readItemId } from "../tagging/item-tag.ts";

const DEFAULT_HISTORY_LIMIT = 100;
const MAX_HISTORY_LIMIT = 10_000;
const DEFAULT_CASE_LIMIT = 100;

/**
 * What other plugins can do with a running Doubletake. Call it on the game's thread. Methods that ask the store return a promise; on the
 * game's thread use the `...Async` forms to write, which join the batch of this tick.
 */
export interface DoubletakeApi {
  readonly version: string;
  /** The game server that Doubletake runs in: `serenity` or `flying-squid`. */
  readonly platform: string;

  /** A stack of the game server, as the operations take it. `null` for anything else. */
  item(stack: object): Item | null;
  /** A player of the game server who is online, as the operations take one. `null` for anything else. */
  player(player: object): Player | null;

  /** The item's id, assigned if it had none; `null` for items that can have none. */
  ensureUniqueId(item: Item | null | undefined): string | null;
  /** The item's id, without changing the item; `null` if it has none. */
  getId(item: Item | null | undefined): string | null;
  /** True if the id was new. False if it was known, is no UUID, or the store failed (a warning is logged). */
  recordSeen(itemId: string): Promise<boolean>;
  recordSeenAsync(itemId: string): Promise<boolean>;
  /** Writes one row of history. Ignores an id that is no UUID; logs a store error and does not raise it. */
  logItemTransfer(itemId: string, playerId: string, action: string, location: string): Promise<void>;
  logItemTransferAsync(itemId: string, playerId: string, action: string, location: string): Promise<void>;
  /** Newest first; 100 rows by default, 10,000 at most. None for a limit below 1 or an id that is no UUID. */
  getItemTransferHistory(itemId: string, limit?: number): Promise<TransferRecord[]>;
  /** Unix epoch milliseconds of the player's first transfer of the item; `null` if there is none. */
  getEarliestTransferTs(itemId: string, playerId: string): Promise<number | null>;
  /** Does everything that a handled interaction does. A location that cannot be read counts as the player's own. */
  tagAndLog(player: Player, item: Item | null, action: string, location: Location | string): void;
  /** Applies the duplicate rule, and looks at the players' places if it fires. */
  checkForDuplicates(itemId: string, player: Player): void;
  /** Sends one alert to the embed channel. */
  sendDuplicateAlert(itemId: string, players: readonly string[], locations: readonly string[]): void;

  /** Announces that copies are intended: they get a fresh id and accuse nobody. */
  announce(announcement: Announcement): void;
  /**
   * Says that a player from another server now has all of the player's items, because the inventories were put in place. From the first
   * call on, joins are judged when this was said, or fifteen seconds later.
   */
  synced(playerId: string): void;
  /** Listens to alerts, cases or first ids. Returns the function that removes the listener. */
  on<Name extends keyof DoubletakeEvents>(name: Name, listener: (event: DoubletakeEvents[Name]) => void): () => void;
  /** Cases, newest first; 100 by default. */
  cases(filter?: CaseFilter, limit?: number): Promise<readonly CaseRecord[]>;
  /** One case; `undefined` if none has this number. */
  caseByNumber(number: number): Promise<CaseRecord | undefined>;
}

interface PluginApiParts {
  readonly platform: Platform;
  readonly log: Log;
  readonly newId: NewId;
  readonly recorder: Recorder;
  readonly outside: OutsideAlerts;
  readonly announcements: Announcements;
  /** What is announced may be goods, too. Absent when no material is watched. */
  readonly ledger: Pick<Ledger, "noteGrant"> | undefined;
  readonly synced: (playerId: string) => void;
  readonly listeners: Listeners;
  /** For questions; throws while the store is still opening. */
  readonly store: () => Store;
  readonly tagAndLog: (player: Player, item: Item | null, action: string, location: Location) => void;
  readonly rule: DuplicateRule;
  /** Queues looks at the places of both players. */
  readonly queueLooks: (player: Player, previousPlayerId: string) => void;
}

export class PluginApi implements DoubletakeApi {
  readonly version = VERSION;
  readonly platform: string;
  readonly #parts: PluginApiParts;

  constructor(parts: PluginApiParts) {
    this.platform = parts.platform.name;
    this.#parts = parts;
  }

  item(stack: object): Item | null {
    return this.#parts.platform.itemOf?.(stack) ?? null;
  }

  player(player: object): Player | null {
    return this.#parts.platform.playerOf?.(player) ?? null;
  }

  ensureUniqueId(item: Item | null | undefined): string | null {
    return ensureItemId(item, this.#parts.newId);
  }

  getId(item: Item | null | undefined): string | null {
    return readItemId(item);
  }

  async recordSeen(id: string): Promise<boolean> {
    const itemId = canonicalItemId(id);
    if (itemId === undefined) return false;
    try {
      return await this.#parts.store().recordSeen(itemId);
    } catch (error) {
      this.#parts.log.warn(`The sighting of ${itemId} could not be stored: ${errorText(error)}`);
      return false;
    }
  }

  recordSeenAsync(id: string): Promise<boolean> {
    return this.#parts.recorder.recordSeenAsync(id, NIL_UUID, "");
  }

  async logItemTransfer(id: string, playerId: string, action: string, location: string): Promise<void> {
    const itemId = canonicalItemId(id);
    if (itemId === undefined) return;
    try {
      await this.#parts.store().logItemTransfer(itemId, canonicalItemId(playerId) ?? NIL_UUID, action, location);
    } catch (error) {
      this.#parts.log.warn(`A transfer of ${itemId} could not be stored: ${errorText(error)}`);
    }
  }

  logItemTransferAsync(itemId: string, playerId: string, action: string, location: string): Promise<void> {
    return this.#parts.recorder.logItemTransferAsync(itemId, canonicalItemId(playerId) ?? NIL_UUID, action, location);
  }

  async getItemTransferHistory(id: string, limit = DEFAULT_HISTORY_LIMIT): Promise<TransferRecord[]> {
    const itemId = canonicalItemId(id);
    if (itemId === undefined || !(limit >= 1)) return [];
    return this.#parts.store().getItemTransferHistory(itemId, Math.floor(Math.min(limit, MAX_HISTORY_LIMIT)));
  }

  async getEarliestTransferTs(id: string, player: string): Promise<number | null> {
    const [itemId, playerId] = [canonicalItemId(id), canonicalItemId(player)];
    if (itemId === undefined || playerId === undefined) return null;
    return this.#parts.store().getEarliestTransferTs(itemId, playerId);
  }

  tagAndLog(player: Player, item: Item | null, action: string, location: Location | string): void {
    const where = typeof location === "string" ? parseLocation(location) : location;
    this.#parts.tagAndLog(player, item, action, where ?? player.location());
  }

  checkForDuplicates(id: string, player: Player): void {
    const itemId = canonicalItemId(id);
    if (itemId === undefined) return;
    const { rule, queueLooks } = this.#parts;
    const previous = rule.previousHolder(itemId, player);
    if (previous !== undefined) queueLooks(player, previous);
    rule.check(itemId, player);
  }

  sendDuplicateAlert(itemId: string, players: readonly string[], locations: readonly string[]): void {
    this.#parts.outside.sendDuplicateAlert(itemId, players, locations);
  }

  announce(announcement: Announcement): void {
    const { announcements, ledger } = this.#parts;
    announcements.add(announcement);
    const { places = [], material, amount } = announcement;
    for (const place of places) ledger?.noteGrant(place, material, amount);
  }

  synced(playerId: string): void {
    const id = canonicalItemId(playerId);
    if (id !== undefined) this.#parts.synced(id);
  }

  on<Name extends keyof DoubletakeEvents>(name: Name, listener: (event: DoubletakeEvents[Name]) => void): () => void {
    return this.#parts.listeners.on(name, listener);
  }

  async cases(filter: CaseFilter = {}, limit = DEFAULT_CASE_LIMIT): Promise<readonly CaseRecord[]> {
    return limit >= 1 ? this.#parts.store().cases(filter, { limit: Math.floor(limit), offset: 0 }) : [];
  }

  async caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return this.#parts.store().caseByNumber(number);
  }
}
