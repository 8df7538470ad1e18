import { codeOf } from "../failures.ts";

/** Two servers changed the same rows at once, and PostgreSQL let the other one go first. */
const LOST = ["40P01", "40001"];
const ATTEMPTS = 5;

/** Repeats `work`, which is one transaction, while it fails only because another server went first. */
export async function untilNotLost<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!LOST.includes(codeOf(error)) || attempt === ATTEMPTS) throw error;
    }
  }
}
