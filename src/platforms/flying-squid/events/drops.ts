import { errorText } from "../../../index.ts";
import type { FlyingSquidPlayer } from "../flying-squid-player.ts";
import type { Game, ReportEvent } from "../game.ts";
import type { SquidPlayer, SquidStack } from "../squid-server.ts";
import { groundOf } from "../worlds.ts";

const DROP_STACK = 3;
const DROP_ONE = 4;
const SWAP_HANDS = 6;
/** "Finish using an item", which flying-squid 1.12 ignores. */
const DOES_NOTHING = 5;
const HOTBAR = 36;
const OFF_HAND = 45;

/** Drops the stacks that players throw, with all their data. The server would drop a new item of the same type instead. */
export class Drops {
  readonly #game: Game;
  readonly #report: ReportEvent;

  constructor(game: Game, report: ReportEvent) {
    this.#game = game;
    this.#report = report;
  }

  /** Takes over the drop key. */
  listen(host: SquidPlayer): void {
    host._client.prependListener("block_dig", (packet: { status: number }) => {
      const player = this.#game.sessions.of(host);
      if (packet.status === DROP_STACK || packet.status === DROP_ONE) {
        const count = packet.status === DROP_ONE ? 1 : Number.POSITIVE_INFINITY;
        packet.status = DOES_NOTHING;
        if (player !== undefined) this.dropSlot(player, HOTBAR + host.heldItemSlot, count);
      } else if (packet.status === SWAP_HANDS && player !== undefined) {
        for (const stack of [player.heldStack(), host.inventory.slots[OFF_HAND]]) this.#reportSwapped(player, stack);
      }
    });
  }

  /** Drops up to `count` items of the stack in a slot. */
  dropSlot(player: FlyingSquidPlayer, slot: number, count: number): void {
    const { inventory } = player.host;
    const stack = inventory.slots[slot];
    if (!stack || stack.count < 1) return;
    inventory.updateSlot(slot, this.#dropOf(player, stack, count));
  }

  /** Drops up to `count` items of the stack on the cursor. */
  dropCursor(player: FlyingSquidPlayer, count: number): void {
    const { inventory } = player.host;
    const stack = inventory.selectedItem;
    if (stack && stack.count > 0) inventory.selectedItem = this.#dropOf(player, stack, count);
  }

  #reportSwapped(player: FlyingSquidPlayer, stack: SquidStack | null | undefined): void {
    if (!stack || stack.count < 1) return;
    this.#report({ kind: "interaction", player, item: this.#game.items.wrap(stack), action: "INVENTORY_CLICK" });
  }

  /** Returns what is left of the stack. If the server has too many entities, nothing is dropped and the stack stays whole. */
  #dropOf(player: FlyingSquidPlayer, stack: SquidStack, count: number): SquidStack | null {
    const { items, ground, serv } = this.#game;
    const isWhole = count >= stack.count;
    const dropped = isWhole ? stack : items.copy(stack, count);
    try {
      const entity = ground.drop(dropped, player.host);
      if (!isWhole) stack.count -= count;
      const touched = [groundOf(serv, entity)];
      this.#report({ kind: "interaction", player, item: items.wrap(dropped), action: "DROP", touched });
      return isWhole ? null : stack;
    } catch (error) {
      serv.warn(`${player.name} cannot drop anything: ${errorText(error)}`);
      return stack;
    }
  }
}
