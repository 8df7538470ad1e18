import type { Connection } from "./login.ts";
import { wireItem } from "./network-item.ts";
import type { TrackedInventory } from "./tracked-inventory.ts";
import { within } from "./wait.ts";

/** Container names of the protocol. The server maps all unknown ones to the open window. */
type ContainerName =
  | "hotbar_and_inventory"
  | "container"
  | "cursor"
  | "armor"
  | "offhand"
  | "crafting_input"
  | "crafting_output"
  | "creative_output"
  | "barrel"
  | "shulker";

/** One slot: the name of a container and a number in it. */
export type Slot = readonly [container: ContainerName, slot: number];

export const inv = (slot: number): Slot => ["hotbar_and_inventory", slot];
export const box = (slot: number): Slot => ["container", slot];

interface StackResponse {
  /** "none" if the server's answer does not mention the request. */
  status: "ok" | "error" | "none";
  containers: {
    slot_type: { container_id: string };
    slots: { slot: number; count: number; item_stack_id: number }[];
  }[];
}

/** One action of an item_stack_request, in the protocol's own terms. */
export type StackAction = { type_id: string } & Record<string, unknown>;

export const take = (count: number, source: Slot, destination: Slot): StackAction => ({
  type_id: "take",
  count,
  source: slotInfo(source),
  destination: slotInfo(destination),
});
export const place = (count: number, source: Slot, destination: Slot): StackAction => ({
  ...take(count, source, destination),
  type_id: "place",
});
export const swap = (source: Slot, destination: Slot): StackAction => ({
  type_id: "swap",
  source: slotInfo(source),
  destination: slotInfo(destination),
});
export const drop = (count: number, source: Slot): StackAction => ({
  type_id: "drop",
  count,
  source: slotInfo(source),
  randomly: false,
});
export const consume = (count: number, source: Slot): StackAction => ({
  type_id: "consume",
  count,
  source: slotInfo(source),
});
export const destroy = (count: number, source: Slot): StackAction => ({
  ...consume(count, source),
  type_id: "destroy",
});
/** `recipe` is the recipe's network id (see the harness' `recipeId`). */
export const craftRecipe = (recipe: number, times = 1): StackAction => ({
  type_id: "craft_recipe",
  recipe_network_id: recipe,
  times_crafted: times,
});
/** `index` is the item's place in the creative menu (see the harness' `creativeIndex`). */
export const craftCreative = (index: number, times = 1): StackAction => ({
  type_id: "craft_creative",
  item_id: index,
  times_crafted: times,
});

/** Moves items by packets. Each method is one request and resolves with the server's answer to it. */
export class InventoryActs {
  readonly #connection: Connection;
  readonly #seen: TrackedInventory;
  readonly #waiting = new Map<number, (response: StackResponse) => void>();
  #requestId = -1;

  constructor(connection: Connection, seen: TrackedInventory) {
    this.#connection = connection;
    this.#seen = seen;
    connection.on("item_stack_response", (packet: { responses: ({ request_id: number } & StackResponse)[] }) => {
      for (const response of packet.responses) this.#settle(response.request_id, response);
      // A request whose actions change nothing gets an empty packet, which answers the oldest request.
      const oldest = packet.responses.length === 0 ? this.#waiting.keys().next().value : undefined;
      if (oldest !== undefined) this.#settle(oldest, { status: "none", containers: [] });
    });
  }

  /** Sends all actions as one request. The server runs them in order and stops at the first that fails. */
  request(...actions: StackAction[]): Promise<StackResponse> {
    // A real client counts down in odd steps.
    this.#requestId -= 2;
    const id = this.#requestId;
    const answer = new Promise<StackResponse>((resolve) => this.#waiting.set(id, resolve));
    this.#connection.write("item_stack_request", {
      requests: [{ request_id: id, actions, custom_names: [], cause: "chat_public" }],
    });
    return within(`an answer to ${actions.map((action) => action.type_id).join(", ")}`, answer);
  }

  take(count: number, source: Slot, destination: Slot): Promise<StackResponse> {
    return this.request(take(count, source, destination));
  }

  place(count: number, source: Slot, destination: Slot): Promise<StackResponse> {
    return this.request(place(count, source, destination));
  }

  swap(source: Slot, destination: Slot): Promise<StackResponse> {
    return this.request(swap(source, destination));
  }

  /** Throws items out of the window. */
  drop(count: number, source: Slot): Promise<StackResponse> {
    return this.request(drop(count, source));
  }

  consume(count: number, source: Slot): Promise<StackResponse> {
    return this.request(consume(count, source));
  }

  /** Selects a hot bar slot. */
  select(slot: number): void {
    this.#seen.selectedSlot = slot;
    this.#connection.write("mob_equipment", {
      runtime_entity_id: this.#connection.entityId,
      item: emptyV4,
      slot,
      selected_slot: slot,
      window_id: "inventory",
    });
  }

  /** The drop key: throws `count` of the held item. The server sends no answer, only new contents. */
  dropHeld(count = 1): void {
    const held = this.#seen.held;
    if (!held) throw new Error("the drop key was pressed with an empty hand");
    const rest = held.count - count;
    this.#connection.write("inventory_transaction", {
      transaction: {
        legacy: { legacy_request_id: 0 },
        transaction_type: "normal",
        actions: [
          {
            source_type: "world_interaction",
            flags: 0,
            slot: 0,
            old_item: wireItem(undefined),
            new_item: wireItem(held, count),
          },
          {
            source_type: "container",
            inventory_id: "inventory",
            slot: this.#seen.selectedSlot,
            old_item: wireItem(held),
            new_item: rest > 0 ? wireItem(held, rest) : wireItem(undefined),
          },
        ],
      },
    });
  }

  #settle(id: number, response: StackResponse): void {
    this.#waiting.get(id)?.(response);
    this.#waiting.delete(id);
  }
}

const emptyV4 = {
  network_id: 0,
  count: 0,
  metadata: 0,
  has_stack_id: false,
  block_runtime_id: 0,
  extra: { has_nbt: "false", can_place_on: [], can_destroy: [] },
};

function slotInfo([container, slot]: Slot): object {
  return { slot_type: { container_id: container }, slot, stack_id: 0 };
}
