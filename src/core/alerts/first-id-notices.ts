import type { EventHub, IdAssigned } from "../event-hub.ts";
import type { Log } from "../log.ts";
import type { Messages } from "../messages/messages.ts";
import type { Platform } from "../platform.ts";
import { tellWatchers } from "./tell-watchers.ts";

/** Tells watchers that items got their first id: one line for all items of one look. */
export class FirstIdNotices {
  readonly #platform: Platform;
  readonly #messages: Messages;
  readonly #events: EventHub;
  readonly #log: Log | undefined;
  readonly #isMuted: (playerId: string) => boolean;
  /** Those of the look under way. */
  #assigned: IdAssigned[] = [];

  /** `isMuted`: who wants none of these notices. */
  constructor(
    platform: Platform,
    messages: Messages,
    events: EventHub,
    log?: Log,
    isMuted: (playerId: string) => boolean = () => false,
  ) {
    this.#platform = platform;
    this.#messages = messages;
    this.#events = events;
    this.#log = log;
    this.#isMuted = isMuted;
  }

  add(assigned: IdAssigned): void {
    this.#assigned.push(assigned);
  }

  /** Ends the look: what was added since the last call becomes one line. */
  tell(): void {
    const all = this.#assigned;
    const [first] = all;
    if (first === undefined) return;
    this.#assigned = [];
    for (const assigned of all) this.#events.emit("id", assigned);
    const player = first.playerName === "" ? this.#messages.rendered("alerts.nobody", {}) : first.playerName;
    const text =
      all.length === 1
        ? this.#messages.text("notices.first-id", { player, material: first.material, id: first.itemId })
        : this.#messages.plural("notices.first-ids", { player, count: all.length });
    tellWatchers(this.#platform, text, this.#log, ({ id }) => !this.#isMuted(id));
  }
}
