import type { CliCommand } from "../command.ts";
import type { CommandSpec } from "../command-spec.ts";
import { defineCommand } from "../define-command.ts";
import { at } from "./at.ts";
import { backup } from "./backup.ts";
import { caseCommand } from "./case.ts";
import { cases } from "./cases.ts";
import { check } from "./check.ts";
import { completionFor } from "./completion.ts";
import { erasePlayerCommand } from "./erase-player.ts";
import { exportCommand } from "./export.ts";
import { history } from "./history.ts";
import { items } from "./items.ts";
import { migrate } from "./migrate.ts";
import { notify } from "./notify.ts";
import { purge } from "./purge.ts";
import { record } from "./record.ts";
import { report } from "./report.ts";
import { restore } from "./restore.ts";
import { servers } from "./servers.ts";
import { status } from "./status.ts";
import { verify } from "./verify.ts";

const SPECS: readonly CommandSpec[] = [
  status,
  servers,
  history,
  items,
  at,
  cases,
  caseCommand,
  record,
  report,
  exportCommand,
  restore,
  purge,
  erasePlayerCommand,
  backup,
  migrate,
  check,
  notify,
  verify,
];

/** The operator's commands, in the order in which they are listed. `others` are the names of the rest, for completion. */
export function operatorCommands(others: readonly string[]): Readonly<Record<string, CliCommand>> {
  const specs = [...SPECS, completionFor(SPECS, others)];
  return Object.fromEntries(specs.map((spec) => [spec.name, defineCommand(spec)]));
}
