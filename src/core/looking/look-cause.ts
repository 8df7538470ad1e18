import type { Action } from "../item-event.ts";
import type { Player } from "../platform.ts";

/** Why a place is looked at: what a row that comes of it says, and who is behind it. */
export interface Cause {
  readonly action: Action;
  readonly player: Player | undefined;
  /** True when everything there counts as seen with the player: a scan, a join, an opened container. */
  readonly isSighting: boolean;
  /** True when something with an id went there or away: it will not be as before. */
  readonly isMove?: boolean;
}

export const RECHECK: Cause = { action: "SCAN", player: undefined, isSighting: false };
