/** A run without usable figures. The message gives the reason in one sentence. */
export class BenchFailed extends Error {}
