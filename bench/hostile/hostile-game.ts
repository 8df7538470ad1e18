import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CommandSet,
  Doubletake,
  type Item,
  type Location,
  locationOfPlace,
  type PlaceKey,
  type Platform,
  readConfig,
  type StackVisitor,
  type Store,
} from "../../src/core/index.ts";
import { openStore } from "../../src/storage/open-store.ts";
import type { FakeStack } from "../../src/testing/fake-item.ts";
import { FakePlayer } from "../../src/testing/fake-player.ts";
import { englishMessages } from "../../src/testing/unpublished/english-messages.ts";
import { GarbageTimes } from "./garbage-times.ts";
import { PlainItem } from "./plain-item.ts";

type Slots = (FakeStack | undefined)[];

const START: Location = { world: "world", x: 0, y: 64, z: 0 };
const TICK_MS = 50;

/** A game that a cheat has filled, with a whole service and a real SQLite store behind it. */
export class HostileGame implements Platform {
  readonly name = "hostile";
  readonly version = "1";
  readonly doubletake: Doubletake;
  readonly #folder = mkdtempSync(join(tmpdir(), "doubletake-hostile-"));
  readonly #store: Store;
  readonly #players: FakePlayer[] = [];
  readonly #places = new Map<PlaceKey, Slots>();
  readonly #clock = { ms: 1_700_000_000_000, now: () => this.#clock.ms, elapsedMs: () => performance.now() };
  readonly #garbage = new GarbageTimes();
  #onTick: () => void = () => undefined;
  /** Stacks shown to Doubletake since the tick began. */
  #seen = 0;
  /** The longest tick, in processor time of the game's thread, including garbage collection. */
  longestMs = 0;
  /** The same without garbage collection; may be another tick. */
  longestWorkMs = 0;
  /** The longest garbage collection of one tick. */
  longestGarbageMs = 0;
  mostSeen = 0;
  alerts = 0;

  constructor() {
    const silent = { info() {}, warn() {}, error: (text: string) => console.error(text) };
    const config = { engine: "sqlite", file: join(this.#folder, "tracker.db"), serverName: "bench" } as const;
    this.#store = openStore({ config, retentionDays: 0, log: silent });
    this.doubletake = new Doubletake({
      platform: this,
      config: readConfig("removal-limit: 0").config,
      messages: englishMessages(),
      log: silent,
      outside: { isHeard: () => false, send: () => this.alerts++, sendDuplicateAlert() {} },
      clock: this.#clock,
    });
    this.doubletake.start();
  }

  async start(): Promise<void> {
    await this.doubletake.connect(this.#store);
  }

  async stop(): Promise<void> {
    this.#garbage.stop();
    await this.doubletake.stop();
    await this.#store.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get store(): Store {
    return this.#store;
  }

  joinWith(name: string, slots: Slots): FakePlayer {
    const player = new FakePlayer(name, { slots, at: START });
    this.#players.push(player);
    this.doubletake.report({ kind: "sighting", place: player.place, action: "JOIN", player });
    return player;
  }

  quit(player: FakePlayer): void {
    this.doubletake.report({ kind: "going-dark", place: player.place, action: "QUIT", player });
    this.#players.splice(this.#players.indexOf(player), 1);
  }

  put(place: PlaceKey, slots: Slots): void {
    this.#places.set(place, slots);
  }

  /** Reports that somebody did something there, so that the place is looked at when the tick ends. */
  touch(place: PlaceKey): void {
    const player = this.#players[0];
    if (player) this.doubletake.report({ kind: "sighting", place, action: "CONTAINER_OPEN", player });
  }

  /**
   * Runs a tick and everything that the game's thread does until the next one begins: the store's answers, and garbage
   * collection. It takes `paceMs`, because a server idles until the next tick.
   */
  async tick(paceMs = TICK_MS): Promise<void> {
    this.#clock.ms += TICK_MS;
    this.#seen = 0;
    const began = performance.now();
    const before = process.threadCpuUsage();
    this.#onTick();
    await sleep(Math.max(1, paceMs - (performance.now() - began)));
    const { user, system } = process.threadCpuUsage(before);
    const [ms, garbageMs] = [(user + system) / 1000, this.#garbage.msSince(began)];
    this.longestMs = Math.max(this.longestMs, ms);
    this.longestWorkMs = Math.max(this.longestWorkMs, ms - garbageMs);
    this.longestGarbageMs = Math.max(this.longestGarbageMs, garbageMs);
    this.mostSeen = Math.max(this.mostSeen, this.#seen);
  }

  forgetLongest(): void {
    this.longestMs = 0;
    this.longestWorkMs = 0;
    this.longestGarbageMs = 0;
    this.mostSeen = 0;
  }

  players(): Iterable<FakePlayer> {
    return this.#players;
  }

  onTick(callback: () => void): () => void {
    this.#onTick = callback;
    return () => undefined;
  }

  *places(): Iterable<PlaceKey> {
    yield* this.#places.keys();
  }

  look(place: PlaceKey, see: StackVisitor): boolean {
    const player = this.#players.find((candidate) => candidate.place === place);
    const slots = player?.slots ?? this.#places.get(place);
    const at = player?.at ?? locationOfPlace(place) ?? START;
    if (slots === undefined) return !place.startsWith("player:");
    for (let slot = 0; slot < slots.length; slot++) {
      const stack = slots[slot];
      if (stack === undefined) continue;
      this.#seen += 1 + (stack.inside?.slots.length ?? 0);
      see(new PlainItem(stack), String(slot), at);
    }
    return true;
  }

  remove(place: PlaceKey, slot: string, item: Item, count: number): boolean {
    const player = this.#players.find((candidate) => candidate.place === place);
    const slots = player?.slots ?? this.#places.get(place);
    const stack = slots?.[Number(slot)];
    if (slots === undefined || stack === undefined || stack !== item.stack) return false;
    stack.count -= count;
    if (stack.count <= 0) slots[Number(slot)] = undefined;
    return true;
  }

  registerCommands(_commands: CommandSet): void {
    // Nobody types commands here.
  }

  runConsoleCommand(_line: string): void {
    // Nothing listens.
  }
}
