import type { FirstIdNotices } from "../alerts/first-id-notices.ts";
import type { Config } from "../config/settings.ts";
import type { Copy, Look } from "../looking/look.ts";
import type { GoodsWatch } from "../looking/observer.ts";
import type { Log } from "../model/log.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { RetriedWrites } from "../recording/retried-writes.ts";
import type { Tracker } from "../recording/tracker.ts";
import type { DuplicateRule } from "../rule/duplicate-rule.ts";
import type { NewId } from "../tagging/item-tag.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { Holders } from "./custody/holders.ts";
import type { BirthKeeper } from "./dark/claims.ts";
import type { OtherServers } from "./other-servers.ts";
import type { Announcements } from "./sanctioned/announcements.ts";
import type { Verdict } from "./verdict.ts";

/** What judging works with. */
export interface JudgingParts {
  readonly platform: Platform;
  readonly serverName: string | undefined;
  /** Absent when the server has the store to itself. */
  readonly network: OtherServers | undefined;
  readonly config: Config;
  readonly clock: GameClock;
  readonly log: Log;
  readonly newId: NewId;
  readonly recorder: Recorder;
  /** Keeps writes that the store refuses, and retries them. */
  readonly writes: RetriedWrites;
  readonly tracker: Tracker;
  readonly rule: DuplicateRule;
  readonly notices: FirstIdNotices;
  readonly holders: Holders;
  readonly announcements: Announcements;
  /** True if staff want to see the raw rule: a hit must then name the material, which takes a full look. */
  readonly isRuleHeard: () => boolean;
  /** Receives every verdict. The copies of a proven verdict can still be acted upon at this tick end. */
  readonly onVerdict: (verdict: Verdict, copies: readonly Copy[]) => void;
  /** True while a verdict about the id is to be filed, but is not on record in a case. False also if it was given up. */
  readonly isUnfiled: (itemId: string) => boolean;
  /**
   * Receives every full look at a visible place, before anything in it is judged. `isPutThere` is true for a copy that a player put there in
   * this tick.
   */
  readonly onLook: (look: Look, isPutThere: (copy: Copy) => boolean) => void;
  /** True for an id that a client wrote and that is not known to have been given out. */
  readonly isDoubtfulId: (itemId: string) => boolean;
  /** Counts goods along with the looks. */
  readonly ledger: GoodsWatch | undefined;
  /** Keeps how copies came to be. Nothing is judged by it. */
  readonly births?: (BirthKeeper & { noteArrival(place: PlaceKey, itemIds: readonly string[]): void }) | undefined;
}
