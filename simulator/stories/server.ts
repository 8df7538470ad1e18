import type { Announcement } from "../../src/core/index.ts";
import type { Story } from "./story.ts";

/** What a story can make the server itself do. Going down takes effect at the end of this tick. */
export interface Server {
  /** Another plugin tells the detector what it is about to do. */
  announce(announcement: Announcement): void;
  /** Writes every save unit at this moment. */
  saveAll(): void;
  /** Dies, and boots with what was written: `torn` names the units that come back newer than the last common save. */
  crash(by?: Story, torn?: "players" | "chunks"): void;
  /** Stops in order and boots again; `whileDown` runs when everything is dark. */
  stop(by?: Story, whileDown?: () => void): void;
  /** Steps the wall clock. */
  stepClock(byMs: number): void;
  /** True when the server goes down at the end of this tick: no story should begin. */
  readonly isGoingDown: boolean;
}
