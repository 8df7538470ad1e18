import type { AlertType, Severity } from "./model/alert.ts";
import type { Batch } from "./model/batch.ts";
import type { Birth } from "./model/birth.ts";
import type { NetworkQuestions } from "./model/network-questions.ts";
import type { PlaceKey } from "./model/place.ts";
import type { SeenCopy } from "./model/seen-copy.ts";

/**
 * Remembers items and answers questions about them. Every operation returns a promise and runs off the game's thread. A question sees
 * everything that was handed over before it was asked. If the store cannot answer, it rejects with a `DoubletakeError`, never with an empty
 * list.
 *
 * Ids of items and players are canonical lower-case UUIDs here; times are Unix epoch milliseconds.
 */
export interface Store extends StoreQuestions {
  /** Shown by the status command: `sqlite`, `postgres`. */
  readonly engine: string;
  /** This server's name among those that share the database. */
  readonly serverName: string;

  /**
   * Takes the rows of one tick. Resolves when they are durable: committed, or in the journal. Batches are written in
   * the order of the calls. Rejects when they cannot be kept at all.
   */
  append(batch: Batch): Promise<AppendResult>;

  /** True when the id was new. */
  recordSeen(itemId: string): Promise<boolean>;
  /** A location that does not have the format of section 2.3 is kept as it is. */
  logItemTransfer(itemId: string, playerId: string, action: string, location: string): Promise<void>;

  /** Calls `listener` when something happens in the database that this server did not ask for. Absent: nothing happens there by itself. */
  onWake?(listener: (wake: StoreWake) => void): void;

  /** What the status command shows about queue, journal and failures. Answers at once, from memory. */
  health(): StoreHealth;
  /**
   * Writes what is pending and closes; resolves with the number of rows that are journalled but not delivered. After `withinMs` (default:
   * ten seconds) it closes anyway, and logs what could not be written.
   */
  close(withinMs?: number): Promise<number>;
}

/**
 * Everything that is asked of the database or saved in it one by one. A new question is declared here and in
 * `storage/questions.ts`; the compiler then names the places that must answer it.
 */
export interface StoreQuestions extends NetworkQuestions {
  /** Newest first; rows of one millisecond in reverse order of insertion. */
  getItemTransferHistory(itemId: string, limit: number): Promise<TransferRecord[]>;
  getEarliestTransferTs(itemId: string, playerId: string): Promise<number | null>;
  /** The item's newest transfer by one of these actions at one block of this server (`<world>:<x>,<y>,<z>`). */
  lastTransferAt(itemId: string, location: string, actions: readonly string[]): Promise<TransferRecord | undefined>;

  /** Transfers at one block of this server, in every world if none is named; newest first. */
  transfersAt(block: BlockPosition, page: Page): Promise<TransferAtBlock[]>;

  firstSighting(itemId: string): Promise<FirstSighting | undefined>;
  /** Ids that begin with this text (hexadecimal digits and hyphens, lower case), in order, at most `limit`. */
  idsByPrefix(prefix: string, limit: number): Promise<string[]>;
  /** Items that a player has handled, the most recently handled first. */
  itemsOfPlayer(playerId: string, page: Page): Promise<HandledItem[]>;
  playerByName(name: string): Promise<KnownPlayer | undefined>;
  playerById(playerId: string): Promise<KnownPlayer | undefined>;
  /** Names that begin with this text, for completion. Upper and lower case are the same. */
  playerNames(prefix: string, limit: number): Promise<string[]>;
  counts(): Promise<StoreCounts>;

  /** The last place at which each id was confirmed; ids without custody are left out. */
  custodyOf(itemIds: readonly string[]): Promise<Custody[]>;
  /** Everything whose last confirmed place is this one. */
  custodyAt(place: PlaceKey): Promise<Custody[]>;

