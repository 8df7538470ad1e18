import {
  type Container,
  type Entity,
  EntityEquipmentTrait,
  EntityInventoryTrait,
  EntityItemStackTrait,
  type ItemStack,
  type Player,
  PlayerCraftingInputTrait,
  PlayerCraftingOutputTrait,
  PlayerCursorTrait,
  type Serenity,
} from "@serenityjs/core";

interface Place {
  name: string;
  stacks: readonly (ItemStack | null)[];
}

/** Looks into everything that the server has in memory, each container once. Returns one line for each stack with the mark in its NBT. */
export function findCopies(serenity: Serenity, mark: string): string[] {
  const found: string[] = [];
  const seen = new Set<readonly (ItemStack | null)[]>();
  for (const place of places(serenity)) {
    if (seen.has(place.stacks)) continue;
    seen.add(place.stacks);
    place.stacks.forEach((stack, slot) => {
      if (!stack || stack.getStackSize() === 0) return;
      const where = `${place.name} ${slot}`;
      if (stack.nbt.get("mark")?.valueOf() === mark) found.push(`${where} x${stack.getStackSize()}`);
      else if (JSON.stringify(stack.nbt.toJSON()).includes(`"${mark}"`)) found.push(`inside ${where}`);
    });
  }
  return found;
}

/** How many of an item the server has in memory. What a window shows of a block that is gone does not count. */
export function countItems(serenity: Serenity, identifier: string): number {
  let count = 0;
  const seen = new Set<readonly (ItemStack | null)[]>();
  for (const { name, stacks } of places(serenity)) {
    if (seen.has(stacks) || name.startsWith(WINDOW)) continue;
    seen.add(stacks);
    for (const stack of stacks) if (stack?.identifier === identifier) count += stack.getStackSize();
  }
  return count;
}

const WINDOW = "window of";

/** Windows come last: if the block or entity of a window still exists, the window was listed under that already. */
function* places(serenity: Serenity): Generator<Place> {
  for (const player of serenity.players.values()) yield* playerPlaces(player);
  for (const world of serenity.getWorlds()) {
    for (const dimension of world.getDimensions()) {
      for (const entity of dimension.entities.values()) yield* entityPlaces(entity);
      for (const block of dimension.blocks.values()) {
        const { x, y, z } = block.position;
        for (const trait of block.getAllTraits() as { container?: Container }[]) {
          if (trait.container) yield { name: `block ${x} ${y} ${z} slot`, stacks: trait.container.storage };
        }
      }
    }
  }
  for (const player of serenity.players.values()) {
    const { openedContainer } = player;
    if (openedContainer) yield { name: `${WINDOW} ${player.username} slot`, stacks: openedContainer.storage };
  }
}

function* playerPlaces(player: Player): Generator<Place> {
  const name = `player ${player.username}`;
  yield { name: `${name} inventory`, stacks: player.getTrait(EntityInventoryTrait).container.storage };
  const equipment = player.getTrait(EntityEquipmentTrait);
  yield { name: `${name} armor`, stacks: equipment.armor.storage };
  yield { name: `${name} offhand`, stacks: equipment.offhand.storage };
  yield { name: `${name} cursor`, stacks: player.getTrait(PlayerCursorTrait).container.storage };
  yield { name: `${name} crafting`, stacks: player.getTrait(PlayerCraftingInputTrait).container.storage };
  yield { name: `${name} output`, stacks: player.getTrait(PlayerCraftingOutputTrait).container.storage };
}

function* entityPlaces(entity: Entity): Generator<Place> {
  if (entity.isPlayer()) return;
  if (entity.hasTrait(EntityItemStackTrait)) {
    yield { name: "ground", stacks: [entity.getTrait(EntityItemStackTrait).itemStack] };
  }
  if (entity.hasTrait(EntityInventoryTrait)) {
    const name = `entity ${entity.identifier.replace("minecraft:", "")} slot`;
    yield { name, stacks: entity.getTrait(EntityInventoryTrait).container.storage };
  }
}
