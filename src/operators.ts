/**
 * What the command line and the report work with: the configuration, the texts, and the store beside a running server. Nothing of
 * the running service is loaded, so that a command answers at once.
 */
export { concerns, findCases } from "./core/cases/find-cases.ts";
export { nextCommands } from "./core/cases/next-commands.ts";
export { playerRecord } from "./core/cases/player-record.ts";
export { isHeldSince } from "./core/cases/quarantine/restoring.ts";
export { describeTestOutcome } from "./core/channels/channel-status.ts";
export { allChannels, checkChannel } from "./core/channels/check-channel.ts";
export { checkValues } from "./core/config/check-values.ts";
export { CONFIG_FILE, holdsSecrets, isReadableByOthers } from "./core/config/config-file.ts";
export { defaultConfig, readConfig } from "./core/config/read-config.ts";
export type { Config } from "./core/config/settings.ts";
export { CHANNEL_NAMES, type ChannelName } from "./core/config/settings.ts";
export { shownKey } from "./core/config/yaml-problem.ts";
export { DoubletakeError, errorText } from "./core/errors.ts";
export { checkMessages } from "./core/messages/check-messages.ts";
export { translateColours, withoutColours } from "./core/messages/colours.ts";
export { readableName } from "./core/messages/item-names.ts";
export type { MessageKey, MessageValues, PluralKey, PluralValues } from "./core/messages/message-keys.ts";
export { Messages } from "./core/messages/messages.ts";
export { builtInTexts, loadMessages, MESSAGES_FILE } from "./core/messages/messages-file.ts";
export { placeOfCopy, placeText } from "./core/messages/place-text.ts";
export { localTime } from "./core/messages/time-text.ts";
export type { Birth } from "./core/model/birth.ts";
export { canonicalItemId, idPrefix, MIN_ID_CHARACTERS } from "./core/model/item-id.ts";
export { parseLocation } from "./core/model/location.ts";
export { SILENT_LOG } from "./core/model/log.ts";
export { materialName } from "./core/model/material.ts";
export { didYouMean } from "./core/model/nearest-name.ts";
export { RUN_NOTE, type ServerRecord, STOPPED } from "./core/model/network-questions.ts";
export { NIL_UUID } from "./core/model/nil-uuid.ts";
export { isOwned, NOWHERE } from "./core/model/place.ts";
export { type SeenCopy, serversOf, whereIs } from "./core/model/seen-copy.ts";
export { PLUGIN_FOLDER, VERSION } from "./core/model/this-plugin.ts";
export { type ServerState, stateOf } from "./core/network/server-states.ts";
export {
  CASE_STATUSES,
  type CaseFilter,
  type CaseRecord,
  type CaseStatus,
  type Custody,
  type KnownPlayer,
  type QuarantinedItem,
} from "./core/store.ts";
export { storyLines } from "./core/story/story-lines.ts";
export { trickLines } from "./core/story/trick-text.ts";
export { Tricks } from "./core/story/tricks.ts";
export { dateMs, durationMs, sinceMs } from "./core/time/read-since.ts";
export { engineConfig } from "./engine-config.ts";
export type { EngineConfig } from "./storage/engine.ts";
export { backUpStore } from "./storage/maintenance/backup.ts";
export { renameServer, retireServer } from "./storage/maintenance/change-servers.ts";
export { copyStore } from "./storage/maintenance/copy-store.ts";
export { erasePlayer, unfinishedErasure } from "./storage/maintenance/erase-player.ts";
export { purgeTransfers } from "./storage/maintenance/purge.ts";
export type { PurgeScope } from "./storage/maintenance/purge-steps.ts";
export { sendBack } from "./storage/maintenance/send-back.ts";
export { connectionOptions } from "./storage/postgres/connection-options.ts";
export type { IntegrityCheck } from "./storage/reader/integrity-check.ts";
export { monthsElsewhere, openReaderWithArchive } from "./storage/reader/open-reader.ts";
export type { PurgeCount, StoreReader, TransferFilter, TransferRow } from "./storage/reader/store-reader.ts";
export { holdFolder } from "./storage/sqlite/file/hold-folder.ts";
