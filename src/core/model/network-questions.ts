import type { PlaceKey } from "./place.ts";
import type { SeenCopy } from "./seen-copy.ts";

/** The version of what this program says to other servers and understands from them. 0 is version 1.0.0, which says nothing. */
export const NETWORK_PROTOCOL = 1;

/** The note about how the last run ended: `STOPPED` after a clean stop; while a run is under way, the time (in milliseconds) at which it began. */
export const RUN_NOTE = "last-run";
export const STOPPED = "stopped";

/** The note in which a server writes when it last noticed that an earlier run had ended uncleanly; other servers read it, too. */
export const CRASH_NOTE = "last-crash-noticed";

/** What several servers on one database ask and tell each other through it. A store with one server answers too, about itself. */
export interface NetworkQuestions {
  /** Every server that has ever used this database, by name; this one among them. */
  servers(): Promise<ServerRecord[]>;
  /** Says that this server runs, and how far behind it is. Refused with `DT_SERVER_FENCED` once another instance took over its name. */
  heartbeat(beat: Heartbeat): Promise<void>;
  /** Gives up a server's name: what it holds is dark for ever, and nobody waits for its answer. Refused while it runs. */
  retireServer(name: string): Promise<boolean>;

  /**
   * A player joined here. Custody of everything in the player's own places that another server confirmed becomes this server's in one step,
   * unless the player is still on record as being there. Resolves with the servers that have not written the player's leaving record yet,
   * or may have been unable to write that the player came.
   */
  playerJoined(playerId: string, sharesEnderChest: boolean): Promise<HandOver>;
  /** Writes the player's leaving record. Once it is in the database, so is everything that was recorded about the player before. */
  playerLeft(playerId: string): Promise<void>;

  /**
   * Opens a dispute, or returns the one that is open between these two servers about this item. `undefined` if custody is not, or no
   * longer, the other server's, or has another version: then there is nothing to dispute.
   */
  openDispute(dispute: NewDispute): Promise<Dispute | undefined>;
  /** The open disputes in which this server is a side, the oldest first. */
  openDisputes(): Promise<Dispute[]>;
  /**
   * Moves the dispute to the next step if it still has this version, has not ended, and this server is one of its sides. Resolves with the
   * changed dispute, or with `undefined` if the step is refused.
   * - The steps that rest on earlier looks (`seen-again`, `held-again`, `proven`, `removed`) are refused once a side has another epoch
   *   than the dispute names; `held` is refused once the finder has.
   * - `removed` is also refused while a side does not run: it may come back without its copy.
   * - `proven` and `removed` are also refused once custody is no longer the holder's: then another copy stays.
   * - The other steps name the current epochs. `opened` starts over, and forgets what the holder saw.
   * - With `moveCustody`, custody goes to the finder in the same transaction, if it is still the holder's. With `custodyAt` as well, the
   *   step is refused if custody is at another place by now.
   */
  changeDispute(number: number, version: number, change: DisputeChange): Promise<Dispute | undefined>;
}

export interface ServerRecord {
  readonly name: string;
  /** Also lies in the world's folder, so a copied world has the same. */
  readonly instance: string;
  /** Rises each time the name is taken. */
  readonly epoch: number;
  readonly protocol: number;
  /** Doubletake's version, e.g. `1.1.0`. */
  readonly version: string;
  /** Age of the last heartbeat by the database's clock. */
  readonly silentMs: number;
  /** True while a session holds its name. */
  readonly isRunning: boolean;
  readonly isStoppedCleanly: boolean;
  /**
   * When it last noticed, by its own clock, that a run of its own had ended uncleanly; absent if it never did. A rollback may have undone
   * what it had confirmed before, and not since.
   */
  readonly crashNoticedMs?: number | undefined;
  readonly isRetired: boolean;
  /** Rows that were journalled, and not yet delivered, at its last heartbeat. */
  readonly lagRows: number;
  readonly isThisOne: boolean;
}

export interface Heartbeat {
  readonly lagRows: number;
  /** True for the last heartbeat: everything is written, and the world is saved. */
  readonly isStopping: boolean;
}

/** A running server sends a heartbeat every five seconds; one that is silent for this long is late. */
export const LATE_MS = 6500;

interface HandOver {
  /**
   * Servers where the player is still on record, because the leaving record has not arrived; and running servers that have been silent for
   * `LATE_MS`, because they may have been unable to record that the player came.
   */
  readonly awaited: readonly string[];
  /** Servers in `awaited` where the player is not known to be; absent if there are none. */
  readonly silent?: readonly string[];
}

/** One side's copy, as it was at its looks. */
export interface DisputeSide {
  readonly server: string;
  readonly epoch: number;
  /**
   * Names the copy's uninterrupted stay: it changes when the copy leaves, its place goes dark, or its player quits. The same token at two
   * looks means that the copy was there all the time. Empty until that side has looked.
   */
  readonly token: string;
  readonly seen: SeenCopy | undefined;
}

/**
 * The sandwich, in order: `opened` (the finder looked), `held` (the holder looked), `seen-again` (the finder), `held-again` (the holder,
 * after the grace), `proven` (the finder). Ends: `gone` (custody moved), `withdrawn`, `removed`, `settled`. `dark` waits for the holder.
 */
const DISPUTE_STEPS = ["opened", "held", "seen-again", "held-again", "proven", "dark"] as const;
export const DISPUTE_ENDS = ["gone", "withdrawn", "removed", "settled"] as const;
export type DisputeStep = (typeof DISPUTE_STEPS)[number] | (typeof DISPUTE_ENDS)[number];

export interface Dispute {
  readonly number: number;
  /** Rises with every change. */
  readonly version: number;
  readonly itemId: string;
  readonly material: string;
  readonly step: DisputeStep;
  /** The side that has the item while the other has custody. */
  readonly finder: DisputeSide;
  /** The side that has custody. */
  readonly holder: DisputeSide;
  /** Custody's version when it was opened. */
  readonly custodyVersion: number;
  /** Set with `proven`: whose copy stays. Empty: nobody can say, and staff decide. */
  readonly keeper: "finder" | "holder" | "";
  /** The network's one case about it; 0 until there is one. */
  readonly caseNumber: number;
  /** Age by the database's clock. */
  readonly ageMs: number;
}

export type NewDispute = Pick<Dispute, "itemId" | "material" | "custodyVersion"> & {
  /** The copy that this server sees. */
  readonly seen: SeenCopy;
  readonly token: string;
  /** The server that has custody. */
  readonly holder: string;
};

export interface DisputeChange {
  readonly step: DisputeStep;
  /** Of this server's side. */
  readonly token?: string;
  readonly seen?: SeenCopy;
  readonly keeper?: "finder" | "holder" | "";
  readonly caseNumber?: number;
  readonly moveCustody?: boolean;
  /** Where the item is on record, as far as the server that moves custody knows. */
  readonly custodyAt?: PlaceKey;
}
