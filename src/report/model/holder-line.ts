/** One transfer as a point of the timeline: when, and the lane of the player who has the item from then on. */
type TimelinePoint = readonly [timeMs: number, lane: number];

/**
 * The line of an item through the lanes: whoever has it keeps it until the next transfer, and only then it goes over. The corners are
 * points of their own: a chart's own steps turn at the other end when the lanes are its categories.
 */
export function holderLine(points: readonly TimelinePoint[]): TimelinePoint[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    return before === undefined || before[1] === point[1] ? [point] : [[point[0], before[1]] as const, point];
  });
}
