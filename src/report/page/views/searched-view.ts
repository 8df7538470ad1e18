import { type Field, field, h, table } from "../dom.ts";
import { plural, text } from "../texts.ts";

/** A list as it is shown now, and a line about it. */
interface Shown {
  readonly list: HTMLElement;
  readonly status: string;
}

/** The most rows that a list shows. */
const MAX_ROWS = 200;

/** A list with fields above it. `show` is called at once, and again whenever a field changes. */
export function searchedView(
  title: string,
  formLabel: string,
  fields: readonly (readonly [label: string, input: Field])[],
  show: () => Shown,
): HTMLElement {
  const card = h("section", { class: "card" });
  const line = h("p", { class: "quiet", role: "status" });
  const showNow = (): void => {
    const { list, status } = show();
    card.replaceChildren(list);
    line.textContent = status;
  };
  showNow();
  const form = h(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": formLabel,
      input: showNow,
      submit: (event) => event.preventDefault(),
    },
    fields.map(([label, input]) => field(label, input)),
  );
  return h("div", {}, h("h1", { tabindex: -1 }, title), form, line, card);
}

export function searchField(id: string, hint: string): HTMLInputElement {
  return h("input", { type: "search", id, placeholder: hint, autocomplete: "off" });
}

/** The first rows that were found, and how many there are. */
export function firstRows<Entry>(
  title: string,
  columns: readonly string[],
  found: readonly Entry[],
  cells: (entry: Entry) => readonly (Node | string)[],
): Shown {
  const list = found.length === 0 ? noMatch() : table(title, columns, found.slice(0, MAX_ROWS).map(cells));
  const status =
    found.length > MAX_ROWS
      ? text("report.first-shown", { shown: MAX_ROWS, count: found.length })
      : plural("report.count.entries", { count: found.length });
  return { list, status };
}

export function noMatch(): HTMLElement {
  return h("p", { class: "quiet" }, text("report.no-match"));
}
