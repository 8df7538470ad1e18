import type { Account, Session } from "../world/account.ts";
import type { Slots } from "../world/slots.ts";
import { type SavedSlot, savedSlots } from "../world/snapshot.ts";
import type { SimServer } from "./sim-server.ts";

/** What a player owns, in two parts: slots and ender chest. */
export type Belongings = readonly (readonly SavedSlot[])[];

/** A player who goes from server to server. Each server has a player file, but only what the sync plugin keeps counts. */
export class Traveller {
  readonly name: string;
  readonly #accounts = new Map<SimServer, Account>();
  /** The contents of each server's own player file since the player was last there. */
  readonly files = new Map<SimServer, Belongings>();
  /** Where the items are while the player is on no server. */
  readonly kept: readonly Slots[];
  /** The server that has the player's items, as soon as they are in place. */
  at: SimServer | undefined;
  /** True while travelling or in a scenario: nothing else begins with this player. */
  isBusy = false;
  /** What the plugin last saved. */
  saved: Belongings;

  constructor(name: string, servers: readonly SimServer[]) {
    this.name = name;
    for (const server of servers) {
      const spot = { world: "world", x: 40, y: 64, z: 40 };
      const account = server.world.addAccount(name, "trader", spot);
      account.isInScenario = true;
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

  /** The player's session on the server that has the items. */
  get session(): Session | undefined {
    return this.at && this.accountOn(this.at).session;
  }

  belongingsOn(server: SimServer): Belongings {
    return this.holdersOn(server).map(savedSlots);
  }
}
