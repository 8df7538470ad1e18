import type { CommandRoot } from "../platform.ts";
import { PERMISSIONS } from "../platform.ts";
import { caseCommand } from "./cases/case.ts";
import { casesCommand } from "./cases/cases.ts";
import { recordCommand } from "./cases/record.ts";
import { removeCommand } from "./cases/remove.ts";
import { restoreCommand } from "./cases/restore.ts";
import { restoreSinceCommand } from "./cases/restore-since.ts";
import { tpCommand } from "./cases/tp.ts";
import { confirmCommand, dismissCommand, reopenCommand } from "./cases/verdict-on-case.ts";
import type { CommandHandler } from "./handler.ts";
import { helpCommand } from "./help.ts";
import { atCommand } from "./items/at.ts";
import { findCommand } from "./items/find.ts";
import { giveCommand } from "./items/give.ts";
import { historyOfHeldItemCommand, uuidCommand } from "./items/held-item.ts";
import { historyCommand } from "./items/history.ts";
import { inspectCommand } from "./items/inspect.ts";
import { itemsCommand } from "./items/items.ts";
import { reissueCommand } from "./items/reissue.ts";
import { balanceCommand } from "./server/balance.ts";
import { noticesCommand } from "./server/notices.ts";
import { notifyCommand } from "./server/notify.ts";
import { reloadCommand } from "./server/reload.ts";
import { removalCommand } from "./server/removal.ts";
import { retireCommand } from "./server/retire.ts";
import { scanCommand } from "./server/scan.ts";
import { statusCommand } from "./server/status.ts";

export interface Root extends CommandRoot {
  readonly subcommands: readonly CommandHandler[];
}

export const DOUBLETAKE = "doubletake";

/** Every command there is, in the order in which help shows them. */
export const ROOTS: readonly Root[] = [
  {
    name: DOUBLETAKE,
    aliases: ["dt"],
    description: "Finds duplicated items: cases, histories, and what to do about them",
    permissions: PERMISSIONS,
    subcommands: [
      casesCommand,
      caseCommand,
      tpCommand,
      confirmCommand,
      dismissCommand,
      reopenCommand,
      removeCommand,
      restoreCommand,
      restoreSinceCommand,
      findCommand,
      historyCommand,
      atCommand,
      itemsCommand,
      recordCommand,
      inspectCommand,
      balanceCommand,
      scanCommand,
      reissueCommand,
      removalCommand,
      retireCommand,
      reloadCommand,
      statusCommand,
      notifyCommand,
      noticesCommand,
      helpCommand,
    ],
  },
  {
    name: "dttest",
    aliases: [],
    description: "Shows the hidden id and the history of the item in your hand",
    permissions: ["doubletake.test"],
    subcommands: [uuidCommand, historyOfHeldItemCommand, giveCommand],
  },
];
