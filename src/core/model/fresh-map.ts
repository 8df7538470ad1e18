/**
 * An empty collection in place of one that is done with, for what is filled and emptied tick by tick. `clear()` would chain the
 * emptied table to the next one: as soon as one of them is old, V8's quick collections keep all that come after it, with
 * everything that was in them, until the next full one.
 */
export function freshMap<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  return map.size === 0 ? map : new Map();
}

/** The same for what is kept as long as an id waits to be dealt with. */
export function onlyWaiting<Value>(map: Map<string, Value>, isWaiting: (id: string) => boolean): Map<string, Value> {
  if (map.size === 0) return map;
  const kept = new Map<string, Value>();
  for (const [id, value] of map) if (isWaiting(id)) kept.set(id, value);
  return kept;
}

export function freshSet<Value>(set: Set<Value>): Set<Value> {
  return set.size === 0 ? set : new Set();
}
