/**
 * Returns an empty collection to replace one that is done with. For collections that are filled and emptied tick by tick. `clear()` would
 * chain the emptied table to the next one. As soon as one of these tables is old, V8's quick collections keep all later ones, with
 * everything that was in them, until the next full collection.
 */
export function freshMap<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  return map.size === 0 ? map : new Map();
}

/** The same, but keeps the entries whose id still waits. */
export function onlyWaiting<Value>(map: Map<string, Value>, isWaiting: (id: string) => boolean): Map<string, Value> {
  if (map.size === 0) return map;
  const kept = new Map<string, Value>();
  for (const [id, value] of map) if (isWaiting(id)) kept.set(id, value);
  return kept;
}

export function freshSet<Value>(set: Set<Value>): Set<Value> {
  return set.size === 0 ? set : new Set();
}
