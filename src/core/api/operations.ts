import type { DoubletakeApi } from "./plugin-api.ts";

/** What plugins do under the names of section 4.1: each takes the result of `runningDoubletake()`, and calls its method of that name. */
export const ensureUniqueId = operation("ensureUniqueId");
export const getId = operation("getId");
export const recordSeen = operation("recordSeen");
export const recordSeenAsync = operation("recordSeenAsync");
export const logItemTransfer = operation("logItemTransfer");
export const logItemTransferAsync = operation("logItemTransferAsync");
export const getItemTransferHistory = operation("getItemTransferHistory");
export const getEarliestTransferTs = operation("getEarliestTransferTs");
export const tagAndLog = operation("tagAndLog");
export const checkForDuplicates = operation("checkForDuplicates");
export const sendDuplicateAlert = operation("sendDuplicateAlert");

type Methods = {
  [Name in keyof DoubletakeApi as DoubletakeApi[Name] extends Method ? Name : never]: DoubletakeApi[Name];
};
type Method = (...values: never[]) => unknown;

function operation<Name extends keyof Methods>(name: Name) {
  return (plugin: DoubletakeApi, ...values: Parameters<Methods[Name]>): ReturnType<Methods[Name]> =>
    (plugin[name] as (...given: typeof values) => ReturnType<Methods[Name]>)(...values);
}
