/** What a reader has set in a view: fields, tables that were opened, and how far the page was scrolled. */
interface ViewState {
  readonly fields: ReadonlyMap<string, string>;
  readonly wholeTables: readonly number[];
  readonly scrollY: number;
}

/** Remembers each view that was left, by its entry in the browser's history: whoever goes back finds it as it was. */
export class ViewMemory {
  readonly #main: HTMLElement;
  readonly #left = new Map<number, ViewState>();
  #entry: number;
  #last = 0;

  constructor(main: HTMLElement) {
    this.#main = main;
    // Ours to do: the browser would scroll before the view is there.
    history.scrollRestoration = "manual";
    this.#entry = this.#entryNow();
  }

  /** Before the old view goes. */
  leave(): void {
    const fields = [...this.#fields()].map((field) => [field.id, field.value] as const);
    const whole = [...this.#tables()].flatMap((table, at) => (table.dataset.isWhole ? [at] : []));
    this.#left.set(this.#entry, { fields: new Map(fields), wholeTables: whole, scrollY });
    this.#entry = this.#entryNow();
  }

  /** After the new view is there. True when the reader has come back to it. */
  comeBack(): boolean {
    const state = this.#left.get(this.#entry);
    if (state === undefined) return false;
    for (const field of this.#fields()) field.value = state.fields.get(field.id) ?? field.value;
    for (const form of this.#main.querySelectorAll("form")) {
      form.dispatchEvent(new Event("input"));
      form.dispatchEvent(new Event("change"));
    }
    const tables = this.#tables();
    for (const at of state.wholeTables) tables[at]?.querySelector<HTMLElement>("button.more")?.click();
    scrollTo(0, state.scrollY);
    return true;
  }

  #fields(): NodeListOf<HTMLInputElement | HTMLSelectElement> {
    return this.#main.querySelectorAll("form input[id], form select[id]");
  }

  #tables(): NodeListOf<HTMLElement> {
    return this.#main.querySelectorAll(".long-table");
  }

  /** The number of the entry that is shown now; a new one gets the next. */
  #entryNow(): number {
    const known = (history.state as { entry?: number } | null)?.entry;
    if (known !== undefined) {
      this.#last = Math.max(this.#last, known);
      return known;
    }
    this.#last++;
    history.replaceState({ entry: this.#last }, "");
    return this.#last;
  }
}
