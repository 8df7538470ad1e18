import type { ReportData } from "../model/report-data.ts";
import type { PackedTransfers } from "../model/transfers.ts";
import { type Transfers, unpackTransfers } from "../model/transfers.ts";
import { speak, text, word } from "./texts.ts";

/** The data of this report, with its lists by id. Transfers are read when they are first needed. */
export class Report {
  readonly data: ReportData;
  readonly #items: ReadonlyMap<string, number>;
  readonly #players: ReadonlyMap<string, number>;
  #transfers: Transfers | undefined;
  #places: readonly UsedPlace[] | undefined;

  constructor() {
    this.data = read<ReportData>("report-data");
    speak(this.data.language, this.data.texts);
    this.#items = new Map(this.data.items.map(([id], at) => [id, at]));
    this.#players = new Map(this.data.players.map(([id], at) => [id, at]));
  }

  get transfers(): Transfers {
    this.#transfers ??= unpackTransfers(read<PackedTransfers>("report-transfers"));
    return this.#transfers;
  }

  /** Places with transfers, the most recently used first. */
  get placesUsed(): readonly UsedPlace[] {
    this.#places ??= usedPlaces(this);
    return this.#places;
  }

  itemAt(id: string): number | undefined {
    return this.#items.get(id);
  }

  playerAt(id: string): number | undefined {
    return this.#players.get(id);
  }

  playerName(player: number): string {
    const [id = "", name = ""] = this.data.players[player] ?? [];
    if (name !== "") return name;
    return /^0{8}-/.test(id) ? text("alerts.nobody") : id;
  }

  material(item: number): string {
    return this.data.items[item]?.[1] || text("report.unknown-item");
  }

  itemId(item: number): string {
    return this.data.items[item]?.[0] ?? "";
  }

  /** What happened in this transfer, in a word. */
  action(row: number): string {
    return word("action", this.data.actions[this.transfers.action[row] as number] ?? "");
  }

  location(row: number): string {
    const { place, x, y, z } = this.transfers;
    const name = this.data.places[place[row] as number];
    if (!name) return "";
    return name.isWorld ? `${name.name}:${x[row]},${y[row]},${z[row]}` : name.name;
  }
}

/** One location, with its rows in order of time. */
interface UsedPlace {
  readonly location: string;
  readonly rows: readonly number[];
  readonly players: number;
  readonly lastMs: number;
  readonly isContainer: boolean;
}

const CONTAINER_ACTIONS = new Set(["CONTAINER_TRANSFER", "CONTAINER_OPEN"]);

function usedPlaces(report: Report): UsedPlace[] {
  const { length, player, action, time } = report.transfers;
  const rowsAt = new Map<string, number[]>();
  for (let row = 0; row < length; row++) {
    const location = report.location(row);
    const rows = rowsAt.get(location);
    if (rows === undefined) rowsAt.set(location, [row]);
    else rows.push(row);
  }
  const isContainerRow = (row: number) => CONTAINER_ACTIONS.has(report.data.actions[action[row] as number] ?? "");
  return [...rowsAt]
    .filter(([location]) => location !== "")
    .map(([location, rows]) => ({
      location,
      rows,
      players: new Set(rows.map((row) => player[row])).size,
      lastMs: time[rows.at(-1) as number] as number,
      isContainer: rows.some(isContainerRow),
    }))
    .sort((a, b) => b.lastMs - a.lastMs);
}

function read<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null") as T;
}
