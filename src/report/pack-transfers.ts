import { parseLocation, type TransferRow } from "../operators.ts";
import type { PlaceName } from "./model/report-data.ts";
import type { PackedTransfers } from "./model/transfers.ts";

/** Turns rows into the columns of a report, and keeps each text once. Rows must come oldest first. */
export class TransferPacker {
  readonly itemIds = new Numbered();
  readonly playerIds = new Numbered();
  readonly actions = new Numbered();
  readonly #places = new Numbered();
  readonly #isWorld: boolean[] = [];
  readonly #hasManyServers: boolean;
  readonly #columns = {
    sinceBefore: [] as number[],
    item: [] as number[],
    player: [] as number[],
    action: [] as number[],
    place: [] as number[],
    x: [] as number[],
    y: [] as number[],
    z: [] as number[],
  };
  #baseMs: number | undefined;
  #lastMs = 0;

  /** With several servers, the server's name is put before the world's. */
  constructor(hasManyServers: boolean) {
    this.#hasManyServers = hasManyServers;
  }

  add({ itemId, playerId, action, location, timestampMs, server }: TransferRow): void {
    if (this.#baseMs === undefined) this.#baseMs = this.#lastMs = timestampMs;
    const columns = this.#columns;
    const block = parseLocation(location);
    columns.sinceBefore.push(timestampMs - this.#lastMs);
    this.#lastMs = timestampMs;
    columns.item.push(this.itemIds.of(itemId));
    columns.player.push(this.playerIds.of(playerId));
    columns.action.push(this.actions.of(action));
    columns.place.push(this.#place(block?.world ?? location, block !== undefined, server));
    columns.x.push(block?.x ?? 0);
    columns.y.push(block?.y ?? 0);
    columns.z.push(block?.z ?? 0);
  }

  get places(): PlaceName[] {
    return this.#places.texts.map((text, at) => ({ name: text.slice(1), isWorld: this.#isWorld[at] === true }));
  }

  get columns(): PackedTransfers {
    return { baseMs: this.#baseMs ?? 0, ...this.#columns };
  }

  #place(name: string, isWorld: boolean, server: string): number {
    const shown = this.#hasManyServers ? `${server}: ${name}` : name;
    const at = this.#places.of(`${isWorld ? "w" : "t"}${shown}`);
    this.#isWorld[at] = isWorld;
    return at;
  }
}

/** Numbers texts in the order in which they first appear. */
class Numbered {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }
}
