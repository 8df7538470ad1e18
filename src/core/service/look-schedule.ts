import type { Casework } from "../cases/casework.ts";
import type { Config } from "../config/settings.ts";
import type { Judging } from "../judging/make-judging.ts";
import { type Cause, RECHECK } from "../looking/look-cause.ts";
import type { LookQueue, QueuedLook } from "../looking/look-queue.ts";
import { everyListener, type PassListener } from "../looking/pass-listener.ts";
import { PlayerRounds } from "../looking/player-rounds.ts";
import { PeriodicScan } from "../looking/scan.ts";
import { Sweep } from "../looking/sweep.ts";
import { type PlaceKey, playerPlace } from "../model/place.ts";
import type { Platform, Player } from "../platform.ts";
import type { GameClock } from "../time/game-clock.ts";
import { TickCost } from "../time/tick-cost.ts";

/**
 * Places that are looked at in a tick, however much it has found: those that nobody is reported to have moved something at. A full one
 * counts as several.
 */
const LEAST_LOOKS = 4;

/** Tick ends after the last tick in which what waits to be dealt with has its turn. */
const LAST_LOOKS = 500;

/** Tick ends after the last tick in which a store that is slow, or away, may still answer. */
const LAST_ROUNDS = 5;

export interface LookScheduleParts {
  readonly platform: Platform;
  readonly config: Config;
  readonly clock: GameClock;
  readonly judging: Judging;
  /** What events and other parts ask to be looked at when the tick ends. */
  readonly lookQueue: LookQueue;
  readonly casework: Casework;
  /** Hear of every pass. */
  readonly passes: { readonly players: PassListener; readonly places: PassListener } | undefined;
  /** Places that are looked at at every tick end for now. */
  readonly inUse: () => readonly PlaceKey[];
  /** Places that are looked at before their turn, as far as the tick has time for them. */
  readonly hurried: () => Iterable<PlaceKey>;
  /** Places that are looked at once more when the game has stopped. */
  readonly lastOf: () => Iterable<PlaceKey>;
  /** Runs something that may fail: a failure is logged, and costs nothing else. */
  readonly guard: (what: string, act: () => void) => void;
  readonly onScan: (player: Player) => void;
  /** Questions between this server and others, after the looks and before their verdicts are filed. */
  readonly onOthers: () => void;
  /** Everything else that waits for the looks of a tick end. */
  readonly afterLooks: () => void;
}

/** What is looked at at every tick end: what events asked for, the players in turn, and all other places behind them. */
export class LookSchedule {
  readonly cost: TickCost;
  readonly #lookQueue: LookQueue;
  readonly #parts: LookScheduleParts;
  readonly #scan: PeriodicScan;
  readonly #rounds: PlayerRounds;
  readonly #sweep: Sweep;

