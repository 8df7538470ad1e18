import { blockPlace } from "../../core/index.ts";
import type { FakeStack } from "../fake-item.ts";
import type { FakePlayer } from "../fake-player.ts";
import { MemoryDatabase } from "../stores/memory-database.ts";
import { MemoryStore } from "../stores/memory-store.ts";
import { type FakeService, startedService } from "./fake-service.ts";
import { HandClock } from "./hand-clock.ts";
import { type HandStore, handStore } from "./stores/hand-store.ts";
import { type Life, mortalStore } from "./stores/mortal-store.ts";
import { join, play, quit } from "./story.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };

/** The only chest of a saved game. */
export const CHEST = blockPlace(AT);

type Slots = (FakeStack | undefined)[];

/**
 * A game of some players and a chest, which goes on over stops and crashes. Everything is saved when somebody leaves, when the chest is
 * unloaded, and when a test saves it; a crash brings back the last save.
 */
export class SavedGame<Name extends string> {
  readonly clock = new HandClock();
  readonly saved: Record<Name | "chest", Slots>;
  /** Those who are here. */
  players: Partial<Record<Name, FakePlayer>> = {};
  isLoaded = true;
  service!: FakeService;
  memory!: MemoryStore;
  /** What the service's process knows of the store. */
  connection!: HandStore;
  life!: Life;
  readonly #database = new MemoryDatabase({ clock: this.clock });
  #lives = 0;

  constructor(saved: Record<Name | "chest", Slots>) {
    this.saved = saved;
  }

  get names(): readonly Name[] {
    return Object.keys(this.saved).filter((name): name is Name => name !== "chest");
  }

  /** Starts a process on the last save. */
  async boot(away: readonly Name[] = [], isDark = false): Promise<void> {
    this.memory = new MemoryStore({ clock: this.clock, database: this.#database });
    this.connection = handStore(this.memory);
    this.life = { left: Number.POSITIVE_INFINITY, isLastDone: false };
    this.service = await startedService({
      store: mortalStore(this.connection.store, this.life),
      clock: this.clock,
      config: "scan-interval: 10\nremoval-limit: 0",
      firstId: ++this.#lives * 0x1000,
    });
    this.players = {};
    this.#chest.push(...structuredClone(this.saved.chest));
    this.isLoaded = !isDark;
    if (isDark) this.service.platform.darken(CHEST);
    for (const name of this.names) if (!away.includes(name)) this.enter(name);
    await play(this.service);
  }

  async crash(away: readonly Name[], isDark: boolean): Promise<void> {
    this.life.left = -1;
    this.memory.crash();
    // No process starts in the millisecond in which another one dies.
    this.clock.pass(1);
    await this.boot(away, isDark);
  }

  async stop(away: readonly Name[], isDark: boolean): Promise<void> {
    for (const name of this.names) this.leave(name);
    await this.service.doubletake.stop();
    this.save();
    await this.memory.close();
    await this.boot(away, isDark);
  }

  /** `undefined` while nobody can look there. */
  slotsOf(where: Name | "chest"): Slots | undefined {
    if (where !== "chest") return this.players[where]?.slots;
    return this.isLoaded ? this.#chest : undefined;
  }

  enter(name: Name): void {
    this.players[name] ??= join(this.service, name, { slots: structuredClone(this.saved[name]), at: AT });
  }

  leave(name: Name): void {
    const player = this.players[name];
    if (player === undefined) return;
    this.save();
    quit(this.service, player);
    delete this.players[name];
  }

  load(): void {
    this.service.platform.lighten(CHEST);
    this.isLoaded = true;
    this.service.doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
  }

  unload(): void {
    this.save();
    this.service.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
    this.service.platform.darken(CHEST);
    this.isLoaded = false;
  }

  save(): void {
    for (const name of this.names) {
      const player = this.players[name];
      if (player !== undefined) this.saved[name] = structuredClone(player.slots);
    }
    this.saved.chest = structuredClone(this.#chest);
  }

  get #chest(): Slots {
    return this.service.platform.chest(CHEST);
  }
}
