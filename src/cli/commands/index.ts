import type { CliCommand } from "../command.ts";
import type { CommandSpec } from "../command-spec.ts";
import { defineCommand } from "../define-command.ts";
import { atCommand } from "./at.ts";
import { backupCommand } from "./backup.ts";
import { caseCommand } from "./case.ts";
import { casesCommand } from "./cases.ts";
import { checkCommand } from "./check.ts";
import { completionFor } from "./completion.ts";
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
import { serversCommand } from "./servers.ts";
import { statusCommand } from "./status.ts";
import { verifyCommand } from "./verify.ts";

const SPECS: readonly CommandSpec[] = [
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

/** The operator's commands, in the order in which they are listed. `others` are the names of the rest, for completion. */
export function operatorCommands(others: readonly string[]): Readonly<Record<string, CliCommand>> {
  const specs = [...SPECS, completionFor(SPECS, others)];
  return Object.fromEntries(specs.map((spec) => [spec.name, defineCommand(spec)]));
}
