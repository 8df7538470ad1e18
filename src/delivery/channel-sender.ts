import { setTimeout as sleep } from "node:timers/promises";
import type { Alert, Channel, ChannelHealth, Clock, Messages, TestOutcome } from "../core/index.ts";
import { ChannelReport } from "./channel-report.ts";
import { deliver } from "./deliver.ts";
import { type Attempt, agentFor, postJson, type Target } from "./post-json.ts";
import type { Notice } from "./thread-protocol.ts";
import type { Timing } from "./timing.ts";

/** How many alerts may wait for one channel. */
const MAX_WAITING = 1000;

/** How often to check whether the warning about a failing channel must be repeated. */
const REMIND_EVERY_MS = 5_000;

/** Sends the alerts of one channel, one after another, in the order in which they came. */
export class ChannelSender {
  readonly #channel: Channel;
  readonly #messages: Messages;
  readonly #timing: Timing;
  readonly #clock: Clock;
  readonly #target: Target;
  readonly #report: ChannelReport;
  readonly #stop = new AbortController();
  readonly #reminder: NodeJS.Timeout;
  /** The first one is being sent. */
  readonly #queue: Alert[] = [];
  #sending: Promise<void> | undefined;

  constructor(parts: {
    channel: Channel;
    url: URL;
    messages: Messages;
    timing: Timing;
    clock: Clock;
    trustedCertificates: readonly string[];
    tell: (notice: Notice) => void;
  }) {
    const { channel, url, timing, clock } = parts;
    this.#channel = channel;
    this.#messages = parts.messages;
    this.#timing = timing;
    this.#clock = clock;
    this.#target = { url, agent: agentFor(url, parts.trustedCertificates), timeoutMs: timing.timeoutMs };
    this.#report = new ChannelReport(channel.name, url.hostname, clock, parts.tell);
    this.#reminder = setInterval(() => this.#report.remind(), REMIND_EVERY_MS).unref();
  }

  /** Counts the alerts that find no room, together with those that found none before they came here. */
  enqueue(alerts: readonly Alert[], overflowedBefore: number): void {
    const room = MAX_WAITING - this.#queue.length;
    this.#queue.push(...alerts.slice(0, Math.max(0, room)));
    this.#report.noteOverflow(overflowedBefore + Math.max(0, alerts.length - room));
    this.#sending ??= this.#sendAll();
  }

  /** Sends one message past the queue, and tries only once. */
  async test(): Promise<TestOutcome> {
    const who = { channel: this.#channel.name, host: this.#target.url.hostname };
    const result = await this.#post(() => this.#channel.testBody(this.#messages, this.#clock.now()));
    if (result.kind === "delivered") {
      this.#report.noteDelivered(this.#queue.length === 0);
      return { ...who, kind: "delivered" };
    }
    const failure = result.kind === "failed" ? result.failure : ({ kind: "broken", code: "STOPPED" } as const);
    this.#report.noteTestFailed(failure);
    return { ...who, kind: "failed", failure };
  }

  health(): ChannelHealth {
    return this.#report.health(this.#queue.length);
  }

  /** Resolves when nothing waits any more, or when the time is up. Tells the operator how many alerts are left. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#stop.abort(), this.#timing.drainMs);
    await this.#sending;
    clearTimeout(timer);
    clearInterval(this.#reminder);
    this.#stop.abort();
    this.#target.agent.destroy();
    this.#report.noteUnsentAtStop(this.#queue.length);
  }

  async #sendAll(): Promise<void> {
    for (let alert = this.#queue[0]; alert !== undefined && !this.#stop.signal.aborted; alert = this.#queue[0]) {
      await this.#send(alert);
    }
    this.#sending = undefined;
  }

  async #send(alert: Alert): Promise<void> {
    const attempt = () => this.#post(() => this.#channel.alertBody(alert, this.#messages));
    const result = await deliver(attempt, (ms) => this.#pause(ms), this.#timing);
    if (result.kind === "stopped") return;
    this.#queue.shift();
    if (result.kind === "delivered") this.#report.noteDelivered(this.#queue.length === 0);
    else this.#report.noteFailed(result.failure);
  }

  /** An alert whose body cannot be made must not block the alerts after it. */
  async #post(body: () => object): Promise<Attempt> {
    try {
      return await postJson(this.#target, body(), this.#stop.signal);
    } catch {
      return { kind: "failed", failure: { kind: "broken", code: "BODY" } };
    }
  }

  async #pause(milliseconds: number): Promise<boolean> {
    try {
      await sleep(milliseconds, undefined, { signal: this.#stop.signal });
      return true;
    } catch {
      // Only stopping ends a pause early.
      return false;
    }
  }
}
