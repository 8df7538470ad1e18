import type { TestContext } from "node:test";
import type { Store } from "../../core/index.ts";

/** The server name that a store under test is opened with. */
export const CONTRACT_SERVER = "contract-server";

export interface StoreUnderTest {
  /** Empty at first, and opened with the server name `CONTRACT_SERVER`. */
  readonly store: Store;
  /** Closes the store and opens it again on the same data. Absent where a store forgets what it knew. */
  readonly reopen?: () => Promise<Store>;
  /** Opens another server's store on the same database. Absent where one server has it to itself. */
  readonly beside?: (serverName: string) => Promise<Store>;
  /** True once the store has warned that it cannot tell which ids are new. Absent where it always can. */
  readonly hasWarnedOfUnknownIds?: () => boolean;
}

/** Called once a test. What it opens it also closes, through `context.after`. */
export type OpenStore = (context: TestContext) => Promise<StoreUnderTest>;
