import {
  type AppendResult,
  type Batch,
  BatchWriter,
  type CaseFilter,
  type CaseRecord,
  type Claim,
  type Clock,
  type Custody,
  canonicalItemId,
  type FirstSighting,
  formatLocation,
  type HandledItem,
  ID_WORDS,
  type KnownPlayer,
  type Log,
  NIL_UUID,
  type Page,
  type PlaceKey,
  parseLocation,
  type QuarantinedItem,
  type QuarantineFilter,
  type Store,
  type StoreCounts,
  type StoreHealth,
  systemClock,
  type TransferRecord,
  writeIdWords,
} from "../core/records.ts";
import { BackgroundThread } from "./background-thread.ts";
import type { BackgroundOptions } from "./messages.ts";

/** A store whose work is done on a background thread. What it does on the game's thread is to post messages. */
export class BackgroundStore implements Store {
  readonly engine: string;
  readonly #clock: Clock;
  readonly #thread: BackgroundThread;

  constructor(options: BackgroundOptions, log: Log, clock: Clock = systemClock) {
    this.engine = options.config.engine;
    this.#clock = clock;
    this.#thread = new BackgroundThread(options, log);
  }

  append(batch: Batch): Promise<AppendResult> {
    return this.#thread.append(batch);
  }

  async recordSeen(itemId: string): Promise<boolean> {
    const id = canonicalItemId(itemId);
    if (!id) return false;
    const writer = new BatchWriter();
    writer.askSeen(writer.seen(wordsOf(id), 0, NIL_UUID, "", this.#clock.now()));
    const result = await this.#thread.appendImpatiently(writer.take() as Batch);
    return result?.newlySeen[0] === true;
  }

  async logItemTransfer(itemId: string, playerId: string, action: string, location: string): Promise<void> {
    const [id, player] = [canonicalItemId(itemId), canonicalItemId(playerId)];
    if (!id || !player) return;
    const writer = new BatchWriter();
    const parsed = parseLocation(location);
    // "world:01,2,3" can be read as a block, but would come back as another text.
    const block = parsed && formatLocation(parsed) === location ? parsed : undefined;
    const now = this.#clock.now();
    if (block) writer.transfer(wordsOf(id), 0, player, action, block.world, block.x, block.y, block.z, now);
    else writer.transferAtText(wordsOf(id), 0, player, action, location, now);
    await this.#thread.appendImpatiently(writer.take() as Batch);
  }

  async getItemTransferHistory(itemId: string, limit: number): Promise<TransferRecord[]> {
    const id = canonicalItemId(itemId);
    return id ? this.#thread.ask("getItemTransferHistory", id, limit) : [];
  }

  async getEarliestTransferTs(itemId: string, playerId: string): Promise<number | null> {
    const [id, player] = [canonicalItemId(itemId), canonicalItemId(playerId)];
    return id && player ? this.#thread.ask("getEarliestTransferTs", id, player) : null;
  }

  async lastTransferAt(
    itemId: string,
    location: string,
    actions: readonly string[],
  ): Promise<TransferRecord | undefined> {
    const id = canonicalItemId(itemId);
    return id ? this.#thread.ask("lastTransferAt", id, location, actions) : undefined;
  }

  async firstSighting(itemId: string): Promise<FirstSighting | undefined> {
    const id = canonicalItemId(itemId);
    return id ? this.#thread.ask("firstSighting", id) : undefined;
  }

  idsByPrefix(prefix: string, limit: number): Promise<string[]> {
    return this.#thread.ask("idsByPrefix", prefix, limit);
  }

  async itemsOfPlayer(playerId: string, page: Page): Promise<HandledItem[]> {
    const player = canonicalItemId(playerId);
    return player ? this.#thread.ask("itemsOfPlayer", player, page) : [];
  }

  playerByName(name: string): Promise<KnownPlayer | undefined> {
    return this.#thread.ask("playerByName", name);
  }

  async playerById(playerId: string): Promise<KnownPlayer | undefined> {
    const player = canonicalItemId(playerId);
    return player ? this.#thread.ask("playerById", player) : undefined;
  }

  playerNames(prefix: string, limit: number): Promise<string[]> {
    return this.#thread.ask("playerNames", prefix, limit);
  }

  counts(): Promise<StoreCounts> {
    return this.#thread.ask("counts");
  }

  custodyOf(itemIds: readonly string[]): Promise<Custody[]> {
    return this.#thread.ask("custodyOf", itemIds);
  }

  custodyAt(place: PlaceKey): Promise<Custody[]> {
    return this.#thread.ask("custodyAt", place);
  }

  saveCase(record: CaseRecord): Promise<number> {
    return this.#thread.ask("saveCase", record);
  }

  caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return this.#thread.ask("caseByNumber", number);
  }

  cases(filter: CaseFilter, page: Page): Promise<CaseRecord[]> {
    return this.#thread.ask("cases", filter, page);
  }

  saveClaim(claim: Claim): Promise<void> {
    return this.#thread.ask("saveClaim", claim);
  }

  closeClaim(itemId: string, place: PlaceKey): Promise<void> {
    return this.#thread.ask("closeClaim", itemId, place);
  }

  openClaims(): Promise<Claim[]> {
    return this.#thread.ask("openClaims");
  }

  saveQuarantined(item: QuarantinedItem): Promise<number> {
    return this.#thread.ask("saveQuarantined", item);
  }

  quarantined(filter: QuarantineFilter): Promise<QuarantinedItem[]> {
    return this.#thread.ask("quarantined", filter);
  }

  readNote(key: string): Promise<string | undefined> {
    return this.#thread.ask("readNote", key);
  }

  writeNote(key: string, value: string | undefined): Promise<void> {
    return this.#thread.ask("writeNote", key, value);
  }

  health(): StoreHealth {
    return this.#thread.health();
  }

  close(withinMs?: number): Promise<number> {
    return this.#thread.close(withinMs);
  }
}

function wordsOf(id: string): Int32Array {
  const words = new Int32Array(ID_WORDS);
  writeIdWords(id, words, 0);
  return words;
}
