import type { Connection } from "./login.ts";
import type { Movement, Position } from "./movement.ts";
import { wireItem } from "./network-item.ts";
import type { OpenWindow, TrackedInventory } from "./tracked-inventory.ts";
import { until } from "./wait.ts";

/** Faces of a block, in the protocol's numbers. */
const faces = { bottom: 0, top: 1, north: 2, south: 3, west: 4, east: 5 } as const;
type Face = keyof typeof faces;

/** Acts on blocks and entities: open, close, place, break, hit, pick. */
export class WorldActs {
  readonly #connection: Connection;
  readonly #seen: TrackedInventory;
  readonly #movement: Movement;

  constructor(connection: Connection, seen: TrackedInventory, movement: Movement) {
    this.#connection = connection;
    this.#seen = seen;
    this.#movement = movement;
  }

  /** Right click on a block with whatever is in the hand: opens a container, or places a block against the face. */
  clickBlock(position: Position, face: Face = "top"): void {
    this.#connection.write("inventory_transaction", {
      transaction: {
        legacy: { legacy_request_id: 0 },
        transaction_type: "item_use",
        actions: [],
        transaction_data: {
          action_type: "click_block",
          trigger_type: "player_input",
          block_position: position,
          face: faces[face],
          hotbar_slot: this.#seen.selectedSlot,
          held_item: wireItem(this.#seen.held),
          player_pos: this.#movement.position,
          click_pos: { x: 0.5, y: 0.5, z: 0.5 },
          block_runtime_id: 0,
          client_prediction: "success",
          client_cooldown_state: "off",
        },
      },
    });
  }

  /** Opens a chest, barrel, box or crafting table and resolves with its window. */
  openBlock(position: Position): Promise<OpenWindow> {
    this.#seen.window = undefined;
    this.clickBlock(position);
    return this.#windowOpened(`the window of the block at ${JSON.stringify(position)}`);
  }

  /** Right click on an entity. An entity with an inventory opens it. */
  openEntity(runtimeId: bigint): Promise<OpenWindow> {
    this.#seen.window = undefined;
    this.clickEntity(runtimeId, "interact");
    return this.#windowOpened(`the window of entity ${runtimeId}`);
  }

  clickEntity(runtimeId: bigint, action: "interact" | "attack"): void {
    this.#connection.write("inventory_transaction", {
      transaction: {
        legacy: { legacy_request_id: 0 },
        transaction_type: "item_use_on_entity",
        actions: [],
        transaction_data: {
          entity_runtime_id: runtimeId,
          action_type: action,
          hotbar_slot: this.#seen.selectedSlot,
          held_item: wireItem(this.#seen.held),
          player_pos: this.#movement.position,
          click_pos: { x: 0, y: 0, z: 0 },
        },
      },
    });
  }

  /** The inventory key. The server opens the inventory of the named entity, whichever it is; absent, the player's own. */
  openInventory(runtimeId: bigint = this.#connection.entityId): Promise<OpenWindow> {
    this.#seen.window = undefined;
    this.#connection.write("interact", {
      action_id: "open_inventory",
      target_entity_id: runtimeId,
      has_position: false,
    });
    return this.#windowOpened(`the inventory of entity ${runtimeId}`);
  }

  /** Closes the open window and waits until the server agrees. */
  async close(): Promise<void> {
    const window = this.#seen.window;
    if (!window) return;
    this.#connection.write("container_close", { window_id: window.id, window_type: window.type, server: false });
    await until("the window being closed", () => this.#seen.window === undefined);
  }

  /**
   * Breaks a block at once. The client claims to have hit it long enough, and Serenity 0.8.21 believes that as soon as any block was hit.
   * Use `hitBlock` for the honest pace.
   */
  breakBlock(position: Position): void {
    const face = faces.top;
    this.#movement.input({ blockActions: [{ action: "start_break", position, face }] });
    this.#movement.input({ blockActions: [{ action: "predict_break", position, face }] });
  }

  /** Starts to hit a block. The server breaks it by itself when its time is over. */
  hitBlock(position: Position): void {
    this.#movement.input({ blockActions: [{ action: "start_break", position, face: faces.top }] });
  }

  /** The pick-block key; `withData` asks for the block's contents too (creative only). */
  pickBlock(position: Position, withData: boolean): void {
    this.#connection.write("block_pick_request", { ...position, add_user_data: withData, selected_slot: 0 });
  }

  /** What a dead player's client sends when the player presses "respawn". The server also accepts it from the living. */
  respawn(): void {
    const nowhere = { x: 0, y: 0, z: 0 };
    const runtime_entity_id = this.#connection.entityId;
    this.#connection.write("respawn", { position: nowhere, state: 2, runtime_entity_id });
    this.#connection.write("player_action", {
      runtime_entity_id,
      action: "respawn",
      position: nowhere,
      result_position: nowhere,
      face: 0,
    });
  }

  #windowOpened(what: string): Promise<OpenWindow> {
    return until(what, () => (this.#seen.window?.slots.length ? this.#seen.window : undefined));
  }
}
