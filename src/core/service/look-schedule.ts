import type { Consequences } from "../cases/consequences.ts";
import type { Config } from "../config/settings.ts";
import type { JudgingGroup } from "../judging/make-judging.ts";
import type { Announcements } from "../judging/sanctioned/announcements.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { type Cause, RECHECK } from "../looking/look-cause.ts";
import type { LookQueue, QueuedLook } from "../looking/rounds/look-queue.ts";
import { everyListener } from "../looking/rounds/pass-listener.ts";
import { PlayerRounds } from "../looking/rounds/player-rounds.ts";
import { PeriodicScan } from "../looking/rounds/scan.ts";
import { Sweep } from "../looking/rounds/sweep.ts";
import { type PlaceKey, playerPlace } from "../model/place.ts";
import type { Platform, Player } from "../platform.ts";
import type { GameClock } from "../time/game-clock.ts";
import { TickCost } from "../time/tick-cost.ts";
import type { Guard } from "./guard.ts";

/** Queued places without a reported move that are looked at in every tick, however busy it is. A full place counts as several. */
const MIN_LOOKS = 4;

/** At a stop: the most tick ends that items still unprocessed get. */
const LAST_LOOKS = 500;

/** At a stop: the tick ends in which a slow or unreachable store may still answer. */
const LAST_ROUNDS = 5;

interface LookScheduleParts {
  readonly platform: Platform;
  readonly config: Config;
  readonly clock: GameClock;
  readonly judging: JudgingGroup;
  /** Places that events and other parts want looked at when the tick ends. */
  readonly lookQueue: LookQueue;
  readonly consequences: Consequences;
  /** Hears of every pass, and has places that it wants looked at. Absent when no material is watched. */
  readonly ledger: Pick<Ledger, "horizon" | "placesInUse" | "placesToCount"> | undefined;
  readonly announcements: Pick<Announcements, "closeDue">;
  readonly guard: Guard;
  readonly onScan: (player: Player) => void;
  /** Handles questions between servers, after the looks and before their verdicts are filed. */
  readonly askOtherServers: () => void;
  /** Everything else that waits for the looks of a tick end. */
  readonly afterLooks: () => void;
}

