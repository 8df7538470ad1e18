import { ByteTag, CompoundTag, IntTag, ListTag, TagType } from "@serenityjs/nbt";
import type { Contents, Item } from "../../../index.ts";
import { readId, writeId } from "./id-tag.ts";
import { encodeStorage } from "./item-codec.ts";

import { contentsOfMaterial, maxStackSizeOfMaterial } from "./item-types.ts";

/** How a stored item's data is read and changed: directly, or through the pending edits of `NbtContents`. */
interface ItemEdits {
  nbt(): CompoundTag | undefined;
  /** Replaces all of it. */
  setNbt(nbt: CompoundTag): void;
  count(): number;
}

/**
 * An item in its stored form (`Name`, `Count`, `tag`, ...): inside a box, or in the data of a player who has not spawned yet. Its data is
 * replaced, never changed: Serenity 0.8.21 lets copies and split stacks share it, and each must keep its own id.
 */
export class StoredItem implements Item {
  readonly stack: CompoundTag;
  readonly material: string;
  readonly hasMetadata = true;
  readonly #edits: ItemEdits;

  constructor(stack: CompoundTag, edits: ItemEdits = editsOf(stack)) {
    this.stack = stack;
    this.material = String(stack.get("Name")?.valueOf() ?? "minecraft:air");
    this.#edits = edits;
  }

  get maxStackSize(): number {
    return maxStackSizeOfMaterial(this.material);
  }

  get count(): number {
    return this.#edits.count();
  }

  readTag(): string | undefined {
    return readId(this.#edits.nbt());
  }

  writeTag(id: string | undefined): void {
    const nbt = copyOf(this.#nbt);
    writeId(nbt, id);
    this.#edits.setNbt(nbt);
  }

  contents(): Contents | undefined {
    const kind = contentsOfMaterial(this.material);
    // Changes inside take effect with this item's own box, which the caller writes back as well.
    return kind && new NbtContents(kind, this.#edits.nbt(), (change) => this.#edits.setNbt(change(this.#nbt)));
  }

  encode(count = this.count): Uint8Array {
    const nbt = this.#edits.nbt();
    return encodeStorage(nbt === undefined ? this.stack : withTag(this.stack, "tag", nbt), count);
  }

  get #nbt(): CompoundTag {
    return this.#edits.nbt() ?? new CompoundTag("tag");
  }
}

function storedCount(stack: CompoundTag): number {
  return Number(stack.get("Count")?.valueOf() ?? 1);
}

/** Edits that take effect at once. */
function editsOf(stack: CompoundTag): ItemEdits {
  return {
    nbt: () => stack.get<CompoundTag>("tag"),
    setNbt: (nbt) => void stack.set("tag", nbt),
    count: () => storedCount(stack),
  };
}

/**
 * Where contents can be: `Items`, the game's own form; `Block`, where Serenity 0.8.21 puts the data of a picked block; and the form of
 * bundles.
 */
const LISTS = [["Items"], ["Block", "Items"], ["storage_item_component_content"]] as const;

/** Slots of a box's second and third list begin here, so that no two items of a box share a number. */
const LIST_STEP = 1000;

/** Slots of items whose own slot number is missing or taken begin here. */
const UNNUMBERED = 500;

type Items = ListTag<CompoundTag>;

interface Entry {
  readonly stack: CompoundTag;
  readonly slot: number;
}

/** The pending changes to one inner item. */
interface Edit {
  nbt?: CompoundTag;
  taken: number;
}

/**
 * The inside of a box or bundle in NBT form. Changes wait here until `writeBack`. What was read stays as it is, because another box may
 * share it: the box gets new lists.
 */
export class NbtContents implements Contents {
  readonly kind: Contents["kind"];
  readonly #lists: readonly (Items | undefined)[];
  readonly #entries: readonly Entry[];
  readonly #edits = new Map<CompoundTag, Edit>();
  readonly #store: (change: (nbt: CompoundTag) => CompoundTag) => void;

  /** `store` changes the data of the outer item. */
  constructor(
    kind: Contents["kind"],
    nbt: CompoundTag | undefined,
    store: (change: (nbt: CompoundTag) => CompoundTag) => void,
  ) {
    this.kind = kind;
    this.#lists = nbt === undefined ? [] : LISTS.map((path) => listAt(nbt, path));
    this.#entries = this.#lists.flatMap((list, at) => (list === undefined ? [] : numbered(list, at * LIST_STEP)));
    this.#store = store;
  }

  each(visit: (item: Item, slot: number) => void): void {
    for (const { stack, slot } of this.#entries) {
      if (this.#countOf(stack) > 0) visit(this.#itemOf(stack), slot);
    }
  }

  remove(slot: number, count: number): void {
    const entry = this.#entries.find((candidate) => candidate.slot === slot);
    if (entry !== undefined) this.#editOf(entry.stack).taken += count;
  }

  writeBack(): void {
    this.#store((nbt) =>
      this.#lists.reduce<CompoundTag>(
        (changed, list, at) =>
          list?.some((stack) => this.#edits.has(stack)) ? this.#written(changed, list, at) : changed,
        nbt,
      ),
    );
  }

  #written(nbt: CompoundTag, list: Items, at: number): CompoundTag {
    const stacks = [...list].flatMap((stack) => {
      const edit = this.#edits.get(stack);
      return edit === undefined ? [stack] : this.#edited(stack, edit);
    });
    return withListAt(nbt, LISTS[at]!, new ListTag(stacks, list.name));
  }

  #edited(stack: CompoundTag, { nbt, taken }: Edit): CompoundTag[] {
    const count = this.#countOf(stack);
    if (count <= 0) return [];
    const changed = nbt === undefined ? copyOf(stack) : withTag(stack, "tag", nbt);
    if (taken > 0) changed.set("Count", countTag(stack, count));
    return [changed];
  }

