import type { CaseRecord } from "../../../operators.ts";
import { h, table } from "../dom.ts";
import { badge, caseHref, playerLink } from "../links.ts";
import type { Report } from "../report.ts";
import { moment, plural, words } from "../texts.ts";

/** Open cases need somebody; within each group the newest come first, as they are. */
function openFirst(cases: readonly CaseRecord[]): CaseRecord[] {
  return cases.toSorted((a, b) => Number(b.status === "open") - Number(a.status === "open"));
}

export function casesView(report: Report): HTMLElement {
  const { cases } = report.data;
  const list = h("div", {});
  const status = h("p", { class: "quiet", role: "status" });
  const search = h("input", {
    type: "search",
    id: "c-search",
    placeholder: "player, material or number",
    autocomplete: "off",
  });
  const state = select(
    "c-status",
    "every status",
    cases.map((record) => record.status),
  );
  const type = select(
    "c-type",
    "every type",
    cases.map((record) => record.type),
  );
  const show = (): void => {
    const text = search.value.trim().toLowerCase();
    const found = openFirst(cases).filter(
      (record) =>
        (state.value === "" || record.status === state.value) &&
        (type.value === "" || record.type === type.value) &&
        (text === "" ||
          [record.playerName, record.material, `#${record.number}`, ...record.itemIds].some((part) =>
            part.toLowerCase().includes(text),
          )),
    );
    list.replaceChildren(
      found.length > 0 ? caseTable(report, found) : h("p", { class: "quiet" }, "No case is like that."),
    );
    status.textContent = plural(found.length, "case", "cases");
  };
  const field = (label: string, input: HTMLInputElement | HTMLSelectElement): HTMLElement =>
    h("div", { class: "field" }, h("label", { for: input.id }, label), input);
  const form = h(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": "Filter the cases",
      input: show,
      submit: (event) => event.preventDefault(),
    },
    field("Search", search),
    field("Status", state),
    field("Type", type),
  );
  show();
  return h("div", {}, h("h1", { tabindex: -1 }, "Cases"), form, status, h("section", { class: "card" }, list));
}

export function caseTable(report: Report, cases: readonly CaseRecord[]): HTMLElement {
  const rows = cases.map((record) => [
    h("a", { href: caseHref(record.number) }, `Case ${record.number}`),
    badge(record.severity, words(record.severity)),
    words(record.type),
    badge(`status-${record.status}`, record.status),
    record.material,
    playerLink(report, record.playerId, record.playerName),
    moment(record.openedMs),
  ]);
  return table("Cases", ["case", "severity", "type", "status", "material", "player", "opened"], rows);
}

function select(id: string, all: string, values: readonly string[]): HTMLSelectElement {
  const distinct = [...new Set(values)].sort();
  return h(
    "select",
    { id },
    h("option", { value: "" }, all),
    distinct.map((value) => h("option", { value }, words(value))),
  );
}