  /** Gives the case its number when it has none, else replaces what is stored. Resolves with the number. */
  saveCase(record: CaseRecord): Promise<number>;
  /** Adds what was found or done to a case; never removes what another server wrote: see `mergeCase`. */
  changeCase(number: number, change: CaseChange): Promise<void>;
  /** The cases that any server wrote since this revision. Without a revision: no cases, only the current revision. */
  changedCases(sinceRevision: number | undefined): Promise<ChangedCases>;
  caseByNumber(number: number): Promise<CaseRecord | undefined>;
  /** Newest first. */
  cases(filter: CaseFilter, page: Page): Promise<CaseRecord[]>;
  /** Only the items of every open case. Newest first. */
  openCaseItems(): Promise<CaseItems[]>;

  /** Keeps an open claim, or replaces the one with the same item and place. */
  saveClaim(claim: Claim): Promise<void>;
  closeClaim(itemId: string, place: PlaceKey): Promise<void>;
  openClaims(): Promise<Claim[]>;

  /** Keeps an item, or replaces what is stored under its number. Resolves with the number. */
  saveQuarantined(item: QuarantinedItem): Promise<number>;
  /**
   * Like `saveQuarantined`, but only if the entry is still in the state `from`; if several servers try, one succeeds. Also true if it was
   * already done under the same `claim`: a caller that got no answer may ask again.
   */
  changeQuarantined(item: QuarantinedItem, from: QuarantineState): Promise<boolean>;
  quarantined(filter: QuarantineFilter): Promise<QuarantinedItem[]>;

  /** Small facts that outlive a restart (who muted notices, whether the last stop was clean). */
  readNote(key: string): Promise<string | undefined>;
  writeNote(key: string, value: string | undefined): Promise<void>;
}

/**
 * What a store reports without being asked.
 * - `disputes`: the other side opened or changed a dispute with this server. It only wakes: asking finds the same.
 * - `foreign`: custody rows that this server wrote were not applied, because custody is another server's. `custody` is the current state.
 *   If the database was away, this may come long after the rows. Reported once.
 */
export type StoreWake =
  | { readonly kind: "disputes" }
  | { readonly kind: "foreign"; readonly custody: readonly Custody[] };

export interface AppendResult {
  /** For each of the batch's `askedSeen` rows, in order: was the id new? */
  readonly newlySeen: readonly boolean[];
}

/** One row of an item's history, as section 2.3 names its fields, and the server that wrote it. */
export interface TransferRecord {
  readonly playerUUID: string;
  readonly action: string;
  readonly location: string;
  readonly timestamp: number;
  /** Absent in transfers that version 1.0 stored with a case. */
  readonly server?: string;
}

