import type { SquidClient } from "../squid-server.ts";
import { ID_KEY } from "./id-tag.ts";

/**
 * Removes ids from every packet to a client, however deep in boxes they are: a client can neither copy nor forge an id that it
 * does not know. flying-squid 1.12 writes through `client.write` only.
 */
export function hideIdsFromClient(client: SquidClient): void {
  const write = client.write;
  client.write = (packet, fields) =>
    write.call(client, packet, HAVE_NO_ITEMS.has(packet) ? completed(packet, fields) : withoutIds(fields));
}

/** These are nine packets in ten, because everybody is told of every step of everybody else. They contain only numbers. */
const HAVE_NO_ITEMS: ReadonlySet<string> = new Set([
  "rel_entity_move",
  "entity_move_look",
  "entity_look",
  "entity_head_rotation",
  "entity_teleport",
  "entity_velocity",
  "keep_alive",
  "update_time",
]);

/**
 * Adds the fields that `entity_teleport` has since 1.21.2. flying-squid 1.12 leaves them out, and then kicks every player who
 * sees somebody move far, for example when staff use our `tp`. Older versions ignore these fields.
 */
function completed(packet: string, fields: unknown): unknown {
  return packet === "entity_teleport" ? { dx: 0, dy: 0, dz: 0, flags: 0, ...(fields as object) } : fields;
}

/**
 * Returns the value without any ids in it. Nothing is changed in place, because packets refer to the game's own data. A value
 * without ids is returned as it is.
 */
export function withoutIds<Value>(value: Value): Value {
  return hasId(value) ? (cleaned(value) as Value) : value;
}

/** Nearly every packet stops here. There are thousands a second, so this allocates nothing. */
function hasId(value: unknown): boolean {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  if (Array.isArray(value)) {
    // Block and light data are long lists of numbers.
    if (typeof value[0] !== "object") return false;
    for (let at = 0; at < value.length; at++) if (hasId(value[at])) return true;
    return false;
  }
  for (const key in value) {
    if (key === ID_KEY || hasId((value as Record<string, unknown>)[key])) return true;
  }
  return false;
}

function cleaned(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Array.isArray(value) ? arrayWithoutIds(value) : recordWithoutIds(value);
}

function arrayWithoutIds(list: readonly unknown[]): readonly unknown[] {
  if (typeof list[0] !== "object") return list;
  let changed: unknown[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const kept = cleaned(list[at]);
    if (kept === list[at]) continue;
    changed ??= [...list];
    changed[at] = isEmptied(kept) ? undefined : kept;
  }
  return changed?.filter((value) => value !== undefined) ?? list;
}

function recordWithoutIds(record: object): object {
  let changed: Record<string, unknown> | undefined;
  for (const key in record) {
    const value = (record as Record<string, unknown>)[key];
    const kept = key === ID_KEY ? undefined : cleaned(value);
    if (kept === value) continue;
    changed ??= { ...record };
    if (key === ID_KEY) delete changed[key];
    else changed[key] = kept;
  }
  if (changed === undefined) return record;
  if ("nbtData" in changed && isEmptyCompound(changed.nbtData)) changed.nbtData = undefined;
  if ("tag" in changed && isEmptyCompound(changed.tag)) delete changed.tag;
  if (Array.isArray(changed.components) && "addedComponentCount" in changed) {
    changed.addedComponentCount = changed.components.length;
  }
  return changed;
}

/** True if the value is a `custom_data` component that held only the id. */
function isEmptied(value: unknown): boolean {
  const component = value as { type?: unknown; data?: unknown };
  return component.type === "custom_data" && isEmptyCompound(component.data);
}

function isEmptyCompound(value: unknown): boolean {
  const tag = value as { type?: unknown; value?: unknown } | undefined;
  return tag?.type === "compound" && Object.keys(tag.value ?? {}).length === 0;
}
