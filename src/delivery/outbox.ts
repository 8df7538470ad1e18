import type { Alert, ChannelName } from "../core/index.ts";
import type { OutgoingAlert, Request } from "./thread-protocol.ts";

/** As many as one channel's queue holds: more would find no room there. */
const MAX_ALERTS = 1000;

/** More than any channel shows. An alert about thousands of copies must not fill the memory. */
const MAX_TEXT = 10_000;
const MAX_NAME = 256;
const MAX_NAMES = 128;

export type Load = Request & { readonly kind: "alerts" };

/**
 * Collects the alerts of the game's thread. They go to the delivery thread together, after the game's own work. The next load
 * goes only when the last was taken, so neither side can grow without bound.
 */
export class Outbox {
  readonly #handOver: (load: Load) => void;
  #alerts: OutgoingAlert[] = [];
  #overflowed = new Map<ChannelName, number>();
  #isPlanned = false;
  #isUnderWay = false;

  constructor(handOver: (load: Load) => void) {
    this.#handOver = handOver;
  }

  add(alert: Alert, channels: readonly ChannelName[]): void {
    if (this.#alerts.length < MAX_ALERTS) this.#alerts.push({ alert: bounded(alert), channels });
    else this.#count(channels);
    this.#plan();
  }

  /** Call this when the last load was taken, or when the thread that should take it is gone. */
  noteTaken(): void {
    this.#isUnderWay = false;
    if (this.#alerts.length > 0) this.#plan();
  }

  /** Counts a load that nobody could take as overflowed; the next load reports it. */
  noteLost({ alerts, overflowed }: Load): void {
    this.#isUnderWay = false;
    for (const { channels } of alerts) this.#count(channels);
    for (const [name, count] of overflowed) this.#overflowed.set(name, (this.#overflowed.get(name) ?? 0) + count);
  }

  /** Hands over everything, even if the last load was not taken yet. Stopping needs that. */
  flush(): void {
    if (this.#alerts.length === 0) return;
    const load = { kind: "alerts", alerts: this.#alerts, overflowed: this.#overflowed } as const;
    this.#alerts = [];
    this.#overflowed = new Map();
    this.#isUnderWay = true;
    this.#handOver(load);
  }

  #count(channels: readonly ChannelName[]): void {
    for (const name of channels) this.#overflowed.set(name, (this.#overflowed.get(name) ?? 0) + 1);
  }

  #plan(): void {
    if (this.#isPlanned || this.#isUnderWay) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (!this.#isUnderWay) this.flush();
    });
  }
}

/** Cuts long texts and lists, and drops the copies, which no channel shows. */
function bounded(alert: Alert): Alert {
  const { player, material, itemId, details, players, locations, copies } = alert;
  const isSmall = details.length <= MAX_TEXT && [[player, material, itemId], players, locations].every(areFew);
  if (isSmall) return copies.length === 0 ? alert : { ...alert, copies: [] };
  return {
    ...alert,
    player: player.slice(0, MAX_NAME),
    material: material.slice(0, MAX_NAME),
    itemId: itemId.slice(0, MAX_NAME),
    details: details.slice(0, MAX_TEXT),
    players: few(players),
    locations: few(locations),
    copies: [],
  };
}

function areFew(names: readonly string[]): boolean {
  return names.length <= MAX_NAMES && names.every((name) => name.length <= MAX_NAME);
}

function few(names: readonly string[]): string[] {
  return names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
}
