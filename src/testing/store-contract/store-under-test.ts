import type { TestContext } from "node:test";
import type { Store } from "../../core/index.ts";

/** The server name that a store under test is opened with. */
export const CONTRACT_SERVER = "contract-server";

export interface StoreUnderTest {
  /** Empty at first, and opened with the server name `CONTRACT_SERVER`. */
  readonly store: Store;
  /** Closes the store and opens it again on the same data. Absent if the store forgets what it knew. */
  readonly reopen?: () => Promise<Store>;
  /** True once the store has warned that it cannot tell which ids are new. Absent if it always can. */
  readonly hasWarnedOfUnknownIds?: () => boolean;
}

/** A store whose database other servers may use as well. */
interface SharedStoreUnderTest extends StoreUnderTest {
  /** Opens another server's store on the same database. */
  readonly beside: (serverName: string) => Promise<Store>;
}

/** Called once for each test. Closes what it opens, through `context.after`. */
export type OpenStore = (context: TestContext) => Promise<StoreUnderTest>;
export type OpenSharedStore = (context: TestContext) => Promise<SharedStoreUnderTest>;
