import { randomUUID } from "node:crypto";
import { Alerts, type OutsideAlerts } from "./alerts/alerts.ts";
import { FirstIdNotices } from "./alerts/first-id-notices.ts";
import { NoticeMutes } from "./alerts/notice-mutes.ts";
import type { Later } from "./alerts/outside-filter.ts";
import { Listeners } from "./api/listeners.ts";
import { type DoubletakeApi, PluginApi } from "./api/plugin-api.ts";
import { Casework } from "./cases/casework.ts";
import type { ChannelStatus } from "./channels/channel-status.ts";
import type { Reloaded } from "./commands/command-context.ts";
import { CommandRouter } from "./commands/command-router.ts";
import { LiveConfig } from "./config/live-config.ts";
import type { Config } from "./config/settings.ts";
import { DoubletakeError } from "./errors.ts";
import type { Happening, ItemEvent } from "./item-event.ts";
import { ClientWrittenItems } from "./judging/custody/client-written-items.ts";
import { Holders } from "./judging/custody/holders.ts";
import { ItemEnds } from "./judging/ends/item-ends.ts";
import { LastRun, noteCleanStop, restoreFromStore } from "./judging/from-store/restore-from-store.ts";
import { StartupRestore } from "./judging/from-store/startup-restore.ts";
import { makeJudging } from "./judging/make-judging.ts";
import { Announcements } from "./judging/sanctioned/announcements.ts";
import { SanctionedCauses } from "./judging/sanctioned/sanctioned-causes.ts";
import { SavedAnnouncements } from "./judging/sanctioned/saved-announcements.ts";
import { balanceFinding, sharedFinding } from "./ledger/excess.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { LedgerMakers } from "./ledger/ledger-makers.ts";
import { makeLedger } from "./ledger/make-ledger.ts";
import { LiveItems } from "./looking/live-items.ts";
import { LookSchedule } from "./looking/look-schedule.ts";
import type { Messages } from "./messages/messages.ts";
import { type Log, plainLog } from "./model/log.ts";
import type { PlaceKey } from "./model/place.ts";
import type { CopiedWorlds } from "./network/copied-worlds.ts";
import { Network, type NetworkMakers } from "./network/network.ts";
import type { ServerOfMany } from "./network/server-states.ts";
import type { Platform } from "./platform.ts";
import { EventIntake } from "./recording/event-intake.ts";
import { Recorder } from "./recording/recorder.ts";
import { RetriedWrites } from "./recording/retried-writes.ts";
import { Tracker } from "./recording/tracker.ts";
import { DuplicateRule } from "./rule/duplicate-rule.ts";
import { KnownItems } from "./rule/known-items.ts";
import { KnownItemsCleanup } from "./rule/known-items-cleanup.ts";
import { RuleHits } from "./rule/rule-hits.ts";
import type { Store } from "./store.ts";
import { Story } from "./story/story.ts";
import type { NewId } from "./tagging/item-tag.ts";
import { type Clock, systemClock } from "./time/clock.ts";
import { GameClock } from "./time/game-clock.ts";
import { OncePerMinute } from "./time/once-per-minute.ts";
import { quietLog } from "./time/quiet-log.ts";
import type { TickCost } from "./time/tick-cost.ts";
import { systemLater } from "./time/timers.ts";

export interface DoubletakeParts {
  readonly platform: Platform;
  readonly config: Config;
  readonly messages: Messages;
  readonly log: Log;
  /** This server's name in a store that several share. Absent: it has the store to itself. */
  readonly serverName?: string | undefined;
  readonly outside: OutsideAlerts;
  /** Reads config.yml and messages.yml again, with complaints to `log`. Absent: there are no files. */
  readonly readFiles?:
    | ((inForce: Config, log: Log) => { readonly config: Config; readonly messages: Messages })
    | undefined;
  /** For `status` and `notify test`. Absent: there are no channels. */
  readonly channels?: ChannelStatus;
  readonly clock?: Clock;
  readonly newId?: NewId;
  /** The process's own timers when left out. */
  readonly later?: Later;
  /** For those who measure the protocol between servers: it goes by other parts. */
  readonly networkMakers?: NetworkMakers | undefined;
  /** For those who measure the ledger: it judges by other parts. */
  readonly ledgerMakers?: LedgerMakers | undefined;
  /** For those who measure what stories cost: false, and no event is noted. */
  readonly notesEvents?: boolean;
}

/**
 * The running service. A platform reports events to it from the first moment on; the store joins when it is open.
 * Nothing here throws into the game.
 */
