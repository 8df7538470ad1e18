/** The command was refused: nothing was found, or it was not done. The message says why. Exit code 1. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/** The typed words make no sense. The message says why, and what to do. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
