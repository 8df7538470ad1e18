import type { CommandContext } from "../commands/command-context.ts";
import { tellIfSlow } from "../commands/slow-answer.ts";
import type { Permission, Player } from "../platform.ts";
import { firstPage } from "./first-form.ts";
import { type FormChoice, type FormPage, formOf } from "./form-page.ts";

const ADMIN: readonly Permission[] = ["doubletake.admin"];

/**
 * Leads a player through the forms until one is closed. Permissions are checked whenever a button is pressed, because they may be taken
 * away while a form is open. Does nothing if the game has no forms.
 */
export async function showForms(context: CommandContext, player: Player): Promise<void> {
  const { platform, messages } = context;
  let open: (() => Promise<FormPage | undefined>) | undefined = () => firstPage(context, player);
  while (open !== undefined) {
    const page: FormPage | undefined = await tellIfSlow(context, player, open);
    const pressed: number | undefined = page && (await platform.showForm?.(player, formOf(page)));
    const choice: FormChoice | undefined = pressed === undefined ? undefined : page?.choices[pressed];
    const allowed = choice?.permissions ?? page?.permissions ?? ADMIN;
    if (choice !== undefined && !allowed.some((permission) => player.hasPermission(permission))) {
      player.send(messages.text("commands.no-permission", {}));
      return;
    }
    open = choice?.follow;
  }
}
