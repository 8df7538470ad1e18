/** One transfer as a point of the timeline: its time, and the lane of the player who has the item from then on. */
type TimelinePoint = readonly [timeMs: number, lane: number];

/**
 * The line of an item through the lanes. A player keeps the item until the next transfer, and only then the line changes lanes.
 * The corners are extra points, because the chart's own steps turn at the wrong end if the lanes are categories.
 */
export function holderLine(points: readonly TimelinePoint[]): TimelinePoint[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    return before === undefined || before[1] === point[1] ? [point] : [[point[0], before[1]] as const, point];
  });
}