  #itemOf(stack: CompoundTag): Item {
    return new StoredItem(stack, {
      nbt: () => this.#edits.get(stack)?.nbt ?? stack.get<CompoundTag>("tag"),
      setNbt: (nbt) => {
        this.#editOf(stack).nbt = nbt;
      },
      count: () => this.#countOf(stack),
    });
  }

  #countOf(stack: CompoundTag): number {
    return storedCount(stack) - (this.#edits.get(stack)?.taken ?? 0);
  }

  #editOf(stack: CompoundTag): Edit {
    const edit = this.#edits.get(stack) ?? { taken: 0 };
    this.#edits.set(stack, edit);
    return edit;
  }
}

function listAt(nbt: CompoundTag, [key, next]: readonly [string, string?]): Items | undefined {
  const tag = nbt.get(key);
  if (next !== undefined) return tag?.type === TagType.Compound ? listAt(tag as CompoundTag, [next]) : undefined;
  return tag?.type === TagType.List ? (tag as unknown as Items) : undefined;
}

function withListAt(nbt: CompoundTag, [key, next]: readonly [string, string?], list: Items): CompoundTag {
  return withTag(nbt, key, next === undefined ? list : withListAt(nbt.get<CompoundTag>(key)!, [next], list));
}

/** A copy in which one tag is another. */
function withTag(nbt: CompoundTag, key: string, tag: CompoundTag | Items): CompoundTag {
  return copyOf(nbt).set(key, tag as never);
}

/** Does not set the names of the tags again, as `CompoundTag` would: they have them. */
function copyOf(nbt: CompoundTag): CompoundTag {
  const copy = new CompoundTag(nbt.name);
  for (const [key, tag] of nbt) Map.prototype.set.call(copy, key, tag);
  return copy;
}

function numbered(list: Items, first: number): Entry[] {
  const taken = new Set<number>();
  const entries: Entry[] = [];
  for (const [at, stack] of [...list].entries()) {
    if (stack?.type !== TagType.Compound) continue;
    const own = Number(stack.get("Slot")?.valueOf() ?? at);
    const slot = own >= 0 && own < UNNUMBERED && !taken.has(own) ? own : UNNUMBERED + at;
    taken.add(slot);
    entries.push({ stack, slot: first + slot });
  }
  return entries;
}

/** Keeps the width of the number: the game stores a byte, Serenity an integer. */
function countTag(stack: CompoundTag, count: number): ByteTag | IntTag {
  return stack.get("Count")?.type === TagType.Byte ? new ByteTag(count, "Count") : new IntTag(count, "Count");
}
