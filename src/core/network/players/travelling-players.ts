import type { PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import type { Store } from "../../store.ts";
import type { NetworkParts } from "../network-parts.ts";
import type { Servers } from "../server-states.ts";
import { ArrivingPlayers } from "./arriving-players.ts";
import { LingeringPlayers } from "./lingering-players.ts";
import { isServed, ownContentsText, ownPlaces } from "./own-places.ts";
import { QuitRecords } from "./quit-records.ts";
import { SyncAnnouncements } from "./sync-announcements.ts";

/** Players who come from another server, and leave for one. */
export class TravellingPlayers {
  readonly arriving: ArrivingPlayers;
  readonly #parts: NetworkParts;
  readonly #servers: Servers;
  readonly #quitRecords: QuitRecords;
  readonly #lingering: LingeringPlayers;
  readonly #announcements: SyncAnnouncements;
  /** Players who have left in this tick: what they put away in it goes on record first. */
  readonly #leaving = new Set<string>();

  /** `onRecheck`: what the player has here is to be compared with what is on record by now. */
  constructor(
    parts: NetworkParts,
    servers: Servers,
    store: () => Store | undefined,
    onRecheck: (places: readonly PlaceKey[]) => void,
  ) {
    const { platform, clock, config } = parts;
    this.#parts = parts;
    this.#servers = servers;
    this.#quitRecords = new QuitRecords(parts.recorder, parts.writes);
    const sharesPlayerData = config.network.playerData === "shared";
    this.arriving = new ArrivingPlayers({
      clock,
      store,
      sharesPlayerData,
      sharesEnderChests: sharesPlayerData && config.network.enderChests === "shared",
      peek: (playerId) => ownContentsText(platform, playerId),
      onBelieved: (playerId) => {
        const places = ownPlaces(platform, playerId);
        parts.onBelieved(playerId, places);
        return places;
      },
      onRecheck: (playerId) => onRecheck(ownPlaces(platform, playerId)),
      onLeftMeanwhile: (playerId) => this.#leaving.add(playerId),
    });
    this.#announcements = new SyncAnnouncements(parts.writes, (areAnnounced) =>
      this.arriving.expectAnnouncements(areAnnounced),
    );
    this.#lingering = new LingeringPlayers(
      clock,
      (playerId) => isServed(platform, playerId),
      (playerId) => {
        this.#leaving.delete(playerId);
        this.#quitRecords.onPlayerJoin(playerId);
        this.arriving.onPlayerFound(playerId);
      },
      (playerId) => this.#onPlayerGone(playerId),
    );
  }

  /** Whether a plugin announces players. Called again until the store can say so. */
  readAnnouncements(store: Store): Promise<void> {
    return this.#announcements.read(store);
  }

  /** Called at every heartbeat. */
  checkLingering(): void {
    this.#lingering.checkServed();
  }

  /** Registers players who were here before there were other servers: what they show is theirs. */
  tellWhoIsHere(): void {
    if (!this.#servers.hasOthers) return;
    for (const { id } of this.#parts.platform.players()) this.arriving.onPlayerFound(id);
  }

  /** False when there is nothing to wait for, and `onBelieved` was not called. */
  onPlayerJoin(playerId: string): boolean {
    this.#leaving.delete(playerId);
    this.#quitRecords.onPlayerJoin(playerId);
    this.#lingering.onPlayerJoin(playerId);
    if (!this.#servers.hasOthers || this.#parts.makers?.believesJoins) return false;
    return this.arriving.onPlayerJoin(playerId);
  }

  /** A session of the player has ended, and everything about it is recorded. After the last session, other servers may go on. */
  onPlayerQuit({ id: playerId, place }: Pick<Player, "id" | "place">): void {
    if (isServed(this.#parts.platform, playerId, place)) return;
    this.#lingering.onPlayerQuit(playerId);
    this.#onPlayerGone(playerId);
  }

  /** A plugin has put the player's things in place. */
  markSynced(playerId: string, store: Store | undefined): void {
    this.arriving.markSynced(playerId);
    if (store !== undefined) this.#announcements.notePluginAnnounces(store);
  }

  /** At the end of a tick, when everything that its looks found is recorded. */
  finishTickEnd(store: Store): void {
    for (const playerId of this.#leaving) {
      this.#leaving.delete(playerId);
      this.#quitRecords.onPlayerQuit(playerId, store);
    }
  }

  #onPlayerGone(playerId: string): void {
    this.arriving.onPlayerQuit(playerId);
    this.#leaving.add(playerId);
  }
}
