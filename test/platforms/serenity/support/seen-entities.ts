import type { Connection } from "./login.ts";
import { type SeenItem, seenItem, type WireItem } from "./network-item.ts";
import type { TrackedInventory } from "./tracked-inventory.ts";

interface SeenEntity {
  runtimeId: bigint;
  uniqueId: bigint;
  /** "item", "player" or the entity's type without namespace. */
  type: string;
  /** The player's name; empty for everything else. */
  name: string;
  /** The item on the ground; only for items. */
  item: SeenItem | undefined;
}

/** The entities that the server shows to this client now. */
export class SeenEntities {
  readonly #byUniqueId = new Map<bigint, SeenEntity>();

  constructor(connection: Connection, inventory: TrackedInventory) {
    connection.on("add_item_entity", (packet: AddItemEntity) => {
      const item = seenItem(packet.item, (id) => inventory.nameOf(id));
      this.#add({ ...ids(packet.entity_id_self, packet.runtime_entity_id), type: "item", name: "", item });
    });
    connection.on("add_entity", (packet: AddEntity) => {
      const type = packet.entity_type.replace("minecraft:", "");
      this.#add({ ...ids(packet.unique_id, packet.runtime_id), type, name: "", item: undefined });
    });
    connection.on("add_player", (packet: AddPlayer) => {
      const known = ids(packet.unique_id, packet.runtime_id);
      this.#add({ ...known, type: "player", name: packet.username, item: undefined });
    });
    connection.on("remove_entity", (packet: { entity_id_self: bigint }) => {
      this.#byUniqueId.delete(BigInt(packet.entity_id_self));
    });
  }

  all(): SeenEntity[] {
    return [...this.#byUniqueId.values()];
  }

  /** Items on the ground; only those with this name, if one is given. */
  items(name?: string): SeenEntity[] {
    return this.all().filter((entity) => entity.item && (name === undefined || entity.item.name === name));
  }

  player(name: string): SeenEntity | undefined {
    return this.all().find((entity) => entity.name === name);
  }

  #add(entity: SeenEntity): void {
    this.#byUniqueId.set(entity.uniqueId, entity);
  }
}

const ids = (uniqueId: bigint, runtimeId: bigint) => ({ uniqueId: BigInt(uniqueId), runtimeId: BigInt(runtimeId) });

interface AddItemEntity {
  entity_id_self: bigint;
  runtime_entity_id: bigint;
  item: WireItem;
}

interface AddEntity {
  unique_id: bigint;
  runtime_id: bigint;
  entity_type: string;
}

interface AddPlayer {
  unique_id: bigint;
  runtime_id: bigint;
  username: string;
}
