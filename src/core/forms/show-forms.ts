import type { CommandContext } from "../commands/command-context.ts";
import { withLookingLine } from "../commands/looking.ts";
import type { Player } from "../platform.ts";
import { openCasesPage } from "./cases-form.ts";
import { type FormPage, formOf } from "./form-page.ts";

/**
 * Leads a player through the forms, from the open cases on, until one is closed. The permission is checked at every step:
 * it may be taken away while a form is open. Does nothing where the game has no forms.
 */
export async function showForms(context: CommandContext, player: Player): Promise<void> {
  const { platform, messages } = context;
  let open: (() => Promise<FormPage | undefined>) | undefined = () => openCasesPage(context, player);
  while (open !== undefined) {
    if (!player.hasPermission("doubletake.admin")) {
      player.send(messages.text("commands.no-permission", {}));
      return;
    }
    const page: FormPage | undefined = await withLookingLine(context, player, open);
    const pressed: number | undefined = page && (await platform.showForm?.(player, formOf(page)));
    open = pressed === undefined ? undefined : page?.choices[pressed]?.follow;
  }
}