  constructor(parts: LookScheduleParts) {
    this.#parts = parts;
    this.#lookQueue = parts.lookQueue;
    this.cost = new TickCost(parts.clock);
    const { platform, config, clock, passes, onScan } = parts;
    const scan = (player: Player) => {
      onScan(player);
      this.#look(player.place, { action: "SCAN", player, isSighting: true });
    };
    const { presence, visibleCopies, unseenMoves, groundLooks } = parts.judging;
    const sweep = (place: PlaceKey) => {
      groundLooks.met(place);
      this.#look(place, RECHECK);
    };
    const [ofPlayers, ofPlaces] = [passes?.players, passes?.places];
    this.#scan = new PeriodicScan(
      platform,
      config.scanInterval,
      scan,
      everyListener(unseenMoves.players, ofPlayers),
      () => clock.isSpent,
    );
    const sweepListener = everyListener(unseenMoves.places, ofPlaces, groundLooks);
    const effortOf = (place: PlaceKey) => visibleCopies.effortOf(place);
    const lookAt = (player: Player) => this.#look(player.place, { action: "SCAN", player, isSighting: false });
    this.#rounds = new PlayerRounds(platform, lookAt, effortOf, () => clock.isSpent);
    this.#sweep = new Sweep(platform, presence, clock, sweep, sweepListener, effortOf);
  }

  /** Called at every tick end. */
  tick(): void {
    const { cost } = this;
    cost.tickEnd.measure(() =>
      this.#tickEnd(() => {
        for (const player of this.#parts.judging.supersededSessions.heardAgain()) this.scan(player);
        this.#lookAtQueued();
        for (const place of this.#parts.inUse()) this.#look(place, RECHECK);
        cost.scan.measure(() => {
          this.#scan.tick();
          if (this.#scan.hasBegun) this.#rounds.tick();
        });
        cost.sweep.measure(() => this.#sweep.tick());
        this.#hurry();
      }),
    );
  }

  #hurry(): void {
    for (const places of [this.#parts.judging.groundLooks.hurried(), this.#parts.hurried()])
      for (const place of places) {
        if (this.#parts.clock.isSpent) return;
        this.#look(place, RECHECK);
      }
  }

  /** Begins a pass over all players now, unless one is under way. */
  scanPlayers(): void {
    if (!this.#scan.isRunning) this.#scan.start();
  }

  /** Looks at a player when this tick ends, as the periodic scan does. */
  scan(player: Player): void {
    this.#parts.onScan(player);
    this.#lookQueue.add(player.place, "SCAN", player, true);
  }

  /** The rule fired for something with these two: their places are looked at when this tick ends. */
  examine(player: Player, previousPlayerId: string): void {
    this.#lookQueue.add(player.place, "SCAN", player);
    this.#lookQueue.add(playerPlace(previousPlayerId), "SCAN", undefined);
  }

  /** Players who are here already, and places that something is claimed of, are looked at without waiting for their turn. */
  lookAround(): void {
    const { platform, judging } = this.#parts;
    for (const player of platform.players()) this.scan(player);
    for (const place of judging.claims.places()) this.#lookQueue.add(place, "SCAN", undefined);
  }

  /**
   * Looks a last time at everything in the look queue, and deals with what the store still answers (`nextAnswer` resolves after an
   * answer had time to come): what is known at a clean stop is on record at the next start.
   */
  async finish(nextAnswer: () => Promise<void>): Promise<void> {
    const { guard } = this.#parts;
    const { examiner, unprocessed } = this.#parts.judging;
    const isDone = (round: number) => examiner.isAllConfirmed || (round >= LAST_ROUNDS && !examiner.canConfirm);
    const isAllSeen = (round: number) => this.#lookQueue.size === 0 && (!unprocessed.areWaiting || round >= LAST_LOOKS);
    const last = [...this.#parts.lastOf()];
    const lookAtAll = () => {
      const places = last.splice(0);
      this.#lookAtQueued();
      for (const place of places) this.#look(place, RECHECK);
    };
    // Where nothing is left to look at there is no further tick end: what it would give to a player the game does not keep any more.
    for (let round = 0; last.length > 0 || !isAllSeen(round) || !isDone(round); round++) {
      guard("the last looks", () => this.#tickEnd(lookAtAll, true));
      await nextAnswer();
    }
  }

  /**
   * Looks, and then everything they lead to; what fails keeps nothing else from its turn. `isLast`: the game has stopped, and nobody minds
   * how long it takes.
   */
  #tickEnd(looks: () => void, isLast = false): void {
    const { clock, casework, afterLooks, onOthers, guard } = this.#parts;
    const { examiner } = this.#parts.judging;
    clock.beginTickEnd();
    if (isLast) clock.finishTickEnd();
    examiner.beginTickEnd();
    guard("the looks of a tick", looks);
    guard("moving what was taken", () => casework.moveQuarantined());
    guard("asking other servers", onOthers);
    guard("judging", () => examiner.finishTickEnd());
    guard("filing cases", () => casework.fileVerdicts());
    guard("the end of a tick", afterLooks);
    clock.finishTickEnd();
  }

  #lookAtQueued(): void {
    const { guard } = this.#parts;
    const { examiner, unprocessed, visibleCopies } = this.#parts.judging;
    for (const [place, { cause }] of unprocessed.places())
      this.#lookQueue.add(place, cause.action, cause.player, cause.isSighting);
    const [moves, others] = [[] as QueuedLook[], [] as QueuedLook[]];
    for (const entry of this.#lookQueue.takeAll()) (entry.isMove ? moves : others).push(entry);
    // Who moved what is known in this tick only: those places never wait.
    for (const entry of moves) guard("a look", () => examiner.look(entry.place, entry));
    let next = 0;
    let effort = 0;
    // Whoever fills a tick with moves keeps nobody else from being looked at.
    const mayLook = () => effort < LEAST_LOOKS || !visibleCopies.isBusy;
    const lookOn = () => {
      while (next < others.length && mayLook()) {
        const entry = others[next++]!;
        // Before the look: one that fails counts as well.
        effort++;
        examiner.look(entry.place, entry);
        effort += visibleCopies.effortOf(entry.place) - 1;
      }
    };
    while (next < others.length && mayLook()) guard("a look", lookOn);
    // A few places with very much in them are as good as many: the rest has its turn first thing in the next tick.
    if (next < others.length) this.#lookQueue.putBack(others.slice(next));
  }

  /** A look that fails costs this place its turn, and no other. */
  #look(place: PlaceKey, cause: Cause): void {
    const { guard, judging } = this.#parts;
    guard("a look", () => judging.examiner.look(place, cause));
  }
}
