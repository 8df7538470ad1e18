/** What makes a stack, in a form that outlives the process. */
interface EncodedItem {
  readonly name: string;
  readonly count: number;
  readonly metadata: number;
  readonly data: unknown;
  readonly removed: readonly object[];
}

/** Text, so that what lies in quarantine can be read without the game. */
export function encodeItem(item: EncodedItem): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(item));
}

/** `undefined` when the data is of something else. */
export function decodeItem(bytes: Uint8Array): EncodedItem | undefined {
  try {
    const item = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), bufferAgain);
    const isItem = typeof item?.name === "string" && Number.isInteger(item.count) && item.count > 0;
    if (!isItem) return undefined;
    const { name, count, metadata = 0, data, removed = [] } = item;
    return { name, count, metadata, data, removed };
  } catch {
    // Cut short, or not ours.
    return undefined;
  }
}

/** `JSON.stringify` writes the bytes of a buffer as `{ type: "Buffer", data: [...] }`. */
export function bufferAgain(_key: string, value: unknown): unknown {
  const written = value as { type?: unknown; data?: unknown } | null;
  return written?.type === "Buffer" && Array.isArray(written.data) ? Buffer.from(written.data) : value;
}

/** Text that is the same for the same data, whatever the order in which a client wrote keys and components. */
export function canonicalText(data: unknown): string {
  return JSON.stringify(data, (key, value: unknown) => {
    if (COUNTED_FIELDS.has(key)) return undefined;
    if (Array.isArray(value)) return value.every(isComponent) ? value.toSorted(byType) : value;
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** What the network form of an item says twice. */
const COUNTED_FIELDS = new Set(["addedComponentCount", "removedComponentCount", "present"]);

function isComponent(value: unknown): value is { type: string } {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function byType(a: { type: string }, b: { type: string }): number {
  return a.type < b.type ? -1 : 1;
}
