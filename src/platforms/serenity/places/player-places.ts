import { type CompoundTag, type ListTag, TagType } from "@serenityjs/nbt";
import type { Item, LookHints, PlaceKey, Player, StackVisitor } from "../../../index.ts";
import { StoredItem } from "../items/stored-item.ts";
import { wasPutThere } from "../items/was-put-there.ts";
import { OUTPUT, SerenityPlayer } from "../serenity-player.ts";
import type { Sessions } from "../sessions.ts";
import { ANYWHERE, type PlaceKeeper, type StackInSlot } from "./place-keeper.ts";
import { findInParts, type Part, showPart } from "./slots.ts";

/**
 * The slots of a session: inventory, armour, off hand, cursor, crafting grid, and items that a client has put into the crafting
 * output.
 */
export class PlayerPlaces implements PlaceKeeper {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    const player = this.#served(hints?.player) ?? this.#sessions.at(place);
    if (player === undefined) return false;
    const location = hints?.withoutLocations ? ANYWHERE : player.location();
    for (const part of partsOf(player)) showPart(part, location, see, hints);
    if (!player.hasSpawned) {
      for (const { item, slot } of storedArmour(player)) see(item, slot, location);
    }
    return true;
  }

  find(place: PlaceKey, slot: string, stack: object): StackInSlot | undefined {
    const player = this.#sessions.at(place);
    return player && findInParts(partsOf(player), slot, stack);
  }

  #served(player: Player | undefined): SerenityPlayer | undefined {
    return player instanceof SerenityPlayer && this.#sessions.isServed(player) ? player : undefined;
  }

  /** Players are listed by `Platform.players`. */
  list(): Iterable<PlaceKey> {
    return [];
  }
}

/** The containers that Serenity stores as armour. */
const WORN = ["armour", "off-hand"];

const partsByPlayer = new WeakMap<SerenityPlayer, Part[]>();

function partsOf(player: SerenityPlayer): Part[] {
  let parts = partsByPlayer.get(player);
  if (parts === undefined) {
    parts = [...player.containers].map(([name, container]) => ({
      name: `${name}/`,
      container,
      ...(name === OUTPUT && { isItem: wasPutThere }),
    }));
    partsByPlayer.set(player, parts);
  }
  return parts;
}

/**
 * Serenity 0.8.21 equips armour when the player spawns, some time after the rest of the inventory was loaded. If a plugin or a client puts
 * something on before that, Serenity writes the stored armour anew, as what is worn now.
 */
function* storedArmour({ host, containers }: SerenityPlayer): Iterable<{ item: Item; slot: string }> {
  const isWorn = WORN.some((name) => containers.get(name)?.storage.some((stack) => stack !== null));
  if (isWorn) return;
  const armour = host.getStorageEntry<ListTag<CompoundTag>>("Armor");
  for (const [at, stack] of [...(armour ?? [])].entries()) {
    if (stack?.type === TagType.Compound) yield { item: new StoredItem(stack), slot: `armour/stored/${at}` };
  }
}
