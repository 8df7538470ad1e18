import type { CommandRoot } from "../platform.ts";
import { PERMISSIONS } from "../platform.ts";
import { atCommand } from "./at.ts";
import { balanceCommand } from "./balance.ts";
import { caseCommand } from "./case.ts";
import { casesCommand } from "./cases.ts";
import { confirmCommand } from "./confirm.ts";
import { dismissCommand } from "./dismiss.ts";
import { findCommand } from "./find.ts";
import { giveCommand } from "./give.ts";
import type { CommandHandler } from "./handler.ts";
import { helpCommand } from "./help.ts";
import { historyCommand } from "./history.ts";
import { historyOfHeldItemCommand } from "./history-of-held-item.ts";
import { inspectCommand } from "./inspect.ts";
import { itemsCommand } from "./items.ts";
import { noticesCommand } from "./notices.ts";
import { notifyCommand } from "./notify.ts";
import { recordCommand } from "./record.ts";
import { reissueCommand } from "./reissue.ts";
import { reloadCommand } from "./reload.ts";
import { removalCommand } from "./removal.ts";
import { removeCommand } from "./remove.ts";
import { reopenCommand } from "./reopen.ts";
import { restoreCommand } from "./restore.ts";
import { restoreSinceCommand } from "./restore-since.ts";
import { retireCommand } from "./retire.ts";
import { scanCommand } from "./scan.ts";
import { statusCommand } from "./status.ts";
import { tpCommand } from "./tp.ts";
import { uuidCommand } from "./uuid.ts";

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
