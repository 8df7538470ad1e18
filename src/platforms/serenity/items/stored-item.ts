import type { ListTag } from "@serenityjs/nbt";
import { ByteTag, CompoundTag, IntTag, TagType } from "@serenityjs/nbt";
import type { Contents, Item } from "../../../index.ts";
import { readId, writeId } from "./id-tag.ts";
import { encodeStorage } from "./item-codec.ts";

import { contentsOfMaterial, maxStackSizeOfMaterial } from "./item-types.ts";

/** How a stored item's id and count are read and changed: directly, or through the pending edits of `NbtContents`. */
interface ItemEdits {
  readId(): string | undefined;
  writeId(id: string | undefined): void;
  count(): number;
}

/** An item in its stored form (`Name`, `Count`, `tag`, ...): inside a box, or in the data of a player who has not spawned yet. */
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
    return this.#edits.readId();
  }

  writeTag(id: string | undefined): void {
    this.#edits.writeId(id);
  }

  contents(): Contents | undefined {
    const kind = contentsOfMaterial(this.material);
    // Changes inside take effect with this item's own box, which the caller writes back as well.
    return kind && new NbtContents(kind, this.stack.get<CompoundTag>("tag"), () => {});
  }

  encode(count = this.count): Uint8Array {
    return encodeStorage(this.stack, count);
  }
}

function storedCount(stack: CompoundTag): number {
  return Number(stack.get("Count")?.valueOf() ?? 1);
}

function writeStoredId(stack: CompoundTag, id: string | undefined): void {
  const tag = stack.get<CompoundTag>("tag") ?? new CompoundTag("tag");
  writeId(tag, id);
  stack.set("tag", tag);
}

/** Edits that take effect at once. */
function editsOf(stack: CompoundTag): ItemEdits {
  return {
    readId: () => readId(stack.get<CompoundTag>("tag")),
    writeId: (id) => writeStoredId(stack, id),
    count: () => storedCount(stack),
  };
}

/** Slots of a box's second and third list begin here, so that no two items of a box share a number. */
const LIST_STEP = 1000;

/** Slots of items whose own slot number is missing or taken begin here. */
const UNNUMBERED = 500;

interface Entry {
  readonly list: ListTag<CompoundTag>;
  readonly stack: CompoundTag;
  readonly slot: number;
}

/** The pending changes to one inner item. */
interface Edit {
  id?: { readonly value: string | undefined };
  taken: number;
}

/** The inside of a box or bundle in NBT form. Changes wait here until `writeBack`. */
export class NbtContents implements Contents {
  readonly kind: Contents["kind"];
  readonly #entries: readonly Entry[];
  readonly #edits = new Map<CompoundTag, Edit>();
  readonly #store: () => void;

  /** `store` makes the outer item notice that its NBT has changed. */
  constructor(kind: Contents["kind"], nbt: CompoundTag | undefined, store: () => void) {
    this.kind = kind;
    this.#entries = nbt === undefined ? [] : entriesOf(nbt);
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
    for (const { list, stack } of this.#entries) {
      const edit = this.#edits.get(stack);
      if (edit === undefined) continue;
      if (edit.id !== undefined) writeStoredId(stack, edit.id.value);
      const count = this.#countOf(stack);
      if (count <= 0) list.splice(list.indexOf(stack), 1);
      else if (edit.taken > 0) stack.set("Count", countTag(stack, count));
    }
    this.#edits.clear();
    this.#store();
  }

  #itemOf(stack: CompoundTag): Item {
    return new StoredItem(stack, {
      readId: () => {
        const { id } = this.#edits.get(stack) ?? {};
        return id === undefined ? readId(stack.get<CompoundTag>("tag")) : id.value;
      },
      writeId: (id) => {
        this.#editOf(stack).id = { value: id };
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

/**
 * Reads contents from all places where they can be: `Items`, the game's own form; `Block`, where Serenity 0.8.21 puts the data
 * of a picked block; and the form of bundles.
 */
function entriesOf(nbt: CompoundTag): Entry[] {
  const block = nbt.get<CompoundTag>("Block");
  const lists = [
    nbt.get("Items"),
    block?.type === TagType.Compound ? block.get("Items") : undefined,
    nbt.get("storage_item_component_content"),
  ];
  return lists.flatMap((list, at) =>
    list?.type === TagType.List ? numbered(list as unknown as ListTag<CompoundTag>, at * LIST_STEP) : [],
  );
}

function numbered(list: ListTag<CompoundTag>, first: number): Entry[] {
  const taken = new Set<number>();
  const entries: Entry[] = [];
  for (const [at, stack] of [...list].entries()) {
    if (stack?.type !== TagType.Compound) continue;
    const own = Number(stack.get("Slot")?.valueOf() ?? at);
    const slot = own >= 0 && own < UNNUMBERED && !taken.has(own) ? own : UNNUMBERED + at;
    taken.add(slot);
    entries.push({ list, stack, slot: first + slot });
  }
  return entries;
}

/** Keeps the width of the number: the game stores a byte, Serenity an integer. */
function countTag(stack: CompoundTag, count: number): ByteTag | IntTag {
  return stack.get("Count")?.type === TagType.Byte ? new ByteTag(count, "Count") : new IntTag(count, "Count");
}
