import {
  type Alert,
  allChannels,
  type ChannelCheck,
  type ChannelHealth,
  type ChannelName,
  type ChannelStatus,
  type Clock,
  type Config,
  checkChannel,
  duplicateAlert,
  type Log,
  type Messages,
  OncePerMinute,
  OUTSIDE_TEXTS,
  type OutsideAlerts,
  OutsideFilter,
  type RunLater,
  type Severity,
  systemClock,
  systemRunLater,
  type TestOutcome,
} from "../core/index.ts";
import { consoleLine, incompleteLine } from "./console-line.ts";
import { DeliveryThread, type StartDeliveryThread } from "./delivery-thread.ts";
import { type Load, Outbox } from "./outbox.ts";
import type { Notice } from "./thread-protocol.ts";
import { TIMING, type Timing } from "./timing.ts";

export interface OutsideAlertsOptions {
  readonly config: Config;
  readonly messages: Messages;
  readonly log: Log;
  readonly clock?: Clock;
  readonly timing?: Timing;
  /** Further certificates (PEM) to trust, for tests. */
  readonly trustedCertificates?: readonly string[];
  /** Defaults to the process's own timers. If a wait ends early, the filter finds nothing due, and waits again. */
  readonly runLater?: RunLater;
  /** A thread of its own when left out. */
  readonly startThread?: StartDeliveryThread;
}

/** Sends alerts to the channels of config.yml, and answers staff's questions about them. */
export interface OutsideDelivery extends OutsideAlerts, ChannelStatus {
  /** Sends the waiting alerts, for at most 5 seconds, and ends the thread. Later alerts are ignored. */
  close(): Promise<void>;
}

/** Opens the enabled channels. If there are none, there is no thread, and an alert costs only a comparison. */
export function openOutsideAlerts(options: OutsideAlertsOptions): OutsideDelivery {
  return new Delivery(options);
}

class Delivery implements OutsideDelivery {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #english: Messages;
  readonly #timing: Timing;
  readonly #checks: ReadonlyMap<ChannelName, ChannelCheck>;
  readonly #filter: OutsideFilter;
  readonly #outbox: Outbox;
  readonly #thread: DeliveryThread;
  /** A thread that dies at once must not be started over and over. */
  readonly #starts: OncePerMinute;
  #isClosed = false;

  constructor({ config, messages, log, ...options }: OutsideAlertsOptions) {
    this.#log = log;
    this.#clock = options.clock ?? systemClock;
    this.#english = messages.inEnglish();
    this.#timing = options.timing ?? TIMING;
    this.#starts = new OncePerMinute(this.#clock);
    const settings = config.notifications;
    this.#checks = new Map(allChannels(settings).map((channel) => [channel.name, checkChannel(channel)]));
    const ready = [...this.#checks].flatMap(([name, { kind }]) => (kind === "ready" ? [name] : []));
    this.#outbox = new Outbox((load) => this.#handOver(load));
    this.#filter = new OutsideFilter({
      channels: ready,
      minSeverity: settings.minSeverity,
      rateLimitSeconds: settings.rateLimitSeconds,
      clock: this.#clock,
      runLater: options.runLater ?? systemRunLater,
      pass: (alert, channels) => this.#outbox.add(alert, channels),
    });
    this.#thread = new DeliveryThread({
      setup: {
        settings,
        language: config.language,
        texts: messages.below(OUTSIDE_TEXTS),
        timing: this.#timing,
        trustedCertificates: options.trustedCertificates ?? [],
      },
      startThread: options.startThread,
      onTaken: () => this.#outbox.noteTaken(),
      onNotice: (notice) => this.#say(notice),
      onDeath: (where) => this.#onThreadDied(where),
    });
    for (const [name, check] of this.#checks) if (check.kind === "incomplete") log.warn(incompleteLine(name, check));
    if (ready.length > 0) this.#start();
  }

  isHeard(severity: Severity): boolean {
    return !this.#isClosed && this.#filter.isHeard(severity);
  }

  send(alert: Alert): void {
    if (!this.#isClosed) this.#filter.offer(alert);
  }

  sendDuplicateAlert(itemId: string, players: readonly string[], locations: readonly string[]): void {
    if (!this.#isClosed)
      this.#filter.offer(duplicateAlert(itemId, players, locations, this.#clock.now()), "embed_chat");
  }

  async test(channel: ChannelName): Promise<TestOutcome> {
    const check = this.#checks.get(channel);
    if (check?.kind === "incomplete") return { kind: "incomplete", channel, key: check.key };
    if (check?.kind !== "ready" || this.#isClosed) return { kind: "off", channel };
    if (!this.#thread.isAlive) this.#start();
    const reply = await this.#thread.ask({ kind: "test", channel });
    if (reply?.kind === "tested") return reply.outcome;
    return { kind: "failed", channel, host: check.url.hostname, failure: { kind: "broken", code: "THREAD_ENDED" } };
  }

  async health(): Promise<readonly ChannelHealth[]> {
    const reply = await this.#thread.ask({ kind: "health" });
    const known = reply?.kind === "health" ? reply.channels : [];
    return [...this.#checks].map(
      ([name, check]) => known.find(({ channel }) => channel === name) ?? healthWithoutThread(name, check),
    );
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#filter.flush();
    this.#outbox.flush();
    await this.#thread.close(this.#timing.drainMs);
  }

  #start(): void {
    this.#starts.run(() => {
      try {
        this.#thread.start();
      } catch (error) {
        this.#log.error(`The thread that sends alerts cannot be started (${(error as Error).name}).`);
      }
    });
  }

  #handOver(load: Load): void {
    if (!this.#thread.isAlive) this.#start();
    if (!this.#thread.isAlive || !this.#post(load)) this.#outbox.noteLost(load);
  }

  /** Runs between two ticks, where an error would end the server. */
  #post(load: Load): boolean {
    try {
      this.#thread.post(load);
      return true;
    } catch (error) {
      this.#log.error(`Alerts cannot be handed to the thread that sends them (${(error as Error).name}).`);
      return false;
    }
  }

  #say(notice: Notice): void {
    const { level, text } = consoleLine(this.#english, notice);
    this.#log[level](text);
  }

  #onThreadDied(where: string): void {
    this.#log.error(`The thread that sends alerts has died${where && ` (${where})`}; the next alert starts it again.`);
    this.#outbox.noteTaken();
  }
}

function healthWithoutThread(channel: ChannelName, check: ChannelCheck): ChannelHealth {
  const none = { channel, waiting: 0, delivered: 0, lost: 0, overflowed: 0 };
  if (check.kind !== "ready") return { ...none, state: check.kind, host: "" };
  const failure = { kind: "broken", code: "THREAD_ENDED" } as const;
  return { ...none, state: "failing", host: check.url.hostname, failure };
}
