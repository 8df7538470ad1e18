import type { FakeStack } from "../../fake-item.ts";
import { FakePlatform } from "../../fake-platform.ts";
import type { FakePlayer } from "../../fake-player.ts";
import { MemoryStore } from "../../stores/memory-store.ts";
import { type FakeService, startedService } from "../fake-service.ts";
import { HandClock } from "../hand-clock.ts";
import { join, quit } from "../story.ts";
import { chunkOf, isPlayer, keyOf, locationOf, type Name, PLAYERS, placesIn, type Where } from "./known-places.ts";
import { MoodyStore } from "./moody-store.ts";

/** The server of a known world: its players come and go, its chunks go dark, and it is started again over the same store. */
export class KnownGame {
  readonly #clock = new HandClock();
  readonly store = new MoodyStore(new MemoryStore({ clock: this.#clock }));
  #service!: FakeService;
  #starts = 0;
  #players: Partial<Record<Name, FakePlayer>> = {};
  /** What absent players have. */
  readonly #kept: Record<Name, FakePlayer["slots"]> = { Olga: [], Mal: [], Eve: [] };
  readonly #dark = new Set<number>();

  get service(): FakeService {
    return this.#service;
  }

  async start(platform: FakePlatform, isStoreLate = false): Promise<void> {
    this.#service = await startedService({
      store: this.store.open(isStoreLate),
      clock: this.#clock,
      platform,
      config: 'scan-interval: 10\non-proven: ["ban {player}"]',
      firstId: ++this.#starts * 0x1000,
    });
  }

  /** A new process in a world of which nothing is left but which chunks are dark. */
  async startAfterCrash(isStoreLate: boolean): Promise<void> {
    for (const name of PLAYERS) this.#kept[name] = [];
    this.#players = {};
    const platform = new FakePlatform();
    for (const chunk of this.#dark) for (const place of placesIn(chunk)) platform.darken(place);
    await this.start(platform, isStoreLate);
  }

  /** Undefined if absent. */
  player(name: Name): FakePlayer | undefined {
    return this.#players[name];
  }

  join(name: Name): void {
    this.#players[name] ??= join(this.#service, name, { at: locationOf(0), slots: this.#kept[name] });
  }

  quit(name: Name): void {
    const player = this.#players[name];
    if (player === undefined) return;
    quit(this.#service, player);
    this.#kept[name] = player.slots;
    delete this.#players[name];
  }

  unload(chunk: number, isTold: boolean): void {
    if (this.#dark.has(chunk)) return;
    const { doubletake, platform } = this.#service;
    const places = placesIn(chunk);
    if (isTold) for (const place of places) doubletake.report({ kind: "going-dark", place, action: "SCAN" });
    for (const place of places) platform.darken(place);
    this.#dark.add(chunk);
  }

  load(chunk: number, isTold: boolean): void {
    if (!this.#dark.delete(chunk)) return;
    const { doubletake, platform } = this.#service;
    const places = placesIn(chunk);
    for (const place of places) platform.lighten(place);
    if (isTold) for (const place of places) doubletake.report({ kind: "sighting", place, action: "SCAN" });
  }

  isVisible(where: Where): boolean {
    return isPlayer(where) ? this.#players[where] !== undefined : !this.#dark.has(chunkOf(where)!);
  }

  /** Of a chest or a player. */
  slotsOf(where: Where): (FakeStack | undefined)[] {
    return isPlayer(where)
      ? (this.#players[where]?.slots ?? this.#kept[where])
      : this.#service.platform.chest(keyOf(where));
  }
}
