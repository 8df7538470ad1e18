/** What a look found on the ground. There a slot is an entity: whatever is in it has lain there all the time. */
interface GroundSlots {
  readonly ids: readonly string[];
  /** For each id the slot of its earliest copy, if known. */
  readonly slots: readonly (string | undefined)[] | undefined;
}

/**
 * Of an id that is there twice, the slot that was known before, if a copy still is in it. `ids` and `slots` are what is there now. `isNew`:
 * true for an id that turned up there in this very tick: nobody knows which copy came first.
 */
export function earliestSlots(
  now: readonly string[],
  ids: readonly string[],
  slots: readonly string[],
  before: GroundSlots | undefined,
  isNew: (id: string) => boolean,
): (string | undefined)[] {
  const known = new Map(before?.ids.map((id, at) => [id, isNew(id) ? undefined : before.slots?.[at]]));
  const earliest = new Map<string, string | undefined>();
  for (const [at, id] of ids.entries()) {
    const slot = slots[at];
    if (!earliest.has(id) || slot === known.get(id)) earliest.set(id, slot);
    else if (earliest.get(id) !== known.get(id)) earliest.set(id, undefined);
  }
  return now.map((id) => earliest.get(id));
}

/**
 * Ids of which the copy on the ground has left its slot, while every copy there now has come since. `ids` and `slots` are what is there
 * now.
 */
export function exchangedIds(
  before: GroundSlots & { readonly taken: readonly string[] | undefined },
  ids: readonly string[],
  slots: readonly string[],
): readonly string[] {
  if (before.slots === undefined || before.taken === undefined) return [];
  const [taken, wasTaken] = [new Set(slots), new Set(before.taken)];
  const gone = before.ids.filter((_, at) => before.slots![at] !== undefined && !taken.has(before.slots![at]!));
  if (gone.length === 0) return gone;
  const [here, stayed] = [new Set(ids), new Set(ids.filter((_, at) => wasTaken.has(slots[at]!)))];
  return gone.filter((id) => here.has(id) && !stayed.has(id));
}
