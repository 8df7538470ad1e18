import type { FlyingSquidPlayer } from "../flying-squid-player.ts";
import type { Game, Report } from "../game.ts";
import type { SquidPlayer, SquidStack } from "../squid-server.ts";
import { withoutIds } from "./outgoing-packets.ts";

interface CreativeSlot {
  readonly slot: number;
  item: object;
}

/** What a client sent before it knew that its creative mode had ended arrives within this time, and is nobody's fault. */
const UNDER_WAY_MS = 5000;
/** A refused item is compared with all that its player has, so not each of a flood is. */
const EVERY_MS = 1000;

/** How many lifted stacks are remembered for a player; the oldest are forgotten. */
const MAX_LIFTED = 64;

/**
 * Takes what clients write into slots by themselves, which flying-squid 1.12 stores in every game mode. Outside creative mode
 * nothing comes of it: the slot stays as it was, and the client is shown that. A client never knows an id, so what it writes has
 * none, and is matched to what was there: the stack that the slot held, or one that was lifted out of another slot before. Only
 * what cannot be matched is new. A stack is given back once, so no id is ever doubled.
 */
export class CreativeIntake {
  readonly #game: Game;
  readonly #report: Report;
  readonly #lifted = new WeakMap<SquidPlayer, SquidStack[]>();
  /** Until when what a player writes outside creative mode is refused without a word. */
  readonly #silentUntilMs = new WeakMap<SquidPlayer, number>();

  constructor(game: Game, report: Report) {
    this.#game = game;
    this.#report = report;
  }

  listen(host: SquidPlayer): void {
    /** What to put back when the server has stored what the client wrote. */
    let refused: { readonly slot: number; readonly stack: SquidStack | null } | undefined;
    host._client.prependListener("set_creative_slot", (packet: CreativeSlot) => {
      const player = this.#game.sessions.of(host);
      if (player?.isCreative()) packet.item = this.#take(player, packet);
      else {
        refused = { slot: packet.slot, stack: host.inventory?.slots[packet.slot] ?? null };
        // Before a login is complete, and after it has ended, nobody is there to be named: it is refused all the same.
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

  /** To write nothing is to empty a slot: that is refused as well, and no news. */
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

  /** The id of something that the player has and that looks the same to a client. */
  #likeOf({ host }: FlyingSquidPlayer, written: SquidStack): string | undefined {
    const { items } = this.#game;
    const likeness = items.likeness(written);
    for (const stack of Object.values(host.inventory.slots)) {
      const id = stack?.type === written.type && items.likeness(stack) === likeness && items.wrap(stack).readTag();
      if (id) return id;
    }
    return undefined;
  }

  /** Gives the item as the server is to store it. */
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

  /** The same in every respect first; then the same material, since clients write some data in their own way. */
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

  /** Puts the ids back: all of them where nothing else has changed, else the stack's own. */
  #giveBack(known: SquidStack, written: SquidStack): void {
    const { items } = this.#game;
    const { data } = items.world;
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
