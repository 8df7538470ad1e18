import { h } from "./dom.ts";
import type { Report } from "./report.ts";
import { moment, text } from "./texts.ts";

export function itemHref(id: string): string {
  return `#item/${id}`;
}

export function playerHref(id: string): string {
  return `#player/${id}`;
}

export function caseHref(number: number): string {
  return `#case/${number}`;
}

function placeHref(location: string): string {
  return `#place/${encodeURIComponent(location)}`;
}

/** A location as a link to its transfers. With several servers, the server's name is put before it, as in the list of places. */
export function placeLink(location: string, server = ""): HTMLElement | string {
  const shown = server === "" ? location : `${server}: ${location}`;
  return location === "" ? text("places.unknown-position") : h("a", { href: placeHref(shown) }, shown);
}

export function itemLink(report: Report, id: string): HTMLElement {
  const at = report.itemAt(id);
  const material = at === undefined ? text("report.unknown-item") : report.material(at);
  return h("a", { href: itemHref(id), class: "item" }, material, " ", h("code", {}, id.slice(0, 8)));
}

/** Shows the name as it was recorded, if known. It is a link if the report knows the player. */
export function playerLink(report: Report, id: string, nameThen = ""): HTMLElement {
  const at = report.playerAt(id);
  const nobody = text("alerts.nobody");
  const name = nameThen || (at === undefined ? id : report.playerName(at));
  return at === undefined ? h("span", {}, name || nobody) : h("a", { href: playerHref(id) }, name || nobody);
}

/** The cells that every table of transfers has: time, player and action. */
export function transferCells(report: Report, row: number): (HTMLElement | string)[] {
  const { time, player } = report.transfers;
  const [playerId = ""] = report.data.players[player[row] as number] ?? [];
  return [moment(time[row] as number), playerLink(report, playerId), report.action(row)];
}

export function badge(kind: string, text: string): HTMLElement {
  return h("span", { class: `badge ${kind.toLowerCase()}` }, text);
}
