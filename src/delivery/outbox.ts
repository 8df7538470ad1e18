import type { Alert, ChannelName } from "../core/index.ts";
import type { OutgoingAlert, Request } from "./thread-protocol.ts";

/** As many as one channel's queue holds: more could not be sent either. */
const MAX_ALERTS = 1000;

/** More than any channel shows: an alert about thousands of copies must not weigh down the queue. */
const MAX_TEXT = 10_000;
const MAX_NAME = 256;
const MAX_NAMES = 128;

export type Load = Request & { readonly kind: "alerts" };

/**
 * Where the game's thread leaves its alerts. They go to the delivery thread together, after the game's own work, and one
 * load at a time: the next when the last was taken. So neither side can pile up without bound.
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

  /** The last load was taken, or the thread that should take it is gone. */
  taken(): void {
    this.#isUnderWay = false;
    if (this.#alerts.length > 0) this.#plan();
  }

  /** A load that nobody could take: counted with what overflowed, for the next load. */
  lost({ alerts, overflowed }: Load): void {
    this.#isUnderWay = false;
    for (const { channels } of alerts) this.#count(channels);
    for (const [name, count] of overflowed) this.#overflowed.set(name, (this.#overflowed.get(name) ?? 0) + count);
  }

  /** Hands over what is there, whether or not the last load was taken: for the moment of stopping. */
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

/** No channel shows the copies themselves, so they stay behind. */
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
