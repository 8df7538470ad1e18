import { createRequire } from "node:module";
import type { Item } from "../../../index.ts";
import type { SquidServer, SquidStack } from "../squid-server.ts";
import { componentData } from "./component-data.ts";
import { mirrorComponents } from "./component-mirror.ts";
import { FlyingSquidItem, type ItemContext, LiveStack } from "./flying-squid-item.ts";
import { withoutIds } from "./hidden-ids.ts";
import { canonicalText, decodeItem } from "./item-codec.ts";
import type { ItemData } from "./item-data.ts";
import { nbtData } from "./nbt-data.ts";

/** prismarine-item's class for one game version. */
interface StackClass {
  new (type: number, count: number, metadata?: number): SquidStack;
  toNotch(stack: SquidStack | null): object;
  fromNotch(item: object): SquidStack | null;
}

/** The copy of prismarine-item that the server itself uses, wherever the package manager has put it. */
const stackClassOf = createRequire(createRequire(import.meta.url).resolve("flying-squid/package.json"))(
  "prismarine-item",
) as (registry: unknown) => StackClass;

/** Makes, wraps, copies and compares the stacks of one server. */
export class SquidItems {
  readonly context: ItemContext;
  readonly #stackClass: StackClass;
  readonly #hasComponents: boolean;

  constructor(serv: SquidServer) {
    this.context = { data: itemDataOf(serv), registry: serv.registry };
    this.#stackClass = stackClassOf(serv.registry);
    this.#hasComponents = hasComponents(serv);
  }

  /** Must be called for every stack that this class did not make. */
  adopt(stack: SquidStack): SquidStack {
    if (this.#hasComponents) mirrorComponents(stack);
    return stack;
  }

  isStack(stack: object): stack is SquidStack {
    return stack instanceof this.#stackClass;
  }

  wrap(stack: SquidStack): Item {
    return new FlyingSquidItem(new LiveStack(this.adopt(stack), this.context), this.context);
  }

  /** Makes a stack from a material's name, with or without the `minecraft:` prefix. */
  create(material: string, count = 1): SquidStack | undefined {
    const type = this.context.registry.itemsByName[material.replace(/^minecraft:/, "")];
    return type && this.createByType(type.id, count);
  }

  createByType(type: number, count: number, metadata = 0): SquidStack {
    return this.adopt(new this.#stackClass(type, count, metadata));
  }

  /** Makes another stack with all data of this one, including its id. */
  copy(stack: SquidStack, count: number): SquidStack {
    const copy = this.createByType(stack.type, count, stack.metadata);
    copy.nbt = structuredClone(this.adopt(stack).nbt);
    return copy;
  }

  decode(bytes: Uint8Array): SquidStack | undefined {
    const encoded = decodeItem(bytes);
    const type = encoded && this.context.registry.itemsByName[encoded.name];
    if (encoded === undefined || type === undefined) return undefined;
    const stack = this.createByType(type.id, encoded.count, encoded.metadata);
    this.context.data.store(stack, encoded.data ?? undefined);
    if (encoded.removed.length > 0) stack.removedComponents = [...encoded.removed];
    return stack;
  }

  fromNetwork(item: object): SquidStack | null {
    // `fromNotch` knows the empty slot of every version; up to 1.12 it has no `present`.
    const stack = this.#stackClass.fromNotch(item);
    return stack && this.adopt(stack);
  }

  toNetwork(stack: SquidStack | null): object {
    return this.#stackClass.toNotch(stack);
  }

  /** Returns the same text for two stacks that differ in nothing but ids and count. */
  likeness(stack: SquidStack): string {
    const data = withoutIds(this.context.data.of(stack)) ?? {};
    const hasData = Object.keys(data).length > 0;
    return `${stack.type}/${stack.metadata}/${hasData ? canonicalText(data) : ""}`;
  }
}

function itemDataOf(serv: SquidServer): ItemData {
  return (hasComponents(serv) ? componentData(serv.registry) : nbtData()) as ItemData;
}

/** True from 1.20.5 on. */
function hasComponents(serv: SquidServer): boolean {
  return serv.supportFeature("itemsWithComponents");
}
