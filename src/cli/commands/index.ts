import type { CommandSpec } from "../command-spec.ts";
import { atCommand } from "./at.ts";
import { backupCommand } from "./backup.ts";
import { caseCommand } from "./case.ts";
import { casesCommand } from "./cases.ts";
import { checkCommand } from "./check.ts";
import { completionOf } from "./completion.ts";
import { erasePlayerCommand } from "./erase-player.ts";
import { exportCommand } from "./export.ts";
import { historyCommand } from "./history.ts";
import { itemsCommand } from "./items.ts";
import { migrateCommand } from "./migrate.ts";
import { notifyCommand } from "./notify.ts";
import { purgeCommand } from "./purge.ts";
import { recordCommand } from "./record.ts";
import { reportCommand } from "./report.ts";
import { restoreCommand } from "./restore.ts";
import { serveCommand } from "./serve.ts";
import { serversCommand } from "./servers.ts";
import { statusCommand } from "./status.ts";
import { verifyCommand } from "./verify.ts";

const SPECS: readonly CommandSpec[] = [
  serveCommand,
  statusCommand,
  serversCommand,
  historyCommand,
  itemsCommand,
  atCommand,
  casesCommand,
  caseCommand,
  recordCommand,
  reportCommand,
  exportCommand,
  restoreCommand,
  purgeCommand,
  erasePlayerCommand,
  backupCommand,
  migrateCommand,
  checkCommand,
  notifyCommand,
  verifyCommand,
];

/** Every command, in the order in which they are listed. */
export const COMMANDS: readonly CommandSpec[] = [...SPECS, completionOf(SPECS)];
