import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Serenity } from "@serenityjs/core";
import type {
  Alert,
  Announcement,
  CaseRecord,
  Item,
  Permission,
  PlaceKey,
  QuarantinedItem,
  RunningDoubletake,
  TransferRecord,
} from "../../../../src/index.ts";
import { doubletake } from "../../../../src/platforms/serenity/plugin.ts";
import type { StartOptions } from "./server-harness.ts";

// For ServerProcess: installs Doubletake by its two lines, and answers what a test asks about it.

/** An alert with the tick in which it came. */
type TimedAlert = Alert & { readonly tick: bigint };

const alerts: TimedAlert[] = [];
let running: RunningDoubletake;
let serenity: Serenity;

export function prepare(host: Serenity): void {
  serenity = host;
  const { dir } = JSON.parse(process.argv[2]!) as StartOptions;
  const folder = join(dir!, "plugins", "doubletake");
  mkdirSync(folder, { recursive: true });
  running = doubletake(serenity, { folder });
  running.doubletake.api.on("alert", (alert) => alerts.push({ ...alert, tick: serenity.currentTick }));
}

export const answers = {
  ready: (): Promise<void> => running.ready,

  permit(name: string, permissions: Permission[]): void {
    const player = serenity.getPlayers().find(({ username }) => username === name);
    for (const permission of permissions) player?.addPermission(permission);
  },

  /** What another plugin says by the API. */
  announce: (announcement: Announcement): void => running.doubletake.api.announce(announcement),

  /** Every alert since this process started, whether or not staff see it. */
  alerts: (): TimedAlert[] => alerts,

  cases: (itemId?: string): Promise<CaseRecord[]> =>
    running.doubletake.store.cases(itemId === undefined ? {} : { itemId }, { offset: 0, limit: 100 }),

  quarantined: (caseNumber?: number): Promise<QuarantinedItem[]> =>
    running.doubletake.store.quarantined(caseNumber === undefined ? {} : { caseNumber }),

  /** Newest first. */
  history: (itemId: string): Promise<TransferRecord[]> => running.doubletake.store.getItemTransferHistory(itemId, 1000),

  /** The server and the place that the record has for the item. */
  recordOf: async (itemId: string): Promise<string> => {
    const [custody] = await running.doubletake.store.custodyOf([itemId]);
    return `${custody?.server} ${custody?.place}`;
  },

  placeOf: (name: string): PlaceKey | undefined =>
    [...running.doubletake.platform.players()].findLast((player) => player.name === name)?.place,

  /** The ids of everything at a place, also inside boxes. Items without an id are left out. */
  idsAt(place: PlaceKey): string[] {
    const ids: string[] = [];
    const see = (item: Item) => {
      ids.push(...[item.readTag() ?? []].flat());
      item.contents()?.each(see);
    };
    running.doubletake.platform.look(place, see);
    return ids;
  },

  /** The complete data, each as a single item, of every visible item with one of these ids. */
  dataOf(itemIds: string[]): Uint8Array[] {
    const found: Uint8Array[] = [];
    const { platform } = running.doubletake;
    const see = (item: Item) => void (itemIds.includes(item.readTag() ?? "") && found.push(item.encode(1)));
    for (const { place } of platform.players()) platform.look(place, see);
    for (const place of platform.places()) platform.look(place, see);
    return found;
  },
};
