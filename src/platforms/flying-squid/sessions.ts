import type { PlaceKey } from "../../index.ts";
import { FlyingSquidPlayer, type PlayerContext } from "./flying-squid-player.ts";
import type { SquidPlayer } from "./squid-server.ts";

/**
 * The sessions whose inventory is loaded. One account may have several: flying-squid 1.12 looks for an older session before it
 * knows the account of the new one.
 */
export class Sessions {
  readonly #context: PlayerContext;
  readonly #byHost = new Map<SquidPlayer, FlyingSquidPlayer>();
  readonly #byPlace = new Map<PlaceKey, FlyingSquidPlayer>();

  constructor(context: PlayerContext) {
    this.#context = context;
  }

  all(): Iterable<FlyingSquidPlayer> {
    return this.#byHost.values();
  }

  of(host: SquidPlayer): FlyingSquidPlayer | undefined {
    return this.#byHost.get(host);
  }

  at(place: PlaceKey): FlyingSquidPlayer | undefined {
    return this.#byPlace.get(place);
  }

  begin(host: SquidPlayer): FlyingSquidPlayer {
    const player = new FlyingSquidPlayer(host, this.#freeNumber(host.uuid.toLowerCase()), this.#context);
    this.#byHost.set(host, player);
    this.#byPlace.set(player.place, player);
    return player;
  }

  end(player: FlyingSquidPlayer): void {
    this.#byHost.delete(player.host);
    this.#byPlace.delete(player.place);
  }

  #freeNumber(account: string): number {
    const taken = new Set<number>();
    for (const { id, session } of this.all()) if (id === account) taken.add(session);
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }
}
