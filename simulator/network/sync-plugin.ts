import { join, quit } from "../acts/sessions.ts";
import type { Truth } from "../truth/truth.ts";
import type { Items } from "../world/items.ts";
import { lift } from "../world/slots.ts";
import { savedStack } from "../world/snapshot.ts";
import type { SimServer } from "./sim-server.ts";
import type { Belongings, Traveller } from "./traveller.ts";

/** How the plugin puts a player's items in place. */
export interface Arrival {
  /** Ticks between the join and the moment at which the items are in place. */
  readonly afterTicks: number;
  /** True if the plugin empties the inventory at once and fills it later. */
  readonly emptiesFirst: boolean;
  /** True if the plugin says when it is done. */
  readonly announces: boolean;
  /** Set if the source still has the player at the join. It lets the player go this many ticks later. */
  readonly leavesAfterTicks?: number;
  /** The fault: an older state that is put in place instead of the last. */
  readonly stale?: Belongings;
}

/** Keeps what travellers own, as real plugins do: saves it when they leave, and puts it in place when they join elsewhere. */
export class SyncPlugin {
  readonly #truth: Truth;
  readonly #items: Items;

  constructor(truth: Truth, items: Items) {
    this.#truth = truth;
    this.#items = items;
  }

  /** The player leaves, or has left. The plugin takes the items over from the server. */
  leave(traveller: Traveller): void {
    const server = traveller.at;
    if (server === undefined) return;
    traveller.at = undefined;
    traveller.files.set(server, traveller.belongingsOn(server));
    const { session } = traveller.accountOn(server);
    if (session !== undefined) quit(server.world, session);
    for (const [part, holder] of traveller.holdersOn(server).entries()) {
      for (const stack of holder.stacks()) {
        const { index } = stack;
        traveller.kept[part]!.put(lift(stack), index);
      }
    }
    traveller.saved = traveller.kept.map((kept) => kept.stacks().map((stack) => [stack.index, savedStack(stack)]));
  }

  /** The player joins a server, which shows its own old player file until the items are in place. */
  *arrive(traveller: Traveller, server: SimServer, how: Arrival): Generator<number, boolean> {
    const holders = traveller.holdersOn(server);
    // A scenario that was cut short may have left something there. The player file is overwritten.
    if (traveller.at !== server) this.#empty(traveller, server);
    for (const [part, file] of (traveller.files.get(server) ?? []).entries())
      for (const [index, saved] of file) holders[part]!.put(this.#items.ghost(saved), index);
    const session = join(server.world, traveller.accountOn(server));
    const isHere = () => server.world.sessions.has(session);
    if (how.emptiesFirst) {
      yield 1;
      if (isHere()) this.#empty(traveller, server);
    }
    if (how.leavesAfterTicks !== undefined) {
      yield how.leavesAfterTicks;
      this.leave(traveller);
    }
    yield how.afterTicks;
    if (!isHere()) {
      if (traveller.at !== server) this.#empty(traveller, server);
      return false;
    }
    this.#empty(traveller, server);
    if (how.stale === undefined) this.#putInPlace(traveller, server);
    else {
      const { stale } = how;
      this.#truth.duplication("D23", "the other server put an older snapshot in place", () => {
        for (const kept of traveller.kept) for (const stack of kept.stacks()) this.#items.end(stack);
        for (const [part, saved] of stale.entries()) this.#items.fill(holders[part], saved);
      });
      traveller.at = server;
    }
    if (how.announces) server.synced(traveller.accountOn(server).id);
    return true;
  }

  /** The server dies with the player on it, who will get what was last saved. Only within `truth.duplication`. */
  lost(traveller: Traveller, server: SimServer): void {
    this.#empty(traveller, server);
    if (traveller.at !== server) return;
    traveller.at = undefined;
    for (const [part, saved] of traveller.saved.entries()) this.#items.fill(traveller.kept[part], saved);
  }

  #putInPlace(traveller: Traveller, server: SimServer): void {
    for (const [part, holder] of traveller.holdersOn(server).entries()) {
      for (const stack of traveller.kept[part]!.stacks()) {
        const { index } = stack;
        holder.put(lift(stack), index);
      }
    }
    traveller.at = server;
  }

  #empty(traveller: Traveller, server: SimServer): void {
    for (const holder of traveller.holdersOn(server)) for (const stack of holder.stacks()) this.#items.end(stack);
  }
}
