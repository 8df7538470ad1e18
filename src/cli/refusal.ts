/** The answer is no: nothing was found, or it was not done. The message says why. Exit code 1. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
