import type { FlyingSquidPlayer } from "../flying-squid-player.ts";
import type { Game, ReportEvent } from "../game.ts";
import { withoutIds } from "../items/hidden-ids.ts";
import type { SquidPlayer, SquidStack } from "../squid-server.ts";

interface CreativeSlot {
  readonly slot: number;
  item: object;
}

/**
 * A client may not know yet that its creative mode has ended. Packets that it sent before arrive within this time, and accuse
 * nobody.
 */
const UNDER_WAY_MS = 5000;
/**
 * Minimum time between two reports for one player: each report compares the item with everything the player has, and a client
 * can send a flood.
 */
const EVERY_MS = 1000;

/** How many lifted stacks are remembered for each player; the oldest are forgotten. */
const MAX_LIFTED = 64;

/**
 * Handles items that clients write into their slots, which flying-squid 1.12 stores in every game mode. Outside creative mode
 * the write is refused: the slot keeps its stack, and the client is shown that. A client never knows an id, so the item that it
 * writes has none. It is matched to the stack that the slot held, or to one that was lifted out of another slot before. Only an
 * item that matches nothing is new. Each stack is given back once, so no id is ever doubled.
 */
export class CreativeIntake {
  readonly #game: Game;
  readonly #report: ReportEvent;
  readonly #lifted = new WeakMap<SquidPlayer, SquidStack[]>();
  /** Until this time, refused writes of the player are not reported. */
  readonly #silentUntilMs = new WeakMap<SquidPlayer, number>();

  constructor(game: Game, report: ReportEvent) {
    this.#game = game;
    this.#report = report;
  }

  listen(host: SquidPlayer): void {
    /** The stack to put back after the server has stored the item that the client wrote. */
    let refused: { readonly slot: number; readonly stack: SquidStack | null } | undefined;
    host._client.prependListener("set_creative_slot", (packet: CreativeSlot) => {
      const player = this.#game.sessions.of(host);
      if (player?.isCreative()) packet.item = this.#take(player, packet);
      else {
        refused = { slot: packet.slot, stack: host.inventory?.slots[packet.slot] ?? null };
        // Before a login is complete and after it has ended, there is no player to report. The write is refused anyway.
        if (player !== undefined) this.#reportRefused(player, packet.item);
        packet.item = this.#game.items.toNetwork(null);
      }
    });
    host._client.on("set_creative_slot", () => {
      if (refused === undefined) return;
      host.inventory?.updateSlot(refused.slot, refused.stack);
      refused = undefined;
    });
    const { setGameMode } = host;
    host.setGameMode = (mode) => {
      const isCreative = this.#game.sessions.of(host)?.isCreative();
      if (isCreative) this.#silentUntilMs.set(host, performance.now() + UNDER_WAY_MS);
      return setGameMode(mode);
    };
  }

  /** Reports a refused write. Writing nothing empties a slot: that is refused too, but not reported. */
  #reportRefused(player: FlyingSquidPlayer, item: object): void {
    const { items } = this.#game;
    const nowMs = performance.now();
    if (nowMs < (this.#silentUntilMs.get(player.host) ?? 0)) return;
    const written = items.fromNetwork(withoutIds(item));
    if (written === null) return;
    this.#silentUntilMs.set(player.host, nowMs + EVERY_MS);
    const copyOf = this.#likeOf(player, written);
    this.#report({ kind: "authored-item", player, item: items.wrap(written), isRefused: true, copyOf });
  }

  /** The id of an item that the player has and that looks the same to a client. */
  #likeOf({ host }: FlyingSquidPlayer, written: SquidStack): string | undefined {
    const { items } = this.#game;
    const likeness = items.likeness(written);
    for (const stack of Object.values(host.inventory.slots)) {
      const id = stack?.type === written.type && items.likeness(stack) === likeness && items.wrap(stack).readTag();
      if (id) return id;
    }
    return undefined;
  }

  /** Returns the item that the server should store. */
  #take(player: FlyingSquidPlayer, { slot, item }: CreativeSlot): object {
    const { items } = this.#game;
    const before = player.host.inventory.slots[slot] ?? undefined;
    const written = items.fromNetwork(item);
    const carriesIds = withoutIds(item) !== item;
    const known = written === null || carriesIds ? undefined : this.#match(player, before, written);
    if (known === undefined || known !== before) this.#lift(player, before);
    if (written === null) return item;
    if (known !== undefined) this.#giveBack(known, written);
    else this.#report({ kind: "authored-item", player, item: items.wrap(written) });
    return items.toNetwork(written);
  }

  /**
   * Prefers a stack that is the same in every respect, then one of the same material, because clients write some data in their
   * own way.
   */
  #match(player: FlyingSquidPlayer, before: SquidStack | undefined, written: SquidStack): SquidStack | undefined {
    const { items } = this.#game;
    const likeness = items.likeness(written);
    const isSame = (stack: SquidStack) => items.likeness(stack) === likeness;
    const isAlike = ({ type }: SquidStack) => type === written.type;
    for (const fits of [isSame, isAlike]) {
      if (before !== undefined && fits(before)) return before;
      const lifted = this.#liftedBy(player);
      const at = lifted.findLastIndex(fits);
      if (at >= 0) return lifted.splice(at, 1)[0];
    }
    return undefined;
  }

  /** Puts the ids back: all of them if nothing else has changed, otherwise only the stack's own. */
  #giveBack(known: SquidStack, written: SquidStack): void {
    const { items } = this.#game;
    const { data } = items.context;
    if (items.likeness(known) === items.likeness(written)) data.store(written, data.of(known));
    else data.store(written, data.withTag(data.of(written), data.readTag(data.of(known))));
  }

  #lift(player: FlyingSquidPlayer, stack: SquidStack | undefined): void {
    if (stack === undefined) return;
    const lifted = this.#liftedBy(player);
    lifted.push(stack);
    if (lifted.length > MAX_LIFTED) lifted.shift();
  }

  #liftedBy({ host }: FlyingSquidPlayer): SquidStack[] {
    const lifted = this.#lifted.get(host) ?? [];
    this.#lifted.set(host, lifted);
    return lifted;
  }
}
