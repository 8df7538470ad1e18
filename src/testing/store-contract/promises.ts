import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Store } from "../../core/index.ts";
import { batchOf, itemId, NOON, playerId } from "./rows.ts";
import type { OpenStore } from "./store-under-test.ts";

/** Members that answer at once, from memory. */
const AT_ONCE = ["engine", "serverName", "health", "onWake"] as const;

type Operation = Exclude<keyof Store, (typeof AT_ONCE)[number]>;

const PAGE = { offset: 0, limit: 10 };
const PLACE = "block:world:1,2,3";

/** One call of each operation. The type does not let a new one be forgotten. */
const CALLS: { readonly [Name in Operation]: (store: Store) => unknown } = {
  append: (store) =>
    store.append(batchOf({ moved: itemId(1), by: playerId(1), action: "DROP", to: "world:1,2,3", at: NOON })),
  recordSeen: (store) => store.recordSeen("no id"),
  logItemTransfer: (store) => store.logItemTransfer("no id", "nobody", "", ""),
  getItemTransferHistory: (store) => store.getItemTransferHistory("no id", -1),
  getEarliestTransferTs: (store) => store.getEarliestTransferTs("no id", "nobody"),
  lastTransferAt: (store) => store.lastTransferAt("no id", "nowhere", []),
  transfersAt: (store) => store.transfersAt({ world: "", x: 0, y: 0, z: 0 }, PAGE),
  firstSighting: (store) => store.firstSighting("no id"),
  idsByPrefix: (store) => store.idsByPrefix("no id", 0),
  itemsOfPlayer: (store) => store.itemsOfPlayer("nobody", PAGE),
  playerByName: (store) => store.playerByName(""),
  playerById: (store) => store.playerById("nobody"),
  playerNames: (store) => store.playerNames("", 0),
  counts: (store) => store.counts(),
  custodyOf: (store) => store.custodyOf(["no id"]),
  custodyAt: (store) => store.custodyAt(PLACE),
  saveCase: (store) => store.saveCase(undefined as never),
  changeCase: (store) => store.changeCase(-1, undefined as never),
  changedCases: (store) => store.changedCases(undefined),
  caseByNumber: (store) => store.caseByNumber(-1),
  cases: (store) => store.cases({}, PAGE),
  openCaseItems: (store) => store.openCaseItems(),
  saveClaim: (store) => store.saveClaim(undefined as never),
  closeClaim: (store) => store.closeClaim("no id", PLACE),
  openClaims: (store) => store.openClaims(),
  saveQuarantined: (store) => store.saveQuarantined(undefined as never),
  changeQuarantined: (store) => store.changeQuarantined(undefined as never, "held"),
  quarantined: (store) => store.quarantined({}),
  readNote: (store) => store.readNote(""),
  writeNote: (store) => store.writeNote("key", undefined),
  servers: (store) => store.servers(),
  heartbeat: (store) => store.heartbeat(undefined as never),
  retireServer: (store) => store.retireServer("nobody"),
  playerJoined: (store) => store.playerJoined("nobody", true),
  playerLeft: (store) => store.playerLeft("nobody"),
  openDispute: (store) => store.openDispute(undefined as never),
  openDisputes: (store) => store.openDisputes(),
  changeDispute: (store) => store.changeDispute(-1, 0, undefined as never),
  close: (store) => store.close(),
};

export function promiseContract(open: OpenStore): void {
  describe("promises", () => {
    it("gives one for every operation, and throws at nobody, whatever it is given, open or closed", async (context) => {
      const { store } = await open(context);
      for (const state of ["open", "closed"]) {
        for (const [name, call] of Object.entries(CALLS)) {
          const answer = call(store);
          assert.ok(answer instanceof Promise, `${name}, ${state}`);
          // A refusal counts as an answer here.
          await answer.catch(() => undefined);
        }
      }
    });
  });
}
