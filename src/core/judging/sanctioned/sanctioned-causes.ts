import type { Item } from "../../platform.ts";
import { LookBudget, visitContents } from "../../tagging/contents.ts";
import type { Announcements } from "./announcements.ts";

/**
 * Acts that may make copies: the operator lists their names in `sanctioned-sources`, a game action such as `GIVE` or a plugin's own. An
 * item that comes from such an act and already has an id counts as announced.
 */
export class SanctionedCauses {
  readonly #sources: ReadonlySet<string>;
  readonly #announcements: Announcements;

  constructor(sources: readonly string[], announcements: Announcements) {
    this.#sources = new Set(sources);
    this.#announcements = announcements;
  }

  /** Must be called before the item gets an id: an item without one is no copy. */
  noteAct(item: Item, action: string): void {
    if (!this.#sources.has(action)) return;
    const ids: string[] = [];
    const note = (stack: Item): boolean => {
      const id = stack.readTag();
      if (id !== undefined) ids.push(id);
      return false;
    };
    note(item);
    visitContents(item, "", new LookBudget(), note);
    this.#announcements.add({ cause: action, ids });
  }
}
