import type { Connection } from "./login.ts";
import { type SeenItem, seenItem, type WireItem } from "./network-item.ts";

type Slots = (SeenItem | undefined)[];

/** A window that the server opened for this client. */
export interface OpenWindow {
  id: number | string;
  /** "container", "workbench", "inventory", ... */
  type: string;
  slots: Slots;
}

/** What the player holds, as far as the server has said. */
export class TrackedInventory {
  inventory: Slots = [];
  armor: Slots = [];
  offhand: Slots = [];
  /** Slot 0 is the cursor. The crafting grid has no window number in Serenity 0.8.21, so it cannot be told apart. */
  cursor: Slots = [];
  window: OpenWindow | undefined;
  /** The hot bar slot that this client has selected. */
  selectedSlot = 0;
  /** Grows with every list of contents, so that a test can wait for news. */
  updates = 0;
  readonly #names = new Map<number, string>();
  /** Packets arrive unordered: the contents of a window may come before the packet that opens it. */
  readonly #early = new Map<number | string, Slots>();

  constructor(connection: Connection) {
    connection.on("item_registry", (packet: ItemRegistry) => {
      for (const state of packet.itemstates) this.#names.set(state.runtime_id, state.name.replace("minecraft:", ""));
    });
    connection.on("inventory_content", (packet: InventoryContent) => this.#learn(packet.window_id, packet.input));
    connection.on("container_open", (packet: ContainerOpen) => {
      const slots = this.#early.get(packet.window_id) ?? [];
      this.window = { id: packet.window_id, type: packet.window_type, slots };
    });
    connection.on("container_close", (packet: { window_id: number | string }) => {
      this.#early.delete(packet.window_id);
      this.window = undefined;
    });
  }

  get held(): SeenItem | undefined {
    return this.inventory[this.selectedSlot];
  }

  /** The first slot of the inventory with such an item, or -1. */
  slotOf(name: string): number {
    return this.inventory.findIndex((item) => item?.name === name);
  }

  nameOf(networkId: number): string {
    return this.#names.get(networkId) ?? String(networkId);
  }

  #learn(window: number | string, wire: WireItem[]): void {
    const slots = wire.map((item) => seenItem(item, (id) => this.nameOf(id)));
    if (window === "inventory") this.inventory = slots;
    else if (window === "armor") this.armor = slots;
    else if (window === "offhand") this.offhand = slots;
    else if (window === "ui") this.cursor = slots;
    else if (this.window?.id === window) this.window.slots = slots;
    else this.#early.set(window, slots);
    this.updates++;
  }
}

interface ItemRegistry {
  itemstates: { name: string; runtime_id: number }[];
}

interface InventoryContent {
  window_id: number | string;
  input: WireItem[];
}

interface ContainerOpen {
  window_id: number | string;
  window_type: string;
}
