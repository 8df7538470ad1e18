import type { Announcement } from "../../src/core/index.ts";
import type { Scenario } from "./scenario.ts";

/** What a scenario can make the server itself do. The server goes down at the end of the tick. */
export interface Server {
  /** Another plugin tells the detector what it is about to do. */
  announce(announcement: Announcement): void;
  /** Writes every save unit at this moment. */
  saveAll(): void;
  /** Dies, and boots with what was written. Units named by `torn` come back newer than the last common save. */
  crash(by?: Scenario, torn?: "players" | "chunks"): void;
  /** Stops in order and boots again; `whileDown` runs when everything is dark. */
  stop(by?: Scenario, whileDown?: () => void): void;
  /** Steps the wall clock. */
  stepClock(byMs: number): void;
  /** True if the server goes down at the end of this tick. No scenario should begin. */
  readonly isGoingDown: boolean;
}
