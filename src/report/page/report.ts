import type { ReportData } from "../model/report-data.ts";
import type { TransferColumns } from "../model/transfers.ts";
import { type Transfers, unpackTransfers } from "../model/transfers.ts";

/** The data of this report, with its lists by id. Transfers are read when somebody needs them first. */
export class Report {
  readonly data: ReportData;
  readonly #items: ReadonlyMap<string, number>;
  readonly #players: ReadonlyMap<string, number>;
  #transfers: Transfers | undefined;

  constructor() {
    this.data = read<ReportData>("report-data");
    this.#items = new Map(this.data.items.map(([id], at) => [id, at]));
    this.#players = new Map(this.data.players.map(([id], at) => [id, at]));
  }

  get transfers(): Transfers {
    this.#transfers ??= unpackTransfers(read<TransferColumns>("report-transfers"));
    return this.#transfers;
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
    return /^0{8}-/.test(id) ? "nobody" : id;
  }

  material(item: number): string {
    return this.data.items[item]?.[1] || "unknown material";
  }

  itemId(item: number): string {
    return this.data.items[item]?.[0] ?? "";
  }

  location(row: number): string {
    const { place, x, y, z } = this.transfers;
    const name = this.data.places[place[row] as number];
    if (!name) return "";
    return name.isWorld ? `${name.name}: ${x[row]}, ${y[row]}, ${z[row]}` : name.name;
  }
}

function read<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null") as T;
}
