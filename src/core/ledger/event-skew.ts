/** Ticks by which events may be early or late. */
export const EVENT_SKEW_TICKS = 20;
