import { type SeenCopy, whereIs } from "../../model/seen-copy.ts";
import type { CaseRecord } from "../../store.ts";

/** A place of a case. `tp` takes its number, counted from 1. */
export interface CasePlace {
  /** One of the copies that were seen there. */
  readonly copy: SeenCopy;
  /** How many items were seen there in all. */
  readonly count: number;
}

/** The places of a case, each once, however many copies were seen there. */
export function placesOfCase({ copies }: CaseRecord): CasePlace[] {
  const groups = Map.groupBy(copies, (copy) => {
    const { server, place } = whereIs(copy);
    return `${server} ${place} ${copy.location}`;
  });
  return [...groups.values()].map((group) => ({
    copy: group[0]!,
    count: group.reduce((sum, { count }) => sum + count, 0),
  }));
}
