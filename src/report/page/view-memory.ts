/** What a reader has set in a view: fields, expanded tables, and the scroll position. */
interface ViewState {
  readonly fields: ReadonlyMap<string, string>;
  readonly wholeTables: readonly number[];
  readonly scrollY: number;
}

/** Remembers each view that was left, by its entry in the browser's history, and restores it when the reader goes back. */
export class ViewMemory {
  readonly #main: HTMLElement;
  readonly #left = new Map<number, ViewState>();
  #entry: number;
  #last = 0;

  constructor(main: HTMLElement) {
    this.#main = main;
    // We scroll ourselves: the browser would scroll before the view exists.
    history.scrollRestoration = "manual";
    this.#entry = this.#entryNow();
  }

  /** Call this before the old view is removed. */
  leave(): void {
    const fields = [...this.#fields()].map((field) => [field.id, field.value] as const);
    const whole = [...this.#tables()].flatMap((table, at) => (table.dataset.isWhole ? [at] : []));
    this.#left.set(this.#entry, { fields: new Map(fields), wholeTables: whole, scrollY });
    this.#entry = this.#entryNow();
  }

  /** Call this after the new view is shown. True if the reader has come back to it. */
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

  /** The number of the current history entry; a new entry gets the next number. */
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
