import type { Stack } from "../world/stack.ts";
import type { Lineage } from "./lineage.ts";
import type { Placement } from "./watch.ts";

/**
 * The copy whose custody is unbroken when others come to light at this tick end: the one that has been known for longest, and
 * followed by what was reported. Being dark meanwhile does not break custody. `undefined` if no copy was known, or two for equally long.
 */
export function settledCopies(placements: readonly Placement[], tick: number): ReadonlySet<Stack> | undefined {
  const known = placements.filter(({ stack, root }) => stack.knownRoot === root && stack.knownSince >= 0);
  const isFirst = ({ stack }: Placement) =>
    known.every((other) => other.stack === stack || stack.knownBy < other.stack.knownSince);
  const settled = known.find((copy) => copy.stack.knownBy < tick && isFirst(copy));
  return settled && new Set([settled.stack]);
}

/**
 * True if nobody can tell at this tick end which copy is the one that was known: it moved without being reported, another
 * came to light at the same place, or both places were reported with it in this tick.
 */
export function isAmbiguous(
  lineage: Lineage,
  placements: readonly Placement[],
  plusSince: number,
  tick: number,
): boolean {
  const visible = placements.filter(({ isLit }) => isLit);
  const known = visible.filter((copy) => isKnownBefore(copy, plusSince));
  const hasMoved = known.some(({ stack }) => stack.knownMoveTick === tick);
  const newcomers = visible.filter(({ stack }) => stack.litSince >= plusSince);
  return (
    known.length === 0 ||
    newcomers.some(
      ({ root, stack }) =>
        (stack.knownMoveTick === tick && known.some((copy) => copy.root === root)) ||
        (hasMoved && stack.knownMoveTick === tick && lineage.isReportedAt(root, tick)),
    )
  );
}

function isKnownBefore({ stack, root }: Placement, tick: number): boolean {
  return stack.litSince < tick && stack.knownRoot === root && stack.knownBy < tick;
}
