import { materialName, readableName, withoutColours } from "../operators.ts";
import type { ItemFacts } from "./model/report-data.ts";
import { type Plain, readNbt } from "./read-nbt.ts";

/**
 * Describes an item in quarantine without the game that it comes from: its name, enchantments, damage and contents. Reads the
 * form of Bedrock worlds and both Java forms; `undefined` for any other data.
 */
export function describeItem(data: Uint8Array): ItemFacts | undefined {
  const stored = readNbt(data);
  if (stored !== undefined) return factsOf(get(stored, "tag"));
  try {
    const item = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data)) as { data?: unknown };
    return factsOf(Array.isArray(item.data) ? ofComponents(item.data) : untyped(item.data));
  } catch {
    return undefined;
  }
}

/** Reads the facts from an item's NBT. Java's components are converted to the same form first. */
function factsOf(tag: Plain): ItemFacts {
  const inside = listOf(get(tag, "Items") ?? get(get(tag, "BlockEntityTag"), "Items"));
  return {
    name: plainName(get(get(tag, "display"), "Name")),
    enchantments: listOf(get(tag, "ench") ?? get(tag, "Enchantments")).map((one) => ({
      name: enchantmentName(get(one, "id")),
      level: Number(get(one, "lvl") ?? 1),
    })),
    damage: Number(get(tag, "Damage") ?? 0),
    inside: inside.flatMap((one) => {
      const material = get(one, "Name") ?? get(one, "id");
      const isNamed = typeof material === "string" && material !== "" && material !== "minecraft:air";
      return isNamed ? [{ name: readableName(materialName(material)), count: Number(get(one, "Count") ?? 1) }] : [];
    }),
  };
}

function get(value: Plain, key: string): Plain {
  return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, Plain>)[key] : undefined;
}

function listOf(value: Plain): readonly Plain[] {
  return Array.isArray(value) ? (value as readonly Plain[]) : [];
}

/** Java's names are JSON texts. Any name may contain colours. */
function plainName(name: Plain): string {
  if (typeof name !== "string") return typeof name === "object" ? String(get(name, "text") ?? "") : "";
  try {
    const text: unknown = JSON.parse(name);
    const shown = typeof text === "string" ? text : (text as { text?: unknown } | null)?.text;
    if (typeof shown === "string") return withoutColours(shown);
  } catch {
    // Bedrock's names are plain text.
  }
  return withoutColours(name);
}

/** Removes the types from NBT in which every level is `{ type, value }`, as Java libraries return it. */
function untyped(tag: unknown): Plain {
  if (typeof tag !== "object" || tag === null) return tag as Plain;
  const entries = Object.entries(tag as Record<string, { type?: string; value?: unknown }>);
  return Object.fromEntries(entries.map(([key, inner]) => [key, untypedValue(inner)]));
}

function untypedValue(inner: { type?: string; value?: unknown } | undefined): Plain {
  if (inner?.type === "compound") return untyped(inner.value);
  if (inner?.type !== "list") return inner?.value as Plain;
  const { type, value } = inner.value as { type: string; value: readonly unknown[] };
  return value.map((one) => untypedValue({ type, value: one }));
}

/**
 * Converts components (from 1.20.5 on). They name inner items and enchantments by numbers of that version's own lists, so those
 * numbers stand in for the names.
 */
function ofComponents(components: readonly { type?: string; data?: unknown }[]): Plain {
  const dataOf = (type: string) => components.find((component) => component.type === type)?.data;
  const name = dataOf("custom_name");
  const enchantments = (dataOf("enchantments") as { enchantments?: { id: unknown; level: number }[] })?.enchantments;
  const contents = (dataOf("container") ?? dataOf("bundle_contents")) as
    | { contents?: { itemCount?: number; itemId?: number }[] }
    | undefined;
  return {
    display: {
      Name: (typeof name === "object" ? untypedValue(name as { type?: string; value?: unknown }) : name) as Plain,
    },
    Damage: dataOf("damage") as Plain,
    Enchantments: (enchantments ?? []).map(({ id, level }) => ({
      id: typeof id === "number" ? `enchantment_${id}` : (id as Plain),
      lvl: level,
    })),
    Items: (contents?.contents ?? [])
      .filter(({ itemCount = 0 }) => itemCount > 0)
      .map(({ itemCount = 0, itemId = 0 }) => ({ id: `item_${itemId}`, Count: itemCount })),
  };
}

function enchantmentName(id: Plain): string {
  if (typeof id === "string") return readableName(materialName(id));
  return readableName(BEDROCK_ENCHANTMENTS[Number(id)] ?? `enchantment_${id}`);
}

/** By their number. */
const BEDROCK_ENCHANTMENTS = (
  "protection fire_protection feather_falling blast_protection projectile_protection thorns respiration depth_strider aqua_affinity " +
  "sharpness smite bane_of_arthropods knockback fire_aspect looting efficiency silk_touch unbreaking fortune power punch flame infinity " +
  "luck_of_the_sea lure frost_walker mending curse_of_binding curse_of_vanishing impaling riptide loyalty channeling multishot piercing " +
  "quick_charge soul_speed swift_sneak wind_burst density breach"
).split(" ");
