import { dayStart, type TransferChoice } from "../model/overview.ts";
import { choice, field, h } from "./dom.ts";
import type { Report } from "./report.ts";
import { text, word } from "./texts.ts";

const TYPING_MS = 150;

/** Fields for search, action, world and days. Passes on the choice, and whether it is everything. */
export function filterBar(report: Report, onChange: (choice: TransferChoice, isAll: boolean) => void): HTMLElement {
  const { actions, places } = report.data;
  const search = h("input", {
    type: "search",
    id: "f-search",
    placeholder: text("report.filter.hint-transfers"),
    autocomplete: "off",
  });
  const actionWords = byName(actions.map((action) => word("action", action)));
  const action = choice("f-action", text("report.filter.every-action"), actionWords);
  const placeNames = byName(places.map(({ name }) => name));
  const place = choice("f-place", text("report.filter.everywhere"), placeNames);
  const from = h("input", { type: "date", id: "f-from" });
  const to = h("input", { type: "date", id: "f-to" });
  const reset = h("button", { type: "reset", class: "button" }, text("report.filter.reset"));

  let timer = 0;
  let told = "";
  const tell = (): void => {
    clearTimeout(timer);
    // Leaving a field fires `change` again. If nothing has changed, the view under the pointer must not be rebuilt.
    const set = [search, action, place, from, to].map(({ value }) => value).join("\n");
    if (set.trim() === told.trim()) return;
    told = set;
    const wanted = wordsOf(search.value);
    const found = wanted === "" ? {} : find(report, wanted);
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
  const form = h(
    "form",
    {
      class: "filters",
      role: "search",
      "aria-label": text("report.filter.transfers"),
      submit: (event) => event.preventDefault(),
    },
    field(text("report.filter.search"), search),
    field(text("report.filter.action"), action),
    field(text("report.filter.where"), place),
    field(text("report.filter.from"), from),
    field(text("report.filter.to"), to),
    reset,
  );
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(tell, TYPING_MS);
  });
  // A choice takes effect at once, and so does one that is restored with the view.
  form.addEventListener("change", tell);
  // The fields are cleared only after the event.
  form.addEventListener("reset", () => setTimeout(tell));
  return form;
}

/** Finds items and players whose name or material contains the text, or whose id begins with it. */
function find({ data }: Report, wanted: string): Pick<TransferChoice, "items" | "players"> {
  const matching = (list: readonly (readonly [string, string])[]): Set<number> => {
    const found = new Set<number>();
    for (const [at, [id, name]] of list.entries()) {
      if (wordsOf(name).includes(wanted) || id.startsWith(wanted)) found.add(at);
    }
    return found;
  };
  return { items: matching(data.items), players: matching(data.players) };
}

/** Normalizes a search text: `diamond_sword` finds Diamond Sword. */
export function wordsOf(typed: string): string {
  return typed.trim().toLowerCase().replaceAll("_", " ");
}

function byName(names: readonly string[]): (readonly [at: number, name: string])[] {
  return names.map((name, at) => [at, name] as const).sort(([, a], [, b]) => a.localeCompare(b));
}

function indexOf(select: HTMLSelectElement): number | undefined {
  return select.value === "" ? undefined : Number(select.value);
}
