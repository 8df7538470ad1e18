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
import type { Platform } from "./platform.ts";
import type { Recorder } from "./recording/recorder.ts";
import type { KnownItems } from "./rule/known-items.ts";
import { makeService } from "./service/make-service.ts";
import type { DoubletakeParts, Service } from "./service/service.ts";
import { noteCleanStop } from "./service/startup-load.ts";
import type { Store } from "./store.ts";

/**
 * The running service. A platform reports events to it from the first moment on; the store joins when it is open.
 * Nothing here throws into the game.
 */
export class Doubletake {
  readonly platform: Platform;
  readonly config: Config;
  readonly recorder: Recorder;
  readonly knownItems: KnownItems;
  /** What commands and forms can do. */
  readonly commandContext: CommandContext;
  /** What other plugins can do. */
  readonly api: DoubletakeApi;
  /** Answers what staff ask about the game as it is now. */
  readonly liveItems: LiveItems;
  /** The balances of stackable materials; `undefined` if none is watched. */
  readonly ledger: Ledger | undefined;
  readonly #parts: DoubletakeParts;
  readonly #service: Service;
  #store: Store | undefined;
  #connecting: Promise<void> | undefined;
  #hasStopped = false;
  #stopTicks: (() => void) | undefined;

  constructor(parts: DoubletakeParts) {
    const service = makeService(parts, {
      connected: () => this.#store,
      openStore: () => this.store,
      report: (event) => this.report(event),
      reload: () => this.reload(),
    });
    this.#service = service;
    this.#parts = parts;
    this.platform = service.platform;
    this.config = service.config;
    this.recorder = service.recorder;
    this.knownItems = service.knownItems;
    this.api = service.api;
    this.liveItems = service.liveItems;
    this.ledger = service.ledger;
    this.commandContext = service.commandContext;
  }

  /** Begins to handle ticks, and registers the commands. */
  start(): void {
    this.#stopTicks = this.platform.onTick(() => this.#service.guard.run("the end of a tick", () => this.#tick()));
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
    this.#service.clientWrittenItems.connect(store);
    // The other servers must be known before anything is judged.
    await this.#service.network?.connect(store);
    await this.#service.startupLoad.load(store);
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
      this.#service.intake.accept(event);
    } catch (error) {
      this.#service.guard.sayFailed(event.kind, error);
    }
  }

  /** What staff do about cases. */
  get staffActs(): StaffActs {
    return this.#service.consequences.staff;
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
    const { log, live } = this.#service;
    const { config, messages } = readFiles(this.config, {
      info: (text) => log.info(text),
      warn: count((text) => log.warn(text)),
      error: count((text) => log.error(text)),
    });
    this.#service.messages.replaceTexts(messages);
    const change = live.reload(config);
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
    this.#stopTicks?.();
    this.#service.notices.tellWatchersNow();
    await this.#connecting;
    await this.#service.startupLoad.whenIdle();
    await this.#service.schedule.finish(() => this.#nextAnswer());
    await this.#service.endRecorder.whenIdle();
    await this.recorder.drain();
    await Promise.all([this.#service.consequences.drain(), this.#service.writes.finish()]);
    await this.ledger?.finish();
    await this.#service.savedAnnouncements.finish();
    // A run that never learnt how the previous one ended cannot call its own stop clean: the next run must find out.
    if (this.#store === undefined || !this.#service.startupLoad.isLoaded) return;
    await this.#service.network?.finish();
    await noteCleanStop(this.#store, this.#service.consequences, this.#service.log);
  }

  /** Resolves when all earlier questions are answered: the store answers in the order in which it is asked. */
  async #nextAnswer(): Promise<void> {
    await this.#store?.custodyOf([]).catch(() => undefined);
  }

  #tick(): void {
    this.#service.story?.notes.tick();
    this.#service.startupLoad.tick();
    this.#service.schedule.tick();
    this.#service.writes.tick();
    this.#service.savedAnnouncements.tick();
    this.#service.cleanup.tick();
    this.#service.notices.tick();
    this.#service.story?.births.tick();
    this.recorder.flush();
  }
}