export class Doubletake {
  readonly platform: Platform;
  readonly config: Config;
  readonly messages: Messages;
  readonly clock: GameClock;
  readonly log: Log;
  readonly channels: ChannelStatus | undefined;
  readonly later: Later;
  readonly recorder: Recorder;
  readonly knownItems = new KnownItems();
  readonly mutes: NoticeMutes;
  /** What other plugins can do. */
  readonly api: DoubletakeApi;
  /** What staff ask of the game itself. */
  readonly game: LiveItems;
  /** What this server is called, and whether staff have to be told so. */
  readonly server: ServerOfMany;
  /** The balances of stackable materials; `undefined` when none is to be watched. */
  readonly ledger: Ledger | undefined;
  readonly #live: LiveConfig;
  readonly #readFiles: DoubletakeParts["readFiles"];
  readonly #savedAnnouncements: SavedAnnouncements;
  readonly #actors = new Holders();
  readonly #casework: Casework;
  readonly #network: Network | undefined;
  readonly #schedule: LookSchedule;
  readonly #ends: ItemEnds;
  readonly #intake: EventIntake;
  readonly #clientWritten: ClientWrittenItems;
  readonly #notices: FirstIdNotices;
  readonly #cleanup: KnownItemsCleanup;
  readonly #memory: StartupRestore;
  readonly #writes: RetriedWrites;
  readonly #failures: OncePerMinute;
  readonly #story: Story | undefined;
  #store: Store | undefined;
  #connecting: Promise<void> | undefined;
  #hasStopped = false;
  #endTicks: (() => void) | undefined;

