import {
  type Alert,
  builtInTexts,
  CHANNEL_NAMES,
  type ChannelHealth,
  type ChannelName,
  type ChannelStatus,
  Doubletake,
  isAtLeast,
  type Language,
  loadConfig,
  loadMessages,
  Messages,
  type OutsideAlerts,
  type RunLater,
  readConfig,
  type Severity,
  type Store,
  type TestOutcome,
} from "../../core/index.ts";
import { FakePlatform } from "../fake-platform.ts";
import { MemoryStore } from "../stores/memory-store.ts";
import { fakeId } from "./fake-id.ts";
import { HandClock } from "./hand-clock.ts";
import { RecordingLog } from "./recording-log.ts";
import { settle } from "./settle.ts";

/** Stands for all channels: hears what is severe enough, and keeps it. */
class RecordingAlerts implements OutsideAlerts, ChannelStatus {
  /** Nothing is heard while this is undefined. */
  hearsFrom: Severity | undefined;
  readonly sent: Alert[] = [];
  readonly duplicateAlerts: { itemId: string; players: readonly string[]; locations: readonly string[] }[] = [];

  /** What the channels say of themselves: all are off unless a test says otherwise. */
  channelHealth: readonly ChannelHealth[] = CHANNEL_NAMES.map((channel) => ({
    channel,
    state: "off",
    host: "",
    waiting: 0,
    delivered: 0,
    lost: 0,
    overflowed: 0,
  }));

  async test(channel: ChannelName): Promise<TestOutcome> {
    const { state, host } = this.channelHealth.find((health) => health.channel === channel)!;
    return state === "off" ? { kind: "off", channel } : { kind: "delivered", channel, host };
  }

  async health(): Promise<readonly ChannelHealth[]> {
    return this.channelHealth;
  }

  isHeard(severity: Severity): boolean {
    return this.hearsFrom !== undefined && isAtLeast(severity, this.hearsFrom);
  }

  send(alert: Alert): void {
    this.sent.push(alert);
  }

  sendDuplicateAlert(itemId: string, players: readonly string[], locations: readonly string[]): void {
    this.duplicateAlerts.push({ itemId, players, locations });
  }
}

/** Timers that ring when a test says so. */
class HandTimers {
  readonly #set = new Set<{ readonly delayMs: number; readonly act: () => void }>();

  readonly runLater: RunLater = (delayMs, act) => {
    const timer = { delayMs, act };
    this.#set.add(timer);
    return () => this.#set.delete(timer);
  };

  /** How many timers are set, and have neither rung nor been cancelled. */
  get waiting(): number {
    return this.#set.size;
  }

  /** Rings all timers that are set. */
  ring(): void {
    const due = [...this.#set];
    this.#set.clear();
    for (const { act } of due) act();
  }
}

export interface FakeService {
  readonly doubletake: Doubletake;
  readonly platform: FakePlatform;
  readonly store: Store;
  readonly clock: HandClock;
  readonly log: RecordingLog;
  readonly outside: RecordingAlerts;
  /** The timeouts of the service. They ring when a test says so. */
  readonly timers: HandTimers;
}

export interface FakeServiceOptions {
  /** The text of config.yml; anything that it complains about fails the test. */
  readonly config?: string;
  /** Where a reload finds config.yml and messages.yml. Without it, a reload reads nothing. */
  readonly folder?: string;
  /** Texts in place of the built-in ones. */
  readonly edits?: Readonly<Record<string, string>>;
  /** Another language than English, with these texts. */
  readonly translation?: { readonly language: Language; readonly texts: Readonly<Record<string, string>> };
  /** `undefined` leaves the service without a store, as in the first moments of a start. */
  readonly store?: Store | undefined;
  /** The name of this server in a store that it shares with others. */
  readonly serverName?: string;
  readonly platform?: FakePlatform;
  /** One clock for several services in turn, so that time goes on over a restart. */
  readonly clock?: HandClock;
  /** The first id given out is the `fakeId` of this number; 1 by default. */
  readonly firstId?: number;
}

/** A whole service on a fake game server, started, with ids that count up and a clock in the test's hands. */
export function fakeService(options: FakeServiceOptions = {}): FakeService {
  const { folder } = options;
  const clock = options.clock ?? new HandClock();
  const log = new RecordingLog();
  const outside = new RecordingAlerts();
  const platform = options.platform ?? new FakePlatform();
  const store = options.store ?? new MemoryStore({ clock });
  const timers = new HandTimers();
  let ids = (options.firstId ?? 1) - 1;
  const doubletake = new Doubletake({
    readFiles:
      folder === undefined
        ? undefined
        : (inForce, toLog) => {
            const read = loadConfig(folder, toLog, inForce);
            return { config: read, messages: loadMessages(folder, read.language, toLog) };
          },
    platform,
    config: configFrom(options.config ?? ""),
    messages: messagesFrom(options),
    log,
    serverName: options.serverName,
    outside,
    channels: outside,
    clock,
    runLater: timers.runLater,
    newId: () => fakeId(++ids),
  });
  doubletake.start();
  if (!("store" in options) || options.store !== undefined) void doubletake.connect(store);
  return { doubletake, platform, store, clock, log, outside, timers };
}

/** The same, once it has read what its store remembers. */
export async function startedService(options: FakeServiceOptions = {}): Promise<FakeService> {
  const service = fakeService(options);
  await settle();
  return service;
}

/** Ends a tick, and waits until the store has answered what it led to. */
export async function finishTickEnd({ platform }: FakeService): Promise<void> {
  platform.tick();
  await settle();
}

function configFrom(text: string) {
  const { config, complaints } = readConfig(text);
  if (complaints.length > 0) throw new TypeError(`config: ${JSON.stringify(complaints)}`);
  return config;
}

function messagesFrom({ edits = {}, translation }: FakeServiceOptions): Messages {
  return new Messages({
    language: translation?.language ?? "en",
    edits: new Map(Object.entries(edits)),
    translation: new Map(Object.entries(translation?.texts ?? {})),
    english: builtInTexts("en"),
  });
}
