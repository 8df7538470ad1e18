/**
 * An empty collection in place of one that is done with, for what is filled and emptied tick by tick. `clear()` would chain the
 * emptied table to the next one: as soon as one of them is old, V8's quick collections keep all that come after it, with
 * everything that was in them, until the next full one.
 */
export function freshMap<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  return map.size === 0 ? map : new Map();
}

export function freshSet<Value>(set: Set<Value>): Set<Value> {
  return set.size === 0 ? set : new Set();
}
