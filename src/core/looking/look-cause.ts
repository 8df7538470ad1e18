import type { Action } from "../item-event.ts";
import type { Player } from "../platform.ts";

/** Why a place is looked at. Rows that result from the look name its action and its player. */
export interface Cause {
  readonly action: Action;
  readonly player: Player | undefined;
  /** True when everything there counts as seen with the player: a scan, a join, an opened container. */
  readonly isSighting: boolean;
  /** True if something with an id moved there or away, so that the place will not be as before. */
  readonly isMove?: boolean;
}

export const RECHECK: Cause = { action: "SCAN", player: undefined, isSighting: false };
