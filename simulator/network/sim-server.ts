import type { Announcement, Batch, PlaceKey } from "../../src/core/index.ts";
import type { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";
import { unloadChunk } from "../acts/chunks.ts";
import { quit } from "../acts/sessions.ts";
import { DoubletakeDetector, type ToldCases } from "../detectors/doubletake.ts";
import { EventChannel } from "../faults/event-channel.ts";
import { goDark } from "../faults/server-faults.ts";
import { Random, streamsOf } from "../random.ts";
import { ScenarioRunner } from "../scenarios/scenario-runner.ts";
import type { Server } from "../scenarios/server.ts";
import type { Truth } from "../truth/truth.ts";
import { VirtualClock } from "../virtual-clock.ts";
import type { Account, Session } from "../world/account.ts";
import type { Items } from "../world/items.ts";
import { populate } from "../world/populate.ts";
import { SimPlatform } from "../world/sim-platform.ts";
import type { Changes } from "../world/slots.ts";
import { TickPhases } from "../world/tick-phases.ts";
import { World } from "../world/world.ts";
import type { NetworkKnobs } from "./knobs.ts";
import { Link } from "./link.ts";
import type { NetworkMutant } from "./network-mutants.ts";

interface SimServerParts {
  readonly name: string;
  readonly number: number;
  readonly seed: number;
  readonly knobs: NetworkKnobs;
  readonly truth: Truth;
  readonly items: Items;
  readonly changes: Changes;
  readonly database: MemoryDatabase;
  readonly mutant: NetworkMutant | undefined;
  readonly told: ToldCases;
  readonly clockOffsetMs: number;
}

/** A join is believed after fifteen seconds at most, plus a moment. */
const BELIEVED_TICKS = 310;
/** The same after the plugin has said that it is done: the record of the leaving must have arrived, too. */
const ANNOUNCED_TICKS = 60;

/** One game server of the network, with the product on it. It has its own world, clock and way to the database. */
export class SimServer implements Server {
  readonly name: string;
  readonly world: World;
  readonly channel: EventChannel;
  readonly platform: SimPlatform;
  readonly clock = new VirtualClock();
  readonly detector: DoubletakeDetector;
  readonly scenarioRunner: ScenarioRunner;
  readonly phases: TickPhases;
  readonly isGoingDown = false;
  readonly #parts: SimServerParts;
  #store!: MemoryStore;
  #link!: Link;
  #journal: Batch[] = [];
  isUp = true;
  #cameUpTick = 0;
  /** The tick at which it comes up again. */
  upAtTick = 0;
  cutUntilTick = -1;
  /** True if the sync plugin says when it is done with a player. Players who stay on this server have their items at once. */
  announces = false;
  readonly #joined = new Set<Session>();
  readonly #toAnnounce = new Map<Account, number>();

  constructor(parts: SimServerParts) {
    this.#parts = parts;
    const { name, number, seed, knobs, truth, items, changes } = parts;
    this.name = name;
    const streams = streamsOf(seed * 31 + number);
    this.channel = new EventChannel(knobs.world.events, streams.faults, truth);
    this.world = new World(knobs.world, streams, truth, this.channel, { serverName: name, items, changes });
    this.channel.world = this.world;
    this.clock.step(parts.clockOffsetMs);
    this.platform = new SimPlatform(this.world, knobs.world.isRemoving);
    let ids = 0;
    const letter = "abcdef"[number % 6]!;
    const host = {
      platform: this.platform,
      clock: this.clock,
      knobs: knobs.world,
      truth,
      newId: () => `dddddddd-0000-4000-${letter}000-${(++ids).toString(16).padStart(12, "0")}`,
      tick: () => truth.tick,
      // A time that another server wrote comes from another clock, so nothing was seen here at that time.
      tickAt: (timeMs: number) => this.clock.tickAt(timeMs, -1),
      displays: () => [],
      changedPlaces: (): PlaceKey[] => [],
    };
    this.detector = new DoubletakeDetector(host, "evidence", {
      serverName: name,
      told: parts.told,
      open: () => this.#open(),
      mutant: parts.mutant,
    });
    this.channel.sink = (event) => this.detector.report(event);
    this.scenarioRunner = new ScenarioRunner(this.world, this);
    this.phases = new TickPhases(this.world, this.scenarioRunner, this);
    populate(this.world, (number) => `${name}${number}`);
  }

  get isCut(): boolean {
    return this.#link.isCut;
  }

  /** The world's part of a tick. */
  act(isResting: boolean): void {
    const { truth } = this.#parts;
    this.clock.step(50);
    if (!this.isUp && truth.tick >= this.upAtTick) this.#comeUp();
    this.#link.isCut = truth.tick <= this.cutUntilTick;
    if (!this.isUp) return;
    if (isResting) {
      this.scenarioRunner.isClosing = true;
      this.phases.rest();
    } else this.phases.tick();
    this.#noteJoins();
    this.channel.deliverHeld();
  }

  /** The detector's part. */
  finishTickEnd(): void {
    this.clock.note(this.#parts.truth.tick);
    this.#link.commit();
    if (this.isUp) this.platform.tick();
  }

  /** The plugin says that it has put a player's items in place. */
  synced(playerId: string): void {
    const { slots, ender } = this.world.accounts.get(playerId) ?? {};
    for (const own of [slots, ender]) if (own) own.unsettledUntil = knownBy(own.unsettledUntil, this.#parts.truth);
    this.detector.synced(playerId);
  }

  /** A player who joins is not looked at until it is known what is the player's. */
  #noteJoins(): void {
    const { truth, seed } = this.#parts;
    const { sessions } = this.world;
    for (const session of this.#joined) if (!sessions.has(session)) this.#joined.delete(session);
    for (const session of sessions) {
      if (this.#joined.has(session)) continue;
      this.#joined.add(session);
      const { account } = session;
      for (const own of [account.slots, account.ender]) own.unsettledUntil = truth.tick + BELIEVED_TICKS;
      const after = 1 + new Random(seed * 1_000_003 + truth.tick, account.id).int(30);
      if (this.announces && !account.isSynced) this.#toAnnounce.set(account, truth.tick + after);
    }
    for (const [account, tick] of this.#toAnnounce) {
      if (tick > truth.tick) continue;
      this.#toAnnounce.delete(account);
      if (account.session !== undefined) this.synced(account.id);
    }
  }

  announce(announcement: Announcement): void {
    this.detector.announce(announcement);
  }

  saveAll(): void {
    this.world.saves?.saveAll();
  }

  crash(): void {
    // Scenarios of one server do not take it down here; the network's weather does.
  }

  stop(): void {
    // The same as for `crash`.
  }

  stepClock(byMs: number): void {
    this.clock.step(byMs);
  }

  /** Called by the phases of a tick, in the phase `acts`. */
  schedule(): void {
    const { saveEveryTicks } = this.world.knobs;
    if ((this.world.tick + this.#parts.number * 97) % saveEveryTicks === 0) this.saveAll();
  }

  /** The process dies with its world, and will come up with what was written. `whileDown` handles what others kept for it. */
  die(torn: "players" | "chunks" | undefined, downTicks: number, whileDown: () => void): void {
    const { truth } = this.#parts;
    this.#leave();
    this.channel.forget();
    goDark(this.world);
    truth.duplication("D19", `${this.name} died and came back as it was saved`, () => {
      this.world.saves!.restore(torn);
      whileDown();
    });
    truth.epochTick = truth.tick;
    truth.startedTick = this.#cameUpTick;
    this.#endProcess(downTicks);
  }

  /** Stops in order. */
  async stopCleanly(downTicks: number): Promise<void> {
    this.#leave();
    for (const session of [...this.world.sessions]) quit(this.world, session);
    for (const chunk of this.world.chunks.values()) unloadChunk(this.world, chunk);
    this.saveAll();
    await this.detector.stop();
    this.#endProcess(downTicks);
  }

  #leave(): void {
    this.scenarioRunner.abandonAll();
    this.world.dropTransients();
  }

  #endProcess(downTicks: number): void {
    const { truth } = this.#parts;
    this.platform.forgetTickers();
    this.detector.kill();
    this.#journal = this.#link.takeJournal();
    this.#store.crash();
    this.isUp = false;
    this.upAtTick = truth.tick + downTicks;
  }

  #comeUp(): void {
    this.isUp = true;
    this.#cameUpTick = this.#parts.truth.tick;
    this.detector.boot();
    const { streams, tick } = this.world;
    for (const account of this.world.accounts.values()) account.awayUntil = tick + streams.crashes.between(1, 60);
  }

  #open(): Link {
    const { database, knobs, seed, truth, mutant } = this.#parts;
    const draw = (what: string) => new Random(seed * 1_000_003 + truth.tick, `${this.name} ${what}`).float();
    this.#store = new MemoryStore({ clock: this.clock, serverName: this.name, database });
    this.#link = new Link(this.#store, () => truth.tick, draw, knobs, this.#journal, mutant);
    this.#link.isCut = truth.tick <= this.cutUntilTick;
    this.#journal = [];
    return this.#link;
  }
}

/** When it is known what belongs to a player, after the plugin said it is done. A server that is away cannot record the leaving. */
export function knownBy(otherwise: number, { tick, troubledTick }: Pick<Truth, "tick" | "troubledTick">): number {
  const isSomebodyAway = troubledTick >= tick - 1;
  return isSomebodyAway ? otherwise : Math.min(otherwise, tick + ANNOUNCED_TICKS);
}
