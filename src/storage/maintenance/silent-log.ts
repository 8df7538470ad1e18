import { FailureLog } from "../failure-log.ts";

const nothing = (): void => undefined;

/** For engines that a tool opens itself: every failure reaches it as an error. */
export const SILENT_LOG = new FailureLog({ info: nothing, warn: nothing, error: nothing });
