import type { NoticeMutes } from "./alerts/notice-mutes.ts";
import type { DoubletakeApi } from "./api/plugin-api.ts";
import type { StaffActs } from "./cases/staff-acts.ts";
import type { CommandContext, Reloaded } from "./commands/command-context.ts";
import { CommandRouter } from "./commands/command-router.ts";
import type { LiveItems } from "./commands/live-items.ts";
import type { Config } from "./config/settings.ts";
import { DoubletakeError } from "./errors.ts";
import { showForms } from "./forms/show-forms.ts";
import type { GameEvent } from "./item-event.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Messages } from "./messages/messages.ts";
import type { Log } from "./model/log.ts";
import type { Platform } from "./platform.ts";
import type { Recorder } from "./recording/recorder.ts";
import type { KnownItems } from "./rule/known-items.ts";
import { type DoubletakeParts, makeService } from "./service/make-service.ts";
import { noteCleanStop } from "./service/startup-load.ts";
import type { Store } from "./store.ts";
import type { GameClock } from "./time/game-clock.ts";
import { systemLater } from "./time/timers.ts";

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
  readonly recorder: Recorder;
  readonly knownItems: KnownItems;
  readonly mutes: NoticeMutes;
  /** What commands and forms can do. */
  readonly commandContext: CommandContext;
  /** What other plugins can do. */
  readonly api: DoubletakeApi;
  /** Answers what staff ask about the game as it is now. */
  readonly liveItems: LiveItems;
  /** The balances of stackable materials; `undefined` if none is watched. */
  readonly ledger: Ledger | undefined;
  readonly #parts: DoubletakeParts;
  readonly #made: ReturnType<typeof makeService>;
  #store: Store | undefined;
  #connecting: Promise<void> | undefined;
  #hasStopped = false;
  #endTicks: (() => void) | undefined;

  constructor(parts: DoubletakeParts) {
    const made = makeService(parts, { connected: () => this.#store, openStore: () => this.store });
    this.#made = made;
    this.#parts = parts;
    this.platform = made.platform;
    this.config = made.config;
    this.messages = made.messages;
    this.clock = made.clock;
    this.log = made.log;
    this.recorder = made.recorder;
    this.knownItems = made.knownItems;
    this.mutes = made.mutes;
    this.api = made.api;
    this.liveItems = made.liveItems;
    this.ledger = made.ledger;
    this.commandContext = this.#commandContext();
  }

  /** Begins to handle ticks, and registers the commands. */
  start(): void {
    this.#endTicks = this.platform.onTick(() => this.#made.guard("the end of a tick", () => this.#tick()));
    this.platform.registerCommands(new CommandRouter(this.commandContext, showForms));
  }

  /** Rows go to the store from now on. Resolves after the first attempt to read its open claims and cases. */
  connect(store: Store): Promise<void> {
    this.#connecting = this.#connect(store);
    return this.#connecting;
  }

  async #connect(store: Store): Promise<void> {
    this.#store = store;
    this.recorder.connect(store);
    this.#made.clientWrittenItems.connect(store);
    // The other servers must be known before anything is judged.
    await this.#made.network?.connect(store);
    await this.#made.startupLoad.load(store);
  }

  /** False until a store is connected, shortly after a start. */
  get hasStore(): boolean {
    return this.#store !== undefined;
  }

  /** For questions. Hands over the recorded rows first, so that the answers include them. */
  get store(): Store {
    if (this.#store === undefined) {
      throw new DoubletakeError("DT_NOT_RUNNING", "Doubletake is still opening its store; try again in a moment.");
    }
    this.recorder.flushNow();
    return this.#store;
  }

  /** Takes an event from the game. Synchronous, cheap, and never throws. After a stop it does nothing. */
  report(event: GameEvent): void {
    if (this.#hasStopped) return;
    try {
      this.#made.intake.accept(event);
    } catch (error) {
      this.#made.sayFailed(event.kind, error);
    }
  }

  /** What staff do about cases. */
  get staffActs(): StaffActs {
    return this.#made.casework.staff;
  }

  /** Reads the files again. Texts, and those settings that can change while running, apply from now on. */
  reload(): Reloaded | undefined {
    const { readFiles } = this.#parts;
    if (readFiles === undefined) return undefined;
    let complaints = 0;
    const count = (say: (text: string) => void) => (text: string) => {
      complaints++;
      say(text);
    };
    const { log } = this;
    const { config, messages } = readFiles(this.config, {
      info: (text) => log.info(text),
      warn: count((text) => log.warn(text)),
      error: count((text) => log.error(text)),
    });
    this.messages.become(messages);
    const change = this.#made.live.reload(config);
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
    this.#made.notices.flush();
    await this.#connecting;
    await this.#made.startupLoad.settled();
    await this.#made.schedule.finish(() => this.#nextAnswer());
    await this.#made.endRecorder.settled();
    await this.recorder.drain();
    await Promise.all([this.#made.casework.drain(), this.#made.writes.finish()]);
    await this.ledger?.finish();
    await this.#made.savedAnnouncements.finish();
    // A run that never learnt how the previous one ended cannot call its own stop clean: the next run must find out.
    if (this.#store === undefined || !this.#made.startupLoad.isLoaded) return;
    await this.#made.network?.finish();
    await noteCleanStop(this.#store, this.#made.casework, this.log);
  }

  #commandContext(): CommandContext {
    const { platform, messages, clock, log, recorder, knownItems, mutes, liveItems, ledger, staffActs } = this;
    const { server, network, casework, schedule } = this.#made;
    const { channels, later = systemLater } = this.#parts;
    const openStore = () => this.store;
    const hasStore = () => this.hasStore;
    return {
      platform,
      messages,
      clock,
      log,
      later,
      recorder,
      knownItems,
      mutes,
      liveItems,
      server,
      staffActs,
      ledger,
      channels,
      brake: casework.brake,
      tricks: casework.tricks,
      copiedWorlds: network?.copiedWorlds,
      cost: schedule.cost,
      get store() {
        return openStore();
      },
      get hasStore() {
        return hasStore();
      },
      report: (event) => this.report(event),
      reload: () => this.reload(),
    };
  }

  /** Resolves when all earlier questions are answered: the store answers in the order in which it is asked. */
  async #nextAnswer(): Promise<void> {
    await this.#store?.custodyOf([]).catch(() => undefined);
  }

  #tick(): void {
    this.#made.story?.notes.tick();
    this.#made.startupLoad.tick();
    this.#made.schedule.tick();
    this.#made.writes.tick();
    this.#made.savedAnnouncements.tick();
    this.#made.cleanup.tick();
    this.#made.notices.tick();
    this.#made.story?.births.tick();
    this.recorder.flush();
  }
}