  constructor(parts: DoubletakeParts) {
    const { platform, outside, newId = randomUUID } = parts;
    const clock = new GameClock(parts.clock ?? systemClock);
    const messages = parts.messages.withConstants(platform.namesItems ? "marked" : "words");
    const log = plainLog(parts.log);
    // For what is tried again and again; whatever is done is said each time.
    const quiet = quietLog(log, clock);
    this.#live = new LiveConfig(parts.config);
    this.#readFiles = parts.readFiles;
    const { config } = this.#live;
    this.platform = platform;
    this.config = config;
    this.messages = messages;
    this.log = log;
    this.channels = parts.channels;
    this.later = parts.later ?? systemLater;
    this.mutes = new NoticeMutes(quiet);
    this.clock = clock;
    this.#failures = new OncePerMinute(clock);
    const events = new Listeners(quiet);
    const known = this.knownItems;
    const actors = this.#actors;
    const announcements = new Announcements(clock);
    const kept = new SavedAnnouncements(announcements, clock, log);
    const recorder = new Recorder(clock, log);
    const writes = new RetriedWrites(clock, log);
    const notices = new FirstIdNotices({
      platform,
      messages,
      events,
      clock,
      log,
      isMuted: (id) => this.mutes.isMuted(id),
    });
    const nameOfServer = () => parts.serverName ?? (config.serverName || (this.#store?.serverName ?? ""));
    const server: ServerOfMany = {
      get name() {
        return nameOfServer();
      },
      get hasOthers() {
        return network?.hasOthers ?? false;
      },
    };
    this.server = server;
    const alerts = new Alerts({ platform, messages, config, clock, log, events, outside, server });
    const hits = new RuleHits({
      mode: config.detection,
      alerts,
      isAwaited: (itemId) => examiner.isAwaited(itemId),
      isTold: (itemId) => examiner.isDouble(itemId) && this.#casework.openCaseOf(itemId) !== undefined,
      isExempt: (material, world) => judging.isExempt(material, world),
      materialOf: (itemId) => judging.sight.copiesOf(itemId)[0]?.item.material,
      nameOf: (playerId) => actors.nameOf(playerId),
      examine: ({ player, previousPlayerId }) => this.#schedule.examine(player, previousPlayerId),
    });
    const rule = new DuplicateRule({
      known,
      clock,
      graceMs: config.movementGraceMs,
      onCandidate: (candidate) => hits.add(candidate),
      isHeard: () => hits.isHeard,
    });
    const onFirstId = (itemId: string) => examiner.minted(itemId);
    const tracker = new Tracker({ known, rule, recorder, notices, newId, log, clock, onFirstId });
    const ledger = makeLedger({
      platform,
      config,
      log,
      actors,
      isExempt: (material, world) => judging.isExempt(material, world),
      lookAtPlayers: () => this.#schedule.scanPlayers(),
      onExcess: (excess) => alerts.raise(balanceFinding(excess)),
      onSharedExcess: (excess) => alerts.raise(sharedFinding(excess)),
      makers: parts.ledgerMakers,
    });
    this.ledger = ledger;
    const network =
      parts.serverName === undefined
        ? undefined
        : new Network({
            serverName: parts.serverName,
            platform,
            config,
            clock,
            log,
            recorder,
            writes,
            actors,
            makers: parts.networkMakers,
            onBeat: () => this.#casework.readOrders(),
            onBelieved: (playerId, places) => this.#believed(playerId, places),
          });
    this.#network = network;
    const story =
      parts.notesEvents === false
        ? undefined
        : new Story({
            clock,
            presence: () => judging.sight.presence,
            isAfterCrash: () => judging.crashDoubt.isUnclean,
            nameOf: (playerId) => actors.nameOf(playerId),
            onFailure: (error) => this.#sayFailed("how it happened", error),
          });
    this.#story = story;
    const judging = makeJudging({
      platform,
      serverName: parts.serverName,
      others: network,
      config,
      clock,
      log,
      newId,
      recorder,
      writes,
      tracker,
      rule,
      notices,
      actors,
      announcements,
      isRuleHeard: () => hits.isHeard,
      onVerdict: (verdict, copies) => this.#casework.onVerdict(story?.births.withBirth(verdict) ?? verdict, copies),
      onLook: (look) => this.#casework.onLook(look),
      isDoubtfulId: (itemId) => this.#clientWritten.isDoubtful(itemId),
      goods: ledger,
      births: story?.births,
    });
    network?.attach(judging.forNetwork);
    const { examiner } = judging;
    this.#clientWritten = new ClientWrittenItems({
      presence: judging.sight.presence,
      alerts,
      clock,
      log,
      reissueAll: judging.reissueAll,
    });
    this.#casework = new Casework({
      platform,
      config,
      messages,
      clock,
      log,
      newId,
      recorder,
      writes,
      actors,
      alerts,
      events,
      judging,
      server,
      elsewhere: network,
      store: () => this.store,
      onGiven: (place) => ledger?.granted(place),
    });
    this.#schedule = new LookSchedule({
      platform,
      config,
      clock,
      judging,
      casework: this.#casework,
      passes: ledger?.passes,
      inUse: () => ledger?.inUse() ?? [],
      hurried: () => ledger?.passes.hurried() ?? [],
      guard: (what, act) => this.#guard(what, act),
      onOthers: () => network?.tickEnd(),
      onScan: (player) => this.#intake.nameSeen(player),
      afterLooks: () => {
        this.#clientWritten.removeForged();
        hits.tellHits();
        this.game.answerScans();
        ledger?.endTick();
      },
    });
    this.game = new LiveItems({ judging, schedule: this.#schedule, actors, recorder, newId });
    const lastRun = new LastRun();
    this.#memory = new StartupRestore(async (store) => {
      void this.mutes.load(store);
      const isRead = await restoreFromStore(store, lastRun, judging, this.#casework, ledger, kept, clock, quiet);
      if (isRead) this.#schedule.lookAround();
      return isRead;
    });
    this.recorder = recorder;
    this.#writes = writes;
    this.#notices = notices;
    this.#savedAnnouncements = kept;
    this.#ends = new ItemEnds({ examiner, recorder, clock, log, store: () => this.#store });
    this.#intake = new EventIntake({
      tracker,
      examiner,
      casework: this.#casework,
      ledger,
      lookQueue: this.#schedule.lookQueue,
      clientWritten: this.#clientWritten,
      sanctioned: new SanctionedCauses(config.sanctionedSources, announcements),
      actors,
      network,
      ends: this.#ends,
      recorder,
      notes: story?.notes,
      store: () => this.#store,
    });
    this.api = new PluginApi({
      platform,
      log,
      newId,
      recorder,
      outside,
      synced: (playerId) => network?.synced(playerId),
      announce: (announcement) => {
        announcements.add(announcement);
        const { places = [], material, amount } = announcement;
        for (const place of places) ledger?.granted(place, material, amount);
      },
      events,
      store: () => this.store,
      tagAndLog: (player, item, action, location) => this.#intake.tagAndLog(player, item, action, location, []),
      checkForDuplicates: (itemId, player) => {
        const before = known.get(itemId);
        if (before !== undefined && rule.isHit(itemId, player)) this.#schedule.examine(player, before.playerUUID);
        rule.check(itemId, player);
      },
    });
    this.#cleanup = new KnownItemsCleanup(known, clock, config.knownItemsTtlMs);
  }

  /** Ticks and commands from here on. */
  start(): void {
    this.#endTicks = this.platform.onTick(() => this.#guard("the end of a tick", () => this.#tick()));
    this.platform.registerCommands(new CommandRouter(this));
  }

  /** The store takes rows from here on. Resolves when what it remembers of open claims and cases was read. */
  connect(store: Store): Promise<void> {
    this.#connecting = this.#connect(store);
    return this.#connecting;
  }

  async #connect(store: Store): Promise<void> {
    this.#store = store;
    this.recorder.connect(store);
    this.#clientWritten.connect(store);
    // Who else is there must be known before anything is judged.
    await this.#network?.connect(store);
    await this.#memory.read(store);
  }

  /** False in the first moments of a start. */
  get hasStore(): boolean {
    return this.#store !== undefined;
  }

  /** For questions. What was recorded before is handed over first, so that the answer knows it. */
  get store(): Store {
    if (this.#store === undefined) {
      throw new DoubletakeError("DT_NOT_RUNNING", "Doubletake is still opening its store; try again in a moment.");
    }
    this.recorder.handOver();
    return this.#store;
  }

  /** Takes an event from the game. Synchronous, cheap, and never throws. After a stop it does nothing. */
  report(event: ItemEvent | Happening): void {
    if (this.#hasStopped) return;
    try {
      this.#intake.accept(event);
    } catch (error) {
      this.#sayFailed(event.kind, error);
    }
  }

  /** What looking costs a tick. */
  get cost(): TickCost {
    return this.#schedule.cost;
  }

  /** Worlds that were copied from one server of the network to another. */
  get copiedWorlds(): CopiedWorlds | undefined {
    return this.#network?.copiedWorlds;
  }

  /** What staff do about cases. */
  get casework(): Casework {
    return this.#casework;
  }

  /** Texts, and those settings that can change while running, are as in the files from here on. */
  reload(): Reloaded | undefined {
    if (this.#readFiles === undefined) return undefined;
    let complaints = 0;
    const count = (say: (text: string) => void) => (text: string) => {
      complaints++;
      say(text);
    };
    const { log } = this;
    const { config, messages } = this.#readFiles(this.config, {
      info: (text) => log.info(text),
      warn: count((text) => log.warn(text)),
      error: count((text) => log.error(text)),
    });
    this.messages.become(messages);
    const change = this.#live.reload(config);
    return { ...change, complaints };
  }

  /** Ends ticks, looks a last time at what is in the look queue, and waits until all rows are durable. */
  async stop(): Promise<void> {
    try {
      await this.#finish();
    } finally {
      this.#hasStopped = true;
    }
  }

  async #finish(): Promise<void> {
    this.#endTicks?.();
    this.#notices.flush();
    await this.#connecting;
    await this.#memory.settled();
    await this.#schedule.finish(() => this.#nextAnswer());
    await this.#ends.settled();
    await this.recorder.drain();
    await Promise.all([this.#casework.drain(), this.#writes.finish()]);
    await this.ledger?.finish();
    await this.#savedAnnouncements.finish();
    // Whoever never learnt how the run before ended cannot say that all is in order: the next run must.
    if (this.#store === undefined || !this.#memory.isRead) return;
    await this.#network?.finish();
    await noteCleanStop(this.#store, this.#casework, this.log);
  }

  /** The store answers in the order in which it is asked: when this one is answered, so are all before it. */
  async #nextAnswer(): Promise<void> {
    await this.#store?.custodyOf([]).catch(() => undefined);
  }

  #tick(): void {
    this.#story?.notes.tick();
    this.#memory.tick();
    this.#schedule.tick();
    this.#writes.tick();
    this.#savedAnnouncements.tick();
    this.#cleanup.tick();
    this.#notices.tick();
    this.#story?.births.tick();
    this.recorder.flush();
  }

  /** What a player who came from another server shows is the player's from here on. */
  #believed(playerId: string, places: readonly PlaceKey[]): void {
    const player = [...this.platform.players()].find(({ id }) => id === playerId);
    for (const place of places) this.#schedule.lookQueue.add(place, "JOIN", player, true);
    if (player !== undefined) this.#casework.onJoin(playerId);
  }

  #guard(what: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#sayFailed(what, error);
    }
  }

  #sayFailed(what: string, error: unknown): void {
    this.#failures.run(() =>
      this.log.error(`Doubletake failed at ${what}: ${error instanceof Error ? error.stack : error}`),
    );
  }
}
