import type { Item } from "../../platform.ts";
import { LookBudget, visitContents } from "../../tagging/contents.ts";
import type { Announcements } from "./announcements.ts";

/**
 * Acts whose copies the operator means: `sanctioned-sources` names the action, such as `GIVE`, or whatever a plugin calls its
 * own. What comes by such an act and has an id already counts as announced.
 */
export class SanctionedCauses {
  readonly #sources: ReadonlySet<string>;
  readonly #announcements: Announcements;

  constructor(sources: readonly string[], announcements: Announcements) {
    this.#sources = new Set(sources);
    this.#announcements = announcements;
  }

  /** To be told before the item gets an id: what has none is no copy. */
  acted(item: Item, action: string): void {
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
