import assert from "node:assert/strict";
import { formatLocation, type LookHints, type PlaceKey, type Platform } from "../../core/index.ts";
import type { Seen } from "./game-under-test.ts";

/** Looks at a place that can be looked at. */
export function seenAt(platform: Platform, place: PlaceKey, hints?: LookHints): Seen[] {
  const seen: Seen[] = [];
  const isVisible = platform.look(
    place,
    (item, slot, location) => seen.push({ item, slot, location: formatLocation(location) }),
    hints,
  );
  assert.equal(isVisible, true, `${place} is dark`);
  return seen;
}

/** Looks at a place that holds one stack. */
export function onlyOneAt(platform: Platform, place: PlaceKey): Seen {
  const [seen, ...others] = seenAt(platform, place);
  assert.ok(seen !== undefined && others.length === 0, `${place} holds ${others.length + 1} stacks, or none`);
  return seen;
}

export function isDark(platform: Platform, place: PlaceKey, hints?: LookHints): boolean {
  return !platform.look(place, () => assert.fail(`${place} is dark, and still showed a stack`), hints);
}

export function materialsAt(platform: Platform, place: PlaceKey): string[] {
  return seenAt(platform, place)
    .map(({ item }) => item.material)
    .sort();
}
