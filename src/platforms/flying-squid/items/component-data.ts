import type { Component, NbtCompound, SquidRegistry } from "../squid-server.ts";
import { readId, withId } from "./id-tag.ts";
import type { ContentsKind, InnerStack, ItemData } from "./item-data.ts";

type Components = readonly Component[];

/** An item inside a component, in its network form. */
interface NetworkItem {
  readonly itemCount: number;
  readonly itemId?: number;
  readonly components?: Component[];
  readonly addedComponentCount?: number;
  readonly removeComponents?: object[];
}

const CUSTOM_DATA = "custom_data";
const CONTENTS = { "shulker-box": "container", bundle: "bundle_contents" } as const;
const EMPTY_SLOT: NetworkItem = { itemCount: 0 };

/** Item data from 1.20.5 on: a list of components, with box contents in `container` and bundle contents in `bundle_contents`. */
export function componentData(registry: SquidRegistry): ItemData<Components> {
  return {
    of: (stack) => stack.components ?? [],
    store: (stack, components) => {
      stack.components = [...(components ?? [])];
      // prismarine-item keeps both, and its own code reads the map.
      stack.componentMap = new Map(stack.components.map((component) => [component.type, component]));
    },
    readTag: (components) => readId(customData(components)?.value),
    withTag: (components, id) => {
      const value = withId(customData(components)?.value, id);
      const isEmpty = Object.keys(value).length === 0;
      return withComponent(components, CUSTOM_DATA, isEmpty ? undefined : { type: "compound", value });
    },
    inner: (components, kind) =>
      slotsIn(components, kind).flatMap((origin, slot) => (origin.itemCount > 0 ? [innerOf(origin, slot)] : [])),
    withInner: (components, kind, inner) =>
      withComponent(components, CONTENTS[kind], {
        contents: kind === "bundle" ? inner.map(networkItem) : bySlot(inner),
      }),
  };

  function innerOf(origin: NetworkItem, slot: number): InnerStack<Components> {
    const name = registry.items[origin.itemId ?? 0]?.name ?? "unknown";
    const { itemCount: count, components: data = [], removeComponents: removed = [] } = origin;
    return { slot, name, count, metadata: 0, removed, data, origin };
  }
}

function networkItem({ origin, count, data }: InnerStack<Components>): NetworkItem {
  return { ...(origin as NetworkItem), itemCount: count, components: [...data], addedComponentCount: data.length };
}

/** A box keeps its empty slots. */
function bySlot(inner: readonly InnerStack<Components>[]): NetworkItem[] {
  const slots: NetworkItem[] = [];
  for (const stack of inner) slots[stack.slot] = networkItem(stack);
  return Array.from(slots, (slot) => slot ?? EMPTY_SLOT);
}

function slotsIn(components: Components, kind: ContentsKind): readonly NetworkItem[] {
  const data = find(components, CONTENTS[kind])?.data as { readonly contents?: readonly NetworkItem[] } | undefined;
  return data?.contents ?? [];
}

function customData(components: Components): NbtCompound | undefined {
  return find(components, CUSTOM_DATA)?.data as NbtCompound | undefined;
}

function find(components: Components, type: string): Component | undefined {
  return components.find((component) => component.type === type);
}

function withComponent(components: Components, type: string, data: object | undefined): Components {
  if (data === undefined) return components.filter((component) => component.type !== type);
  if (find(components, type) === undefined) return [...components, { type, data }];
  return components.map((component) => (component.type === type ? { type, data } : component));
}
