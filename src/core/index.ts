/** Core's public face. Other folders import this file, or `storage-face.ts` where records are enough. */

export type { OutsideAlerts } from "./alerts/alerts.ts";
export { duplicateAlert } from "./alerts/duplicate-alert.ts";
export type { DoubletakeEvents, IdAssigned } from "./alerts/listeners.ts";
export { OutsideFilter } from "./alerts/outside-filter.ts";
export {
  checkForDuplicates,
  ensureUniqueId,
  getEarliestTransferTs,
  getId,
  getItemTransferHistory,
  logItemTransfer,
  logItemTransferAsync,
  recordSeen,
  recordSeenAsync,
  sendDuplicateAlert,
  tagAndLog,
} from "./api/operations.ts";
export type { DoubletakeApi } from "./api/plugin-api.ts";
export { mergeCase } from "./cases/filing/merge-case.ts";
export { OUTSIDE_TEXTS } from "./channels/alert-texts.ts";
export type { Channel } from "./channels/channel.ts";
export type {
  ChannelHealth,
  ChannelStatus,
  TestOutcome,
} from "./channels/channel-status.ts";
export { allChannels, type ChannelCheck, checkChannel } from "./channels/check-channel.ts";
export { type DeliveryFailure, describeFailure } from "./channels/delivery-failure.ts";
export { loadConfig } from "./config/config-file.ts";
export { defaultConfigFile } from "./config/default-file.ts";
export { readConfig } from "./config/read-config.ts";
export {
  CHANNEL_NAMES,
  type ChannelName,
  type Config,
  type Language,
  type NotificationSettings,
} from "./config/settings.ts";
export { Doubletake } from "./doubletake.ts";
export { DoubletakeError, type ErrorCode, errorText } from "./errors.ts";
export {
  ACTIONS,
  type Action,
  type AuthoredItem,
  type GameEvent,
  type GoingDark,
  type Interaction,
  type ItemEnded,
  type ItemEvent,
  type Sighting,
  type StoryEvent,
} from "./item-event.ts";
export type { Announcement } from "./judging/sanctioned/announcements.ts";
export { withoutColours } from "./messages/colours.ts";
export { readableName, splitAtItemNames } from "./messages/item-names.ts";
export { Messages } from "./messages/messages.ts";
export { builtInTexts, loadMessages } from "./messages/messages-file.ts";
export type { Texts } from "./messages/text-tree.ts";
export { type Alert, type AlertType, isAtLeast, type Severity } from "./model/alert.ts";
export { type Batch, type BatchRow, custodyTimeOf, ROW_KINDS, rowsOf } from "./model/batch.ts";
export type { Birth, BirthLook, BirthPlace, BirthStep } from "./model/birth.ts";
export { canonicalItemId, idWords } from "./model/item-id.ts";
export { formatLocation, type Location, parseLocation } from "./model/location.ts";
export type { Log } from "./model/log.ts";
export { materialName } from "./model/material.ts";
export {
  CRASH_NOTE,
  DISPUTE_ENDS,
  type Dispute,
  type DisputeChange,
  type DisputeSide,
  type DisputeStep,
  LATE_MS,
  NETWORK_PROTOCOL,
  type NetworkQuestions,
  type NewDispute,
  type ServerRecord,
} from "./model/network-questions.ts";
export { NIL_UUID } from "./model/nil-uuid.ts";
export {
  accountPlace,
  blockPlace,
  ENDED,
  enderPlace,
  entityPlace,
  groundPlace,
  locationOfPlace,
  NOWHERE,
  ownerOfPlace,
  type PlaceKey,
  type PlaceKind,
  placeKind,
  playerPlace,
  windowPlace,
} from "./model/place.ts";
export { playerName } from "./model/player-name.ts";
export type { SeenCopy } from "./model/seen-copy.ts";
export { PLUGIN_FOLDER, PLUGIN_NAME, VERSION } from "./model/this-plugin.ts";
export { PermissionsFile } from "./permissions/permissions-file.ts";
export type { CommandRoot, CommandSet, Form, Parameter, Subcommand } from "./platform.ts";
export {
  type Caller,
  type Contents,
  type Item,
  type LookHints,
  PERMISSIONS,
  type Permission,
  type Platform,
  type Player,
  type Recipe,
  type StackVisitor,
} from "./platform.ts";
export { BatchWriter } from "./recording/batch-writer.ts";
export {
  type AppendResult,
  type BlockPosition,
  type CaseAct,
  type CaseChange,
  type CaseFilter,
  type CaseItems,
  type CaseRecord,
  type CaseStatus,
  type ChangedCases,
  type Claim,
  type Custody,
  type FirstSighting,
  type HandledItem,
  type KnownPlayer,
  type Page,
  QUARANTINE_STATES,
  type QuarantinedItem,
  type QuarantineFilter,
  type QuarantineState,
  type Store,
  type StoreCounts,
  type StoreHealth,
  type StoreWake,
  type TransferAtBlock,
  type TransferRecord,
} from "./store.ts";
export { type Clock, type RunLater, systemClock, systemRunLater } from "./time/clock.ts";
export { OncePerMinute } from "./time/once-per-minute.ts";
