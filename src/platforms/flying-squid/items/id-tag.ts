import type { NbtValues } from "../squid-server.ts";

/** The key under which an item's custom data carries its id. It never leaves the server. */
export const ID_KEY = "doubletake:id";

/** Returns the stored text as it is, or `undefined` if it is not a text. */
export function readId(values: NbtValues | undefined): string | undefined {
  const tag = values?.[ID_KEY];
  return tag?.type === "string" ? String(tag.value) : undefined;
}

/** Returns the values with this id, or without any id. Nothing is changed in place, because split stacks share their data. */
export function withId(values: NbtValues | undefined, id: string | undefined): NbtValues {
  const { [ID_KEY]: _, ...others } = values ?? {};
  return id === undefined ? others : { ...others, [ID_KEY]: { type: "string", value: id } };
}
