import type { Account, Session } from "../world/account.ts";
import type { Slots } from "../world/slots.ts";
import { type SavedSlot, savedSlots } from "../world/snapshot.ts";
import type { SimServer } from "./sim-server.ts";

/** What a player owns, part by part: slots, and ender chest. */
export type Belongings = readonly (readonly SavedSlot[])[];

/** A player who goes from server to server. Each server has a player file; what counts is what the sync plugin keeps. */
export class Traveller {
  readonly name: string;
  readonly #accounts = new Map<SimServer, Account>();
  /** What lies in each server's own player file, since the player was last there. */
  readonly files = new Map<SimServer, Belongings>();
  /** Where the things are while the player is nowhere. */
  readonly kept: readonly Slots[];
  /** Where the player's things are, once they are in place. */
  at: SimServer | undefined;
  /** On the way, or part of a story: nothing else is begun with this player. */
  isBusy = false;
  /** What the plugin wrote at its last regular save. */
  saved: Belongings;

  constructor(name: string, servers: readonly SimServer[]) {
    this.name = name;
    for (const server of servers) {
      const spot = { world: "world", x: 40, y: 64, z: 40 };
      const account = server.world.addAccount(name, "trader", spot);
      account.isCast = true;
      account.isSynced = true;
      this.#accounts.set(server, account);
    }
    const [first] = servers as [SimServer];
    this.kept = [0, 1].map((part) => first.world.store(`sync ${name} ${part}`));
    for (const kept of this.kept) {
      kept.isReserved = true;
      kept.keptFor = this.accountOn(first).id;
    }
    this.saved = [[], []];
  }

  accountOn(server: SimServer): Account {
    return this.#accounts.get(server)!;
  }

  holdersOn(server: SimServer): readonly Slots[] {
    const { slots, ender } = this.accountOn(server);
    return [slots, ender];
  }

  /** The session at the place where the player's things are. */
  get session(): Session | undefined {
    return this.at && this.accountOn(this.at).session;
  }

  belongingsOn(server: SimServer): Belongings {
    return this.holdersOn(server).map(savedSlots);
  }
}
