import type { PlaceKey } from "./place.ts";
import type { SeenCopy } from "./seen-copy.ts";

/** What this program says to other servers, and understands of them. 0 is version 1.0.0, which says nothing. */
export const NETWORK_PROTOCOL = 1;

/** A server's own note of when it last noticed that a run before had ended uncleanly; other servers read it, too. */
export const CRASH_NOTE = "last-crash-noticed";

/** What several servers on one database must ask and tell each other through it. A store of one server answers it, too: of itself. */
export interface NetworkQuestions {
  /** Every server that has ever used this database, by name; this one among them. */
  servers(): Promise<ServerRecord[]>;
  /** This server lives, and how far behind it is. Refused with `DT_SERVER_FENCED` once another instance took over its name. */
  heartbeat(beat: Heartbeat): Promise<void>;
  /** The name is given up: what it holds is dark for ever, and nobody waits for its answer. Refused while it runs. */
  retireServer(name: string): Promise<boolean>;

  /**
   * A player joined here. Custody of everything that is in the player's own places, and that another server confirmed, becomes this
   * server's in one step, unless the player is still on record as being there. Gives who has not written the player's leaving yet, or may
   * not have been able to write that the player came.
   */
  playerJoined(playerId: string, sharesEnderChest: boolean): Promise<HandOver>;
  /** The player's leaving record: everything about the player that was recorded before is in the database when this is. */
  playerLeft(playerId: string): Promise<void>;

  /**
   * Opens a dispute, or gives the one that is open between these two servers about this item. `undefined` when custody is not, or is no
   * longer, the other server's, or has another version: then there is nothing to dispute.
   */
  openDispute(dispute: NewDispute): Promise<Dispute | undefined>;
  /** Open ones in which this server is a side, the oldest first. */
  openDisputes(): Promise<Dispute[]>;
  /**
   * Goes one step on if the dispute still has this version, is not at its end, and this server is one of its sides; gives the dispute as
   * it is then, or `undefined`. The steps that rest on earlier looks (`seen-again`, `held-again`, `proven`, `removed`) are refused as soon
   * as one side has another epoch than the dispute names, `held` when the finder has, and
   * `removed` also when a side does not run at that moment: it may come back without its copy. `proven` and `removed` are refused as well
   * once custody is not the holder's any more: then the copy that stays is another. The others name the epochs of now: `opened` starts
   * over, and forgets what the holder saw. With `moveCustody` custody goes to the finder in the same transaction, if it is still the holder's;
   * with `custodyAt` the step is refused when custody is at another place by now.
   */
  changeDispute(number: number, version: number, change: DisputeChange): Promise<Dispute | undefined>;
}

export interface ServerRecord {
  readonly name: string;
  /** Lies in the world's folder too: a world that was copied has the same. */
  readonly instance: string;
  /** Rises each time the name is taken. */
  readonly epoch: number;
  readonly protocol: number;
  /** Of Doubletake: `1.1.0`. */
  readonly version: string;
  /** Age of the last heartbeat by the database's clock. */
  readonly silentMs: number;
  /** True while a session holds its name. */
  readonly isRunning: boolean;
  readonly isStoppedCleanly: boolean;
  /**
   * When it last noticed that a run of its own had ended uncleanly, by its own clock; absent when it never did. What it had
   * confirmed before, and not since, a rollback may have undone.
   */
  readonly crashNoticedMs?: number | undefined;
  readonly isRetired: boolean;
  /** Rows that it had journalled, and not yet delivered, at the last heartbeat. */
  readonly lagRows: number;
  readonly isThisOne: boolean;
}

export interface Heartbeat {
  readonly lagRows: number;
  /** The last one: everything is written, and the world is saved. */
  readonly isStopping: boolean;
}

/** A server that runs gives a sign of life every five seconds. */
export const LATE_MS = 6500;

export interface HandOver {
  /**
   * Servers on which the player is still on record as being: their leaving record has not arrived. And those that run and have not been heard
   * of for `LATE_MS`: whoever is there may not be on record.
   */
  readonly awaited: readonly string[];
  /** Those among them of which it is not known that the player is there; left out when there are none. */
  readonly silent?: readonly string[];
}

/** One side's copy, as it was at its looks. */
export interface DisputeSide {
  readonly server: string;
  readonly epoch: number;
  /**
   * Names the copy's uninterrupted stay: it changes when the copy leaves, its place goes dark, or its player quits. The same token at two
   * looks: it was there all the time. Empty until that side has looked.
   */
  readonly token: string;
  readonly seen: SeenCopy | undefined;
}

/**
 * The sandwich, in order: `opened` (the finder looked), `held` (the holder looked), `seen-again` (the finder), `held-again` (the holder,
 * after the grace), `proven` (the finder). Ends: `gone` (custody moved), `withdrawn`, `removed`, `settled`. `dark` waits for the holder.
 */
export const DISPUTE_STEPS = ["opened", "held", "seen-again", "held-again", "proven", "dark"] as const;
export const DISPUTE_ENDS = ["gone", "withdrawn", "removed", "settled"] as const;
export type DisputeStep = (typeof DISPUTE_STEPS)[number] | (typeof DISPUTE_ENDS)[number];

export interface Dispute {
  readonly number: number;
  /** Rises with every change. */
  readonly version: number;
  readonly itemId: string;
  readonly material: string;
  readonly step: DisputeStep;
  /** Has the item while custody is the other's. */
  readonly finder: DisputeSide;
  /** Has custody. */
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
  /** What this server sees. */
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
  /** Where the item is on record, as far as whoever moves custody knows. */
  readonly custodyAt?: PlaceKey;
}
