import type { Game, ReportEvent } from "../game.ts";
import type { PlacedBlock, PlacedItem, SquidPlayer, SquidStack } from "../squid-server.ts";
import { groundOf, locationOf } from "../worlds.ts";
import { clearCursor, handleClicks } from "./click-intake.ts";
import { CreativeIntake } from "./creative-intake.ts";
import { Drops } from "./drops.ts";
import { giveSeparateStacks } from "./give-command.ts";
import { keepDataOnPickup } from "./pickup.ts";

/** Translates everything that happens to items in flying-squid. `docs/platforms/flying-squid.md` has the table. */
export class ItemEvents {
  readonly #game: Game;
  readonly #report: ReportEvent;
  readonly #drops: Drops;
  readonly #creative: CreativeIntake;

  constructor(game: Game, report: ReportEvent) {
    this.#game = game;
    this.#report = report;
    this.#drops = new Drops(game, report);
    this.#creative = new CreativeIntake(game, report);
    giveSeparateStacks(game, report);
    this.#reportEnchanting();
    this.#reportPlacedBlocks();
    this.#reportGround();
  }

  /** Call this after the server has made all parts of the player, including the inventory. */
  listen(host: SquidPlayer): void {
    const { items, sessions } = this.#game;
    // Before the server's own listener, which sends the stack to the client.
    host.inventory.prependListener("updateSlot", (_slot: number, _before: unknown, stack: SquidStack | null) => {
      if (stack) items.adopt(stack);
    });
    this.#creative.listen(host);
    this.#drops.listen(host);
    handleClicks(this.#game, this.#report, this.#drops, host);
    keepDataOnPickup(this.#game, this.#report, host);
    this.#reportDeath(host);
    this.#reportKicks(host);
    host.on("spawned", () => {
      // A client that disconnects before its inventory is loaded gets here, too.
      if (host.disconnected) return;
      const player = sessions.begin(host);
      this.#report({ kind: "sighting", place: player.place, action: "JOIN", player });
    });
    host.on("disconnected", () => this.#onQuit(host));
    host.on("requestRespawn", () => {
      const player = sessions.of(host);
      if (player) this.#report({ kind: "sighting", place: player.place, action: "RESPAWN", player });
    });
  }

  /** Call this before the server kicks everybody, so that no item is left on a cursor when players are saved. */
  clearCursors(): void {
    for (const player of this.#game.sessions.all()) clearCursor(player, this.#drops);
  }

  #onQuit(host: SquidPlayer): void {
    const { sessions } = this.#game;
    const player = sessions.of(host);
    if (player === undefined) return;
    clearCursor(player, this.#drops);
    this.#report({ kind: "going-dark", place: player.place, action: "QUIT", player });
    sessions.end(player);
  }

  /** Players on this server keep their items when they die. */
  #reportDeath(host: SquidPlayer): void {
    const { updateHealth } = host;
    host.updateHealth = (health) => {
      const isDying = host.health > 0 && health <= 0;
      updateHealth(health);
      const player = this.#game.sessions.of(host);
      if (isDying) player?.showSlots((item) => this.#report({ kind: "interaction", player, item, action: "DEATH" }));
    };
  }

  /** Kicks only tell staff how a copy came to be; nothing is judged by them. */
  #reportKicks(host: SquidPlayer): void {
    const { kick } = host;
    host.kick = (reason) => {
      const player = this.#game.sessions.of(host);
      if (player !== undefined) this.#report({ kind: "story-event", what: "kick", player });
      kick(reason);
    };
  }

  /** A placed box loses its contents, because blocks of this server hold nothing. */
  #reportPlacedBlocks(): void {
    const { serv, sessions, items } = this.#game;
    const { placeItem } = serv;
    const placed = (data: PlacedItem, { id }: PlacedBlock) => {
      const player = sessions.of(data.player);
      if (player === undefined || id === undefined || !serv.registry.blocks[id]) return;
      const item = items.wrap(data.item);
      // Two placements of one stack may overlap (1.12 waits for chunks in between), and the second makes a block out of
      // nothing. Stackable items are not reported then, so that the ledger sees it.
      if (item.count < 1 && item.maxStackSize > 1) return;
      const location = locationOf(serv, data.player.world, data.placedPosition);
      this.#report({ kind: "interaction", player, item, action: "BLOCK_PLACE", location });
    };
    serv.placeItem = async (data) => {
      const block = await placeItem(data);
      placed(data, block);
      return block;
    };
  }

  /** The held items that `/enchant` was used on. */
  #reportEnchanting(): void {
    const { serv, sessions } = this.#game;
    const enchant = serv.commands.hash.enchant;
    if (enchant === undefined) return;
    const original = enchant.params.action;
    enchant.params.action = (parsed, context) => {
      const answer = original(parsed, context);
      for (const host of (parsed as { readonly players: readonly SquidPlayer[] }).players) {
        const player = sessions.of(host);
        const item = player?.heldItem();
        if (player && item) this.#report({ kind: "interaction", player, item, action: "ENCHANT" });
      }
      return answer;
    };
  }

  #reportGround(): void {
    const { serv, ground, items } = this.#game;
    ground.onAppear = (entity) => this.#report({ kind: "sighting", place: groundOf(serv, entity), action: "SCAN" });
    ground.onVanish = (stack, { world, position }) => {
      const location = locationOf(serv, world, position);
      this.#report({ kind: "item-ended", item: items.wrap(stack), action: "DESPAWN", location });
    };
  }
}
