import type { Component, NbtCompound, NbtTag, SquidStack } from "../squid-server.ts";
import { bufferAgain } from "./item-codec.ts";
import { compound } from "./nbt-data.ts";

/** The NBT key that holds a copy of a stack's components. */
const MIRROR_KEY = "doubletake:components";

interface Mirrored {
  readonly added: Component[];
  readonly removed: object[];
}

const mirrored = new WeakSet<SquidStack>();

/**
 * flying-squid 1.12 uses only the NBT of items, even on versions with components: it saves a player's items by id, count and
 * `nbt`, splits stacks by them and compares by them. So each stack's `nbt` carries a copy of its components, computed when it
 * is read. A stack that is made from such NBT gets its components back.
 */
export function mirrorComponents(stack: SquidStack): void {
  if (mirrored.has(stack)) return;
  mirrored.add(stack);
  let nbt = takeIn(stack, stack.nbt);
  const mirror = new Mirror(stack);
  Object.defineProperty(stack, "nbt", {
    configurable: true,
    enumerable: true,
    // Other code changes what it reads (`item.nbt.value.Damage = ...`), so every read returns the same object.
    get: () => {
      nbt = mirror.into(nbt);
      return nbt;
    },
    set: (changed: NbtCompound | null) => {
      nbt = takeIn(stack, changed);
    },
  });
}

/** Moves mirrored components from NBT into the stack, unless it already has components: those are newer. */
function takeIn(stack: SquidStack, nbt: NbtCompound | null): NbtCompound | null {
  const tag = nbt?.value[MIRROR_KEY];
  if (nbt === null || tag === undefined) return nbt;
  const { [MIRROR_KEY]: _, ...others } = nbt.value;
  const copy = stack.components?.length ? undefined : decode(tag);
  if (copy !== undefined) {
    stack.components = copy.added;
    stack.removedComponents = copy.removed;
    stack.componentMap = new Map(copy.added.map((component) => [component.type, component]));
  }
  return Object.keys(others).length === 0 ? null : compound(others);
}

/** The copy of the components in a stack's NBT. Components change in place without notice, so they are encoded at every read. */
class Mirror {
  readonly #stack: SquidStack;
  #text = "";
  #tag: NbtTag | undefined;

  constructor(stack: SquidStack) {
    this.#stack = stack;
  }

  into(nbt: NbtCompound | null): NbtCompound | null {
    const tag = this.#current();
    if (nbt === null) return tag === undefined ? null : compound({ [MIRROR_KEY]: tag });
    const values = nbt.value as Record<string, NbtTag>;
    if (tag !== undefined) values[MIRROR_KEY] = tag;
    else delete values[MIRROR_KEY];
    return nbt;
  }

  #current(): NbtTag | undefined {
    const { components: added = [], removedComponents: removed = [] } = this.#stack;
    if (added.length + removed.length === 0) return undefined;
    const text = JSON.stringify({ added, removed });
    if (text !== this.#text || this.#tag === undefined) this.#tag = asBytes(text);
    this.#text = text;
    return this.#tag;
  }
}

/** Encodes as bytes, because an NBT string ends at 65,535 bytes and a full box is longer. NBT bytes are signed. */
function asBytes(text: string): NbtTag {
  const bytes = new TextEncoder().encode(text);
  return { type: "byteArray", value: Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)) };
}

function decode({ value }: NbtTag): Mirrored | undefined {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(value as number[]));
    const copy = JSON.parse(text, bufferAgain) as Partial<Mirrored>;
    return { added: copy.added ?? [], removed: copy.removed ?? [] };
  } catch {
    // Not written by `asBytes`: the item comes back plain, as it would without us.
    return undefined;
  }
}
