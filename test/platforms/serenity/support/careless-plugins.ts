import {
  type Block,
  type BlockDestroyOptions,
  BlockTrait,
  type Container,
  type Entity,
  EntityInventoryTrait,
  ItemStack,
  type Serenity,
  WorldEvent,
} from "@serenityjs/core";
import { CompoundTag } from "@serenityjs/nbt";

/**
 * What other plugins do with items, as carelessly as some of them are written: none of them knows of ids. Copies are made with
 * `ItemStack.from` and `fromLevelStorage`. In Serenity 0.8.21 such a copy shares its nested data, such as the contents of a box, with its
 * source.
 */
export class CarelessPlugins {
  readonly #serenity: Serenity;
  readonly #kept = new Map<string, (CompoundTag | null)[]>();
  #multipliesDrops = false;

  constructor(serenity: Serenity) {
    this.#serenity = serenity;
    serenity.on(WorldEvent.EntityDied, ({ targetEntity }) => {
      if (!targetEntity.isPlayer() && targetEntity.hasTrait(EntityInventoryTrait))
        this.#dropMore(targetEntity, targetEntity.getTrait(EntityInventoryTrait).container);
    });
    serenity.on(WorldEvent.PlayerBreakBlock, ({ block, player }) => {
      for (const container of containersOf(block)) this.#dropMore(player, container);
    });
  }

  /** "More drops": from now on, what a creature carried and what a broken container held drops once more. */
  set multipliesDrops(isOn: boolean) {
    this.#multipliesDrops = isOn;
  }

  /** A tool whose handler breaks the block that is just being broken. */
  breakTwice(block: Block): void {
    let isBreaking = false;
    class BreaksAgain extends BlockTrait {
      static override readonly identifier = "careless:breaks_again";

      override onBreak = ({ origin }: BlockDestroyOptions): void => {
        if (isBreaking || origin === undefined) return;
        isBreaking = true;
        this.block.destroy({ origin, dropLoot: true });
      };
    }
    block.addTrait(BreaksAgain);
  }

  /** Remembers what is in a block's container. */
  keep(block: Block): void {
    const [container] = containersOf(block);
    this.#kept.set(keyOf(block), container?.storage.map((stack) => stack && storedAs(stack)) ?? []);
  }

  /** Puts back what was in a container, into the same one or another, whatever has become of it. */
  bringBack(block: Block, into: Block = block): void {
    const world = this.#serenity.getWorld();
    const [container] = containersOf(into);
    for (const [slot, stored] of (this.#kept.get(keyOf(block)) ?? []).entries()) {
      if (stored === null) container?.clearSlot(slot);
      else container?.setItem(slot, ItemStack.fromLevelStorage(world, stored));
    }
  }

  /** Gives each of these their own copy of one item, which the plugin itself keeps. */
  giveKit(template: ItemStack, receivers: readonly Entity[], slot: number): void {
    for (const receiver of receivers)
      receiver.getTrait(EntityInventoryTrait).container.setItem(slot, ItemStack.from(template));
  }

  #dropMore({ dimension, position }: Entity, container: Container): void {
    if (!this.#multipliesDrops) return;
    for (const stack of container.storage) if (stack) dimension.spawnItem(ItemStack.from(stack), position);
  }
}

function storedAs(stack: ItemStack): CompoundTag {
  return new CompoundTag().push(...stack.getStorage().values());
}

function containersOf(block: Block): Container[] {
  const traits = block.getAllTraits() as { container?: Container }[];
  return traits.flatMap(({ container }) => (container ? [container] : []));
}

function keyOf({ position: { x, y, z } }: Block): string {
  return `${x},${y},${z}`;
}