/** Decides what is looked at at every tick end: what events asked for, then players in turn, then all other places. */
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
    const { platform, config, clock, ledger, onScan } = parts;
    const scan = (player: Player) => {
      onScan(player);
      this.#look(player.place, { action: "SCAN", player, isSighting: true });
    };
    const { presence, visibleCopies, unseenMoves, groundLooks } = parts.judging;
    const sweep = (place: PlaceKey) => {
      groundLooks.noteContainer(place);
      this.#look(place, RECHECK);
    };
    this.#scan = new PeriodicScan(
      platform,
      config.scanInterval,
      scan,
      everyListener(unseenMoves.players, ledger?.horizon.players),
      () => clock.isSpent,
    );
    const sweepListener = everyListener(unseenMoves.places, ledger?.horizon.places, groundLooks);
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
        for (const player of this.#parts.judging.supersededSessions.sessionsHeardAgain()) this.scan(player);
        this.#lookAtQueued();
        for (const place of this.#parts.ledger?.placesInUse() ?? []) this.#look(place, RECHECK);
        cost.scan.measure(() => {
          this.#scan.tick();
          if (this.#scan.hasBegun) this.#rounds.tick();
        });
        cost.sweep.measure(() => this.#sweep.tick());
        this.#lookAtHurried();
        this.#closeAnnouncedPlaces();
      }),
    );
  }

  #lookAtHurried(): void {
    const { judging, ledger } = this.#parts;
    for (const places of [judging.groundLooks.placesToHurry(), ledger?.horizon.hurried() ?? []])
      for (const place of places) {
        if (this.#parts.clock.isSpent) return;
        this.#look(place, RECHECK);
      }
  }

  #closeAnnouncedPlaces(): void {
    const { announcements, judging, guard } = this.#parts;
    announcements.closeDue((place) => {
      let isSeen = false;
      guard.run("a look", () => {
        isSeen = judging.forNetwork.canSee(place) && !judging.unprocessed.areWaitingAt(place);
      });
      return isSeen;
    });
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

  /** Looks at the places of both players when this tick ends, because the duplicate rule fired for an item of theirs. */
  queueBoth(player: Player, previousPlayerId: string): void {
    this.#lookQueue.add(player.place, "SCAN", player);
    this.#lookQueue.add(playerPlace(previousPlayerId), "SCAN", undefined);
  }

  /** Queues the players who are already here, and the places with open claims, instead of waiting for their turn. */
  queueAll(): void {
    const { platform, judging } = this.#parts;
    for (const player of platform.players()) this.scan(player);
    for (const place of judging.claims.places()) this.#lookQueue.add(place, "SCAN", undefined);
  }

  /**
   * Looks a last time at everything in the look queue, and handles what the store still answers. So everything that is known at a clean
   * stop is on record at the next start. `nextAnswer` resolves after an answer had time to come.
   */
  async finish(nextAnswer: () => Promise<void>): Promise<void> {
    const { guard } = this.#parts;
    const { judge, unprocessed } = this.#parts.judging;
    const isDone = (round: number) => judge.isAllConfirmed || (round >= LAST_ROUNDS && !judge.canConfirm);
    const isAllSeen = (round: number) => this.#lookQueue.size === 0 && (!unprocessed.areWaiting || round >= LAST_LOOKS);
    const last = [...(this.#parts.ledger?.placesToCount() ?? [])];
    const lookAtAll = () => {
      const places = last.splice(0);
      this.#lookAtQueued();
      for (const place of places) this.#look(place, RECHECK);
    };
    // No further tick end when nothing is left to look at: the game no longer saves what it would give to a player.
    for (let round = 0; last.length > 0 || !isAllSeen(round) || !isDone(round); round++) {
      guard.run("the last looks", () => this.#tickEnd(lookAtAll, true));
      await nextAnswer();
    }
    judge.finish();
  }

  /**
   * Looks, then does everything that follows from the looks; a step that fails does not stop the others. `isLast`: the game has stopped, so
   * it does not matter how long it takes.
   */
  #tickEnd(looks: () => void, isLast = false): void {
    const { clock, consequences, afterLooks, askOtherServers, guard } = this.#parts;
    const { judge } = this.#parts.judging;
    clock.beginTickEnd();
    if (isLast) clock.finishTickEnd();
    judge.beginTickEnd();
    guard.run("the looks of a tick", looks);
    guard.run("ranking copies", () => judge.rankCopies());
    guard.run("moving what was taken", () => consequences.moveQuarantined());
    guard.run("asking other servers", askOtherServers);
    guard.run("judging", () => judge.finishTickEnd());
    guard.run("filing cases", () => consequences.fileVerdicts());
    guard.run("the end of a tick", afterLooks);
    clock.finishTickEnd();
  }

  #lookAtQueued(): void {
    const { guard } = this.#parts;
    const { judge, unprocessed, visibleCopies } = this.#parts.judging;
    for (const [place, { cause }] of unprocessed.places())
      this.#lookQueue.add(place, cause.action, cause.player, cause.isSighting);
    const [moves, others] = [[] as QueuedLook[], [] as QueuedLook[]];
    for (const entry of this.#lookQueue.takeAll()) (entry.isMove ? moves : others).push(entry);
    // Only this tick knows who moved what, so these places never wait.
    for (const entry of moves) guard.run("a look", () => judge.look(entry.place, entry));
    let next = 0;
    let effort = 0;
    // A player who fills a tick with moves cannot keep other places from being looked at.
    const mayLook = () => effort < MIN_LOOKS || !visibleCopies.isBusy;
    const lookOn = () => {
      while (next < others.length && mayLook()) {
        const entry = others[next++]!;
        // Counted before the look, so that a failed look counts too.
        effort++;
        judge.look(entry.place, entry);
        effort += visibleCopies.effortOf(entry.place) - 1;
      }
    };
    while (next < others.length && mayLook()) guard.run("a look", lookOn);
    // A few very full places can use up a tick. The rest comes first in the next one.
    if (next < others.length) this.#lookQueue.putBack(others.slice(next));
  }

  /** A look that fails costs only this place its turn. */
  #look(place: PlaceKey, cause: Cause): void {
    const { guard, judging } = this.#parts;
    guard.run("a look", () => judging.judge.look(place, cause));
  }
}
