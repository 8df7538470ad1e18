/**
 * What storage sees of core: records, ids and places, but nothing of the running service. The store has its own thread, which would
 * otherwise load the whole service a second time.
 */

export { mergeCase } from "./cases/filing/merge-case.ts";
export { returningEntry } from "./cases/quarantine/quarantine-entry.ts";
export { DoubletakeError, type ErrorCode, errorText } from "./errors.ts";
export {
  type Batch,
  custodyRowMs,
  custodyTimeOf,
  OWN_SLOTS,
  ROW,
  ROW_KINDS,
  ROW_WORDS,
  timeAt,
} from "./model/batch.ts";
export { canonicalItemId, ID_WORDS, idFromBytes, idWords, readIdWords } from "./model/item-id.ts";
export { exactBlock, type Location, parseLocation } from "./model/location.ts";
export { type Log, SILENT_LOG } from "./model/log.ts";
export {
  CRASH_NOTE,
  DISPUTE_ENDS,
  type Dispute,
  type DisputeChange,
  type DisputeStep,
  type Heartbeat,
  LATE_MS,
  NETWORK_PROTOCOL,
  type NetworkQuestions,
  RUN_NOTE,
  type ServerRecord,
  STOPPED,
} from "./model/network-questions.ts";
export { NIL_UUID } from "./model/nil-uuid.ts";
export {
  blockPlace,
  ENDED,
  enderPlace,
  entityPlace,
  groundPlace,
  NOWHERE,
  ownerOfPlace,
  type PlaceKey,
  type PlaceKind,
  playerPlace,
  windowPlace,
} from "./model/place.ts";
export type { SeenCopy } from "./model/seen-copy.ts";
export { VERSION } from "./model/this-plugin.ts";
export { BatchWriter } from "./recording/batch-writer.ts";
export type {
  AppendResult,
  BlockPosition,
  CaseAct,
  CaseRecord,
  Claim,
  Custody,
  FirstSighting,
  HandledItem,
  KnownPlayer,
  Page,
  QuarantinedItem,
  Store,
  StoreCounts,
  StoreHealth,
  StoreQuestions,
  StoreWake,
  TransferAtBlock,
  TransferRecord,
} from "./store.ts";
export { type Clock, DAY_MS, systemClock } from "./time/clock.ts";
export { OncePerMinute } from "./time/once-per-minute.ts";
