import type { TransferChoice } from "../model/overview.ts";
import { h } from "./dom.ts";
import type { Report } from "./report.ts";

const DAY_MS = 86_400_000;
const TYPING_MS = 150;

/** Search, action, world and days. Tells what is chosen, and whether that is everything. */
export function filterBar(report: Report, onChange: (choice: TransferChoice, isAll: boolean) => void): HTMLElement {
  const { actions, places } = report.data;
  const search = h("input", {
    type: "search",
    id: "f-search",
    placeholder: "player, material or id",
    autocomplete: "off",
  });
  const action = choice("f-action", "every action", actions);
  const place = choice(
    "f-place",
    "everywhere",
    places.map(({ name }) => name),
  );
  const from = h("input", { type: "date", id: "f-from" });
  const to = h("input", { type: "date", id: "f-to" });
  const reset = h("button", { type: "reset", class: "button" }, "Reset");

  const tell = (): void => {
    const found = search.value.trim() === "" ? {} : find(report, search.value.trim().toLowerCase());
    const chosen: TransferChoice = {
      ...found,
      action: indexOf(action),
      place: indexOf(place),
      fromMs: dayStart(from.value, 0),
      toMs: dayStart(to.value, 1),
    };
    onChange(
      chosen,
      Object.values(chosen).every((value) => value === undefined),
    );
  };
  let timer = 0;
  const form = h(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": "Filter the transfers",
      submit: (event) => event.preventDefault(),
    },
    field("Search", search),
    field("Action", action),
    field("Where", place),
    field("From", from),
    field("To", to),
    reset,
  );
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(tell, TYPING_MS);
  });
  // The fields are empty only after the event.
  form.addEventListener("reset", () => setTimeout(tell));
  return form;
}

/** Items and players of which the text is part: of a name, a material, or the beginning of an id. */
function find({ data }: Report, text: string): Pick<TransferChoice, "items" | "players"> {
  const matching = (list: readonly (readonly [string, string])[]): Set<number> => {
    const found = new Set<number>();
    for (const [at, [id, name]] of list.entries()) {
      if (name.toLowerCase().includes(text) || id.startsWith(text)) found.add(at);
    }
    return found;
  };
  return { items: matching(data.items), players: matching(data.players) };
}

function field(label: string, input: HTMLInputElement | HTMLSelectElement): HTMLElement {
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

function choice(id: string, all: string, names: readonly string[]): HTMLSelectElement {
  const sorted = names.map((name, at) => [name, at] as const).sort(([a], [b]) => a.localeCompare(b));
  return h(
    "select",
    { id },
    h("option", { value: "" }, all),
    sorted.map(([name, at]) => h("option", { value: at }, name)),
  );
}

function indexOf(select: HTMLSelectElement): number | undefined {
  return select.value === "" ? undefined : Number(select.value);
}

/** The reader's midnight of that day, or of the day after. */
function dayStart(value: string, daysLater: number): number | undefined {
  if (value === "") return undefined;
  const start = new Date(`${value}T00:00:00`).getTime() + daysLater * DAY_MS;
  return Number.isNaN(start) ? undefined : start;
}
