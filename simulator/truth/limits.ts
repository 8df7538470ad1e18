/** How long things may take, in ticks. */
export interface Limits {
  readonly graceTicks: number;
  readonly sweepTicks: number;
  readonly scanTicks: number;
  /** How long the servers of a network take to ask each other; comes on top of the grace. */
  readonly answerTicks?: number;
  /** How long a store that works takes to answer before something can be told. */
  readonly storeTicks?: number;
}

/** Slack that the definitions allow. */
export const SLACK_TICKS = 2;
