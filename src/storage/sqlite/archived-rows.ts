import type { DatabaseSync, StatementSync } from "node:sqlite";
import { rowAt, type SealedColumns } from "../sealed/sealed-columns.ts";
import type { Compactor } from "./compactor.ts";
import type { Dictionaries } from "./dictionaries.ts";
import type { Items } from "./items.ts";

/**
 * Deletes what is sealed in the archive. A row is deleted only if it is the same in everything, and has both a later row of its item and
 * an earlier one of its item and player: a file of another database, or of a later one than this backup, then takes nothing that must stay.
 */
export class ArchivedRows {
  readonly #compactor: Compactor;
  readonly #items: Items;
  readonly #dictionaries: Dictionaries;
  readonly #delete: StatementSync;
  readonly #findScene: StatementSync;

  constructor(db: DatabaseSync, compactor: Compactor, items: Items, dictionaries: Dictionaries) {
    this.#compactor = compactor;
    this.#items = items;
    this.#dictionaries = dictionaries;
    this.#delete = db.prepare(
      `DELETE FROM transfers WHERE item = ?1 AND ts = ?2 AND nth = ?3 AND player = ?4 AND scene = ?5 AND x IS ?6 AND y IS ?7 AND z IS ?8
         AND EXISTS (SELECT 1 FROM transfers WHERE item = ?1 AND (ts, nth) > (?2, ?3))
         AND EXISTS (SELECT 1 FROM transfers WHERE item = ?1 AND (ts, nth) < (?2, ?3) AND player = ?4)`,
    );
    this.#findScene = db.prepare("SELECT ref FROM scenes WHERE server = ? AND action = ? AND world = ?");
  }

  clear(rows: SealedColumns): void {
    const scenes = new Map<string, number | undefined>();
    let [itemId, item]: [string, number | undefined] = ["", undefined];
    this.#compactor.delete(() => {
      let deleted = 0;
      for (let at = 0; at < rows.itemId.length; at++) {
        const row = rowAt(rows, at);
        // Rows come sorted by item.
        if (row.itemId !== itemId) [itemId, item] = [row.itemId, this.#items.findRef(row.itemId)];
        const player = this.#dictionaries.findPlayer(row.playerId);
        const scene = this.#scene(scenes, row.server, row.action, rows.world[at] as string);
        if (item === undefined || player === undefined || scene === undefined) continue;
        const [x = null, y = null, z = null] = [rows.x[at], rows.y[at], rows.z[at]];
        deleted += Number(this.#delete.run(item, row.timestampMs, row.nth, player, scene, x, y, z).changes);
      }
      return deleted;
    });
  }

  #scene(known: Map<string, number | undefined>, server: string, action: string, world: string): number | undefined {
    const key = `${server}\n${action}\n${world}`;
    if (!known.has(key)) known.set(key, this.#findScene.get(server, action, world)?.ref as number | undefined);
    return known.get(key);
  }
}
