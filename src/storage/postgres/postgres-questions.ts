import type { StoreQuestions } from "../../core/records.ts";
import { caseByNumber, findCases, saveCase } from "./case-table.ts";
import { closeClaim, openClaims, saveClaim } from "./claim-table.ts";
import { countAll } from "./counts.ts";
import { custodyAtPlace, custodyOfItems } from "./custody-questions.ts";
import {
  earliestTransfer,
  firstSightingOf,
  idsBeginningWith,
  itemsHandledBy,
  lastTransferAtBlock,
  transferHistory,
} from "./item-questions.ts";
import { readNote, writeNote } from "./note-table.ts";
import { namesBeginningWith, playerNamed, playerWithId } from "./player-questions.ts";
import type { PostgresConnection } from "./postgres-connection.ts";
import { findQuarantined, saveQuarantined } from "./quarantine-table.ts";

/** All questions, asked over this session in the name of this server. */
export function postgresQuestions(connection: PostgresConnection, server: number): StoreQuestions {
  return {
    getItemTransferHistory: (itemId, limit) => transferHistory(connection, itemId, limit),
    getEarliestTransferTs: (itemId, playerId) => earliestTransfer(connection, itemId, playerId),
    lastTransferAt: (itemId, location, actions) => lastTransferAtBlock(connection, server, itemId, location, actions),
    firstSighting: (itemId) => firstSightingOf(connection, itemId),
    idsByPrefix: (prefix, limit) => idsBeginningWith(connection, prefix, limit),
    itemsOfPlayer: (playerId, page) => itemsHandledBy(connection, playerId, page),
    playerByName: (name) => playerNamed(connection, name),
    playerById: (playerId) => playerWithId(connection, playerId),
    playerNames: (prefix, limit) => namesBeginningWith(connection, prefix, limit),
    counts: () => countAll(connection, server),
    custodyOf: (itemIds) => custodyOfItems(connection, itemIds),
    custodyAt: (place) => custodyAtPlace(connection, place, server),
    saveCase: (record) => saveCase(connection, record),
    caseByNumber: (number) => caseByNumber(connection, number),
    cases: (filter, page) => findCases(connection, filter, page),
    saveClaim: (claim) => saveClaim(connection, server, claim),
    closeClaim: (itemId, place) => closeClaim(connection, server, itemId, place),
    openClaims: () => openClaims(connection, server),
    saveQuarantined: (item) => saveQuarantined(connection, item),
    quarantined: (filter) => findQuarantined(connection, filter),
    readNote: (key) => readNote(connection, server, key),
    writeNote: (key, value) => writeNote(connection, server, key, value),
  };
}
