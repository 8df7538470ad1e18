import { type Batch, BatchWriter, type Birth, idWords, parseLocation, type SeenCopy } from "../../core/index.ts";

/** A row as tests write it. `at` is the time in milliseconds. */
export type Row =
  | { readonly seen: string; readonly by: string; readonly material: string; readonly at: number; readonly ask?: true }
  | { readonly moved: string; readonly by: string; readonly action: string; readonly to: string; readonly at: number }
  | { readonly kept: string; readonly by: string; readonly place: string; readonly where: string; readonly at: number }
  | { readonly named: string; readonly name: string; readonly at: number };

export function batchOf(...rows: readonly Row[]): Batch {
  const writer = new BatchWriter();
  for (const row of rows) {
    if ("named" in row) writer.addPlayerName(row.named, row.name, row.at);
    else if ("seen" in row) {
      const index = writer.addSeen(idWords(row.seen), 0, row.by, row.material, row.at);
      if (row.ask) writer.askSeen(index);
    } else if ("moved" in row) {
      writer.addTransferAtText(idWords(row.moved), 0, row.by, row.action, row.to, row.at);
    } else {
      const where = parseLocation(row.where);
      if (!where) throw new TypeError(`custody needs a location, not ${row.where}`);
      writer.addCustody(idWords(row.kept), 0, row.by, row.place, where.world, where.x, where.y, where.z, row.at);
    }
  }
  const batch = writer.finishBatch();
  if (!batch) throw new TypeError("a batch needs rows");
  return batch;
}

/** The n-th item id: random-looking, always the same. Every bit of the words is used, the sign bits too. */
export function itemId(n: number): string {
  return uuid(n, 0x9e3779b1);
}

export function playerId(n: number): string {
  return uuid(n, 0x85ebca6b);
}

/** A time that a real server could have. */
export const NOON = Date.UTC(2026, 0, 15, 12);

/** A birth: one player broke a container that another had open, and the other then took the item out of what was left of it. */
export function birthOf(atMs: number, breaker = "Zoë", taker = "x"): Birth {
  const block = { place: "block:world:1,2,3", location: "world:1,2,3", holder: "" };
  const window = { place: `window:${playerId(1)}`, location: "", holder: taker };
  return {
    single: { atMs: atMs - 100, places: [{ place: "ground:world:0,0", location: "world:1,2,3", holder: taker }] },
    double: {
      atMs,
      places: [
        { place: "ground:world:0,0", location: "world:1,2,3", holder: taker },
        { place: `player:${playerId(1)}`, location: "world:4,2,3", holder: taker, isDark: true },
      ],
    },
    steps: [
      { atMs: atMs - 150, kind: "break", player: breaker, material: "", place: block, openTo: taker, phase: "before" },
      {
        atMs: atMs - 50,
        kind: "took",
        player: taker,
        material: "DIAMOND_SWORD",
        place: window,
        isPlaceGone: true,
        phase: "making",
      },
    ],
    trick: ">ground took window>player",
  };
}

export function copyOf(item: string, n = 1): SeenCopy {
  return {
    itemId: item,
    place: `block:world:${n},64,-7`,
    slot: `contents/${n}`,
    location: `world:${n},64,-7`,
    holderId: playerId(n),
    holderName: `Zoë "the ${n}th" O'Neil`,
    count: n,
    seenMs: NOON + n,
  };
}

function uuid(n: number, factor: number): string {
  let hex = "";
  let state = (n + 1) * factor;
  for (let word = 0; word < 4; word++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + factor;
    hex += (state >>> 0).toString(16).padStart(8, "0");
  }
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
