import type { NbtCompound, NbtTag, NbtValues } from "../squid-server.ts";
import { readId, withId } from "./id-tag.ts";
import type { ContentsKind, InnerStack, ItemData } from "./item-data.ts";

type Values = NbtValues | undefined;
interface NbtList {
  readonly type: string;
  readonly value: readonly NbtValues[];
}

/** Item data up to 1.20.4: one NBT compound, with box contents under `BlockEntityTag.Items` and bundle contents under `Items`. */
export function nbtData(): ItemData<Values> {
  return {
    of: (stack) => stack.nbt?.value,
    store: (stack, values) => {
      stack.nbt = isEmpty(values) ? null : compound(values);
    },
    readTag: readId,
    withTag: withId,
    inner: (values, kind) => itemsIn(values, kind).map(innerOf),
    withInner: (values, kind, inner) => withItems(values, kind, inner.map(recordOf)),
  };
}

function innerOf(record: NbtValues, at: number): InnerStack<Values> {
  return {
    slot: Number(record.Slot?.value ?? at),
    name: String(record.id?.value ?? "air").replace(/^minecraft:/, ""),
    count: Number(record.Count?.value ?? 1),
    metadata: Number(record.Damage?.value ?? 0),
    removed: [],
    data: valuesOf(record.tag),
    origin: record,
  };
}

function recordOf({ origin, count, data }: InnerStack<Values>): NbtValues {
  const { tag: _, ...record } = origin as NbtValues;
  const counted = { ...record, Count: { type: record.Count?.type ?? "byte", value: count } };
  return isEmpty(data) ? counted : { ...counted, tag: { type: "compound", value: data } };
}

function itemsIn(values: Values, kind: ContentsKind): readonly NbtValues[] {
  const holder = kind === "bundle" ? values : valuesOf(values?.BlockEntityTag);
  const items = holder?.Items;
  if (items?.type !== "list") return [];
  const { value } = items.value as NbtList;
  return Array.isArray(value) ? value.filter((record) => typeof record === "object") : [];
}

function withItems(values: Values, kind: ContentsKind, records: readonly NbtValues[]): NbtValues {
  const Items: NbtTag = { type: "list", value: { type: "compound", value: records } };
  if (kind === "bundle") return { ...values, Items };
  const block = { ...valuesOf(values?.BlockEntityTag), Items };
  return { ...values, BlockEntityTag: { type: "compound", value: block } };
}

function valuesOf(tag: NbtTag | undefined): Values {
  return tag?.type === "compound" ? (tag.value as NbtValues) : undefined;
}

function isEmpty(values: Values): values is undefined {
  return values === undefined || Object.keys(values).length === 0;
}

/** The server needs `name` to write player files. */
export function compound(value: NbtValues): NbtCompound {
  return { type: "compound", name: "", value };
}
