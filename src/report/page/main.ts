import { clearCharts, drawAll, repaintCharts } from "./charts.ts";
import { h } from "./dom.ts";
import { Report } from "./report.ts";
import { day, moment, text } from "./texts.ts";
import { themeButton } from "./theme.ts";
import { ViewMemory } from "./view-memory.ts";
import { caseView } from "./views/case.ts";
import { casesView } from "./views/cases.ts";
import { itemView } from "./views/item.ts";
import { itemsView, playersView } from "./views/lists.ts";
import { overviewView } from "./views/overview.ts";
import { placesView, placeView } from "./views/places.ts";
import { playerView } from "./views/player.ts";

const VIEWS: Readonly<Record<string, (report: Report, what: string) => HTMLElement>> = {
  overview: overviewView,
  cases: casesView,
  items: itemsView,
  players: playersView,
  case: (report, number) => caseView(report, Number(number)),
  item: itemView,
  player: playerView,
  places: placesView,
  place: placeView,
};
/** The entries of the menu, and the views that belong to each. */
const MENU = [
  ["overview", []],
  ["cases", ["case"]],
  ["items", ["item"]],
  ["players", ["player"]],
  ["places", ["place"]],
] as const;

const report = new Report();
const links = MENU.map(([view, also]) => ({
  link: h("a", { href: `#${view}` }, text(`report.menu.${view}`)),
  views: [view, ...also] as string[],
}));
const main = h("main", { id: "main" });
const memory = new ViewMemory(main);
let isFirst = true;

document.getElementById("page")?.replaceChildren(header(), main, footer());
addEventListener("hashchange", show);
addEventListener("beforeprint", () => {
  drawAll();
  repaintCharts();
});
addEventListener("afterprint", repaintCharts);
show();
document.documentElement.dataset.ready = "true";

function show(): void {
  const target = location.hash.slice(1);
  // The link that skips the menu is not a view.
  if (target === "main") return;
  const [view = "", what = ""] = (target || firstView()).split("/");
  const make = VIEWS[view] ?? overviewView;
  if (!isFirst) memory.leave();
  clearCharts();
  main.replaceChildren(make(report, decodeURIComponent(what)));
  for (const { link, views } of links) {
    if (views.includes(view)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = main.querySelector("h1");
  document.title = `${title?.textContent ?? text("report.title")} · Doubletake`;
  // After a followed link, focus the title so that a screen reader reads it. A report that has just been opened stays at its
  // top.
  if (!isFirst && !memory.comeBack()) {
    scrollTo(0, 0);
    title?.focus({ preventScroll: true });
  }
  isFirst = false;
}

function firstView(): string {
  const { focus } = report.data;
  if (focus.kind === "case") return `case/${focus.number}`;
  return focus.kind === "overview" ? "overview" : `${focus.kind}/${focus.id}`;
}

function header(): HTMLElement {
  const menu = h(
    "nav",
    { "aria-label": text("report.menu.label") },
    links.map(({ link }) => link),
  );
  return h(
    "header",
    {},
    h("div", { class: "brand" }, h("span", { class: "mark", "aria-hidden": "true" }), "Doubletake"),
    menu,
    themeButton(repaintCharts),
  );
}

function footer(): HTMLElement {
  const { generatedMs, sinceMs, servers, version } = report.data;
  const span = sinceMs === null ? text("report.span-all") : text("report.span-since", { day: day(sinceMs) });
  const made = text("report.footer", { span, servers: servers.join(", "), time: moment(generatedMs) });
  return h("footer", {}, `Doubletake ${version} · ${made}`);
}
