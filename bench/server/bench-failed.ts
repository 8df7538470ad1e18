/** A run that says nothing, with the reason as one sentence for whoever started it. */
export class BenchFailed extends Error {}