export interface BlockPosition {
  readonly world: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface TransferAtBlock extends TransferRecord {
  readonly itemId: string;
  /** Empty when it was not known. */
  readonly material: string;
}

export interface FirstSighting {
  readonly firstSeenMs: number;
  /** Empty when it was not known. */
  readonly material: string;
  readonly playerId: string;
}

export interface HandledItem {
  readonly itemId: string;
  readonly material: string;
  readonly lastAction: string;
  readonly lastLocation: string;
  readonly lastTimestamp: number;
  readonly lastServer: string;
}

export interface KnownPlayer {
  readonly id: string;
  /** The last known name. */
  readonly name: string;
}

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface StoreCounts {
  readonly items: number;
  readonly transfers: number;
  readonly players: number;
  readonly openCases: number;
  readonly cases: number;
  readonly openClaims: number;
  readonly quarantined: number;
}

/** Where an id was last confirmed, by a look or by its holder's act. */
export interface Custody {
  readonly itemId: string;
  readonly place: PlaceKey;
  /** The player who had it; the nil UUID if none is known. */
  readonly holderId: string;
  readonly location: string;
  readonly confirmedMs: number;
  /**
   * True if a crash has left the item elsewhere than on record: nobody can say whether what was confirmed here is the item. See
   * `docs/detection.md`.
   */
  readonly mayBeCopy?: true;
  /** The server that confirmed it. A row of another server changes nothing: see `StoreWake`. */
  readonly server: string;
  /** Rises each time that custody passes to another server. */
  readonly version: number;
}

export const CASE_STATUSES = ["open", "confirmed", "dismissed", "closed"] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** One incident, with all that is known of it. */
export interface CaseRecord {
  /** 0 until the store has given it one. */
  readonly number: number;
  readonly type: AlertType;
  readonly severity: Severity;
  readonly status: CaseStatus;
  readonly itemIds: readonly string[];
  readonly material: string;
  readonly playerId: string;
  readonly playerName: string;
  readonly openedMs: number;
  readonly updatedMs: number;
  /** Set when one cause made many copies and nobody is to blame, e.g. `crash`. */
  readonly cause: string;
  readonly copies: readonly SeenCopy[];
  readonly transfers: readonly (TransferRecord & { readonly itemId: string })[];
  readonly acts: readonly CaseAct[];
  /** How its copies came to be, one birth for each trick; absent if nothing is known. No verdict depends on it. */
  readonly births?: readonly Birth[];
}

/** Something that was done about a case. */
export interface CaseAct {
  readonly act:
    | "confirm"
    | "dismiss"
    | "reopen"
    | "remove"
    | "hold"
    | "restore"
    | "reissue"
    | "settle"
    | "gone"
    | "found";
  /** The person who did it; `Doubletake` if the service did it by itself. */
  readonly by: string;
  readonly atMs: number;
  readonly note: string;
}

/** What one server found or did about a case. */
export interface CaseChange {
  readonly atMs: number;
  readonly found?: Pick<CaseRecord, "type" | "itemIds" | "copies" | "transfers" | "births">;
  readonly acts?: readonly CaseAct[];
  /** Applied only if the case still has the status `from`. */
  readonly status?: { readonly from: CaseStatus; readonly to: CaseStatus };
}

export interface ChangedCases {
  readonly revision: number;
  readonly cases: readonly CaseRecord[];
}

/** The items that a case is about. */
export type CaseItems = Pick<CaseRecord, "number" | "itemIds">;

export interface CaseFilter {
  readonly status?: CaseStatus;
  readonly itemId?: string;
  readonly sinceMs?: number;
}

/** An id turned up elsewhere while this place could not be looked at; or two copies await their second look. */
export interface Claim {
  readonly itemId: string;
  /** The place to look at when it can be looked at again. */
  readonly place: PlaceKey;
  readonly kind: "dark" | "pending";
  readonly openedMs: number;
  /** The copies seen when the claim was opened; the one that was there before the others comes first. */
  readonly copies: readonly SeenCopy[];
  /** True if nobody can say which of them was there first. */
  readonly isOrderUnknown?: boolean;
  /** How the copy came to be, as known when the claim was first opened. No verdict depends on it. */
  readonly birth?: Birth;
}

export const QUARANTINE_STATES = ["taking", "held", "returning", "returned", "dropped"] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];

/** An item taken out of the world, whole. */
export interface QuarantinedItem {
  /** 0 until the store has given it one. */
  readonly number: number;
  readonly caseNumber: number;
  readonly itemId: string;
  readonly material: string;
  /** `Item.encode` of the stack. */
  readonly data: Uint8Array;
  readonly state: QuarantineState;
  readonly takenFrom: SeenCopy;
  readonly takenMs: number;
  /** The player it is given back to; empty until staff restore it. */
  readonly returnToId: string;
  /** The id under which it went back; empty before. */
  readonly freshId: string;
  /** The server that took it: only a look there tells whether it is back in the world. */
  readonly takenBy: string;
  /** The server that has claimed to give it back; empty before. */
  readonly returnedBy: string;
  /** Identifies the last change of the entry; empty until there was one. */
  readonly claim: string;
}

export interface QuarantineFilter {
  readonly caseNumber?: number;
  readonly number?: number;
  readonly state?: QuarantineState;
  readonly returnToId?: string;
  readonly takenBy?: string;
  readonly returnedBy?: string;
}

export interface StoreHealth {
  readonly isReachable: boolean;
  /** Rows handed over and not yet durable. */
  readonly pendingRows: number;
  /** Rows that wait in the journal for the database. */
  readonly journalledRows: number;
  readonly journalBytes: number;
  /** Rows that could not be kept because the journal was full. */
  readonly lostRows: number;
  /** The last failure in words that are safe to show; empty when all is well. */
  readonly lastError: string;
}
