import { text } from "./texts.ts";

type Child = Node | string | number | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

/** Makes an element. Texts always become text nodes; nothing here parses markup. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly (Child | readonly Child[])[]): void {
  for (const child of children.flat()) {
    if (child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/** A table with a heading for each column. A wide table scrolls on its own. `label` names it for screen readers. */
export function table(label: string, headings: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  const head = h(
    "tr",
    {},
    headings.map((heading) => h("th", { scope: "col" }, heading)),
  );
  const body = rows.map((row) =>
    h(
      "tr",
      {},
      row.map((cell, at) => h("td", { class: isLong(cell) ? "long" : undefined, "data-label": headings[at] }, cell)),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    h("table", {}, h("caption", { class: "unseen" }, label), h("thead", {}, head), h("tbody", {}, body)),
  );
}

export function section(title: string, ...children: readonly (Child | readonly Child[])[]): HTMLElement {
  return h("section", { class: "card" }, h("h2", {}, title), ...children);
}

export type Field = HTMLInputElement | HTMLSelectElement;

export function field(label: string, input: Field): HTMLElement {
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

/** A list to choose one value from, or `all` of them. */
export function choice(
  id: string,
  all: string,
  values: readonly (readonly [value: string | number, shown: string])[],
): HTMLSelectElement {
  return h(
    "select",
    { id },
    h("option", { value: "" }, all),
    values.map(([value, shown]) => h("option", { value }, shown)),
  );
}

/** Lines to copy; one click selects a whole line. */
export function commandList(lines: readonly string[]): HTMLElement {
  return h(
    "ul",
    { class: "commands" },
    lines.map((line) => h("li", {}, h("code", {}, line))),
  );
}

/** A table that shows its first rows, and the rest on request. */
export function longTable(
  label: string,
  headings: readonly string[],
  size: number,
  rowAt: (at: number) => readonly Child[],
): HTMLElement {
  const rows = (count: number): (readonly Child[])[] => Array.from({ length: count }, (_, at) => rowAt(at));
  const holder = h("div", { class: "long-table" }, table(label, headings, rows(Math.min(size, ROWS_FIRST))));
  if (size <= ROWS_FIRST) return holder;
  const more = Math.min(size, ROWS_MOST);
  const words =
    more < size ? text("report.show-first", { shown: more, count: size }) : text("report.show-all", { count: size });
  const button = h("button", { class: "button more", type: "button" }, words);
  button.addEventListener("click", () => {
    holder.replaceChildren(table(label, headings, rows(more)));
    holder.dataset.isWhole = "true";
  });
  holder.append(button);
  return holder;
}

const ROWS_FIRST = 25;
const ROWS_MOST = 5000;
const LONG = 48;

function isLong(cell: Child): boolean {
  return typeof cell === "string" && cell.length > LONG;
}
