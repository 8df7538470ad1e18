/** A stack in a form that outlives the process. */
interface EncodedItem {
  readonly name: string;
  readonly count: number;
  readonly metadata: number;
  readonly data: unknown;
  readonly removed: readonly object[];
}

/** Encodes as text, so that items in quarantine can be read without the game. */
export function encodeItem(item: EncodedItem): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(item));
}

/** `undefined` if the data is not an item of ours. */
export function decodeItem(bytes: Uint8Array): EncodedItem | undefined {
  try {
    const item = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), bufferAgain);
    const isItem = typeof item?.name === "string" && Number.isInteger(item.count) && item.count > 0;
    if (!isItem) return undefined;
    const { name, count, metadata = 0, data, removed = [] } = item;
    return { name, count, metadata, data, removed };
  } catch {
    // The data is truncated, or not ours.
    return undefined;
  }
}

/** Turns `{ type: "Buffer", data: [...] }`, as `JSON.stringify` writes a buffer, back into a buffer. */
export function bufferAgain(_key: string, value: unknown): unknown {
  const written = value as { type?: unknown; data?: unknown } | null;
  return written?.type === "Buffer" && Array.isArray(written.data) ? Buffer.from(written.data) : value;
}

/** Returns the same text for the same data, whatever the order in which a client wrote keys and components. */
export function canonicalText(data: unknown): string {
  return JSON.stringify(data, (key, value: unknown) => {
    if (COUNTED_FIELDS.has(key)) return undefined;
    if (Array.isArray(value)) return value.every(isComponent) ? value.toSorted(byType) : value;
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Fields that repeat what the rest of an item's network form says. */
const COUNTED_FIELDS = new Set(["addedComponentCount", "removedComponentCount", "present"]);

function isComponent(value: unknown): value is { type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function byType(a: { type: string }, b: { type: string }): number {
  return a.type < b.type ? -1 : 1;
}
