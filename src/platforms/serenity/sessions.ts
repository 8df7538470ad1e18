import type { Player as HostPlayer, Serenity } from "@serenityjs/core";
import type { PlaceKey } from "../../index.ts";
import { accountOf, SerenityPlayer } from "./serenity-player.ts";
import type { Worlds } from "./worlds.ts";

/**
 * The sessions that the server still serves, by connection. One account may have two at a time, and the kicked one can still
 * act.
 */
export class Sessions {
  readonly #serenity: Serenity;
  readonly #worlds: Worlds;
  readonly #byHost = new WeakMap<HostPlayer, SerenityPlayer>();
  readonly #byPlace = new Map<PlaceKey, SerenityPlayer>();

  constructor(serenity: Serenity, worlds: Worlds) {
    this.#serenity = serenity;
    this.#worlds = worlds;
  }

  *all(): Iterable<SerenityPlayer> {
    for (const host of this.#serenity.players.values()) yield this.of(host);
  }

  of(host: HostPlayer): SerenityPlayer {
    let player = this.#byHost.get(host);
    if (player === undefined) {
      player = new SerenityPlayer(host, this.#freeNumber(host), this.#worlds);
      this.#byHost.set(host, player);
      this.#byPlace.set(player.place, player);
      this.#byPlace.set(player.window, player);
    }
    return player;
  }

  isServed({ host }: SerenityPlayer): boolean {
    return this.#serenity.players.get(host.connection) === host;
  }

  /** The session of a player's place or window; `undefined` if no such session is served. */
  at(place: PlaceKey): SerenityPlayer | undefined {
    const known = this.#byPlace.get(place);
    if (known !== undefined && this.isServed(known)) return known;
    for (const player of this.all()) if (player.place === place || player.window === place) return player;
    return undefined;
  }

  /** Forgets a session that has ended, unless another session has its place by now. */
  ended(player: SerenityPlayer): void {
    for (const place of [player.place, player.window]) {
      if (this.#byPlace.get(place) === player) this.#byPlace.delete(place);
    }
  }

  #freeNumber(host: HostPlayer): number {
    const account = accountOf(host);
    const taken = new Set<number>();
    for (const other of this.#serenity.players.values()) {
      const player = other === host ? undefined : this.#byHost.get(other);
      if (player?.id === account) taken.add(player.session);
    }
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }
}
