/**
 * How long a test waits for the server before it gives up. No test asserts a time. This only ends waits for what will never come, so it is
 * longer than any pause of a busy machine.
 */
export const patienceMs = 120_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolves with the first answer of `check` that is not false, null or undefined. Asks again every `everyMs` milliseconds. Rejects after
 * `timeoutMs` with `what` in the message, so that a failed test says what it waited for.
 */
export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  timeoutMs = patienceMs,
  everyMs = 5,
): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer !== false && answer !== undefined && answer !== null) return answer;
    if (performance.now() > end) throw new Error(`waited ${timeoutMs} ms for ${what}`);
    await sleep(everyMs);
  }
}

/** Rejects when `promise` takes longer than `timeoutMs`. */
export async function within<T>(what: string, promise: Promise<T>, timeoutMs = patienceMs): Promise<T> {
  const timer = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const timeout = setTimeout(() => reject(new Error(`waited ${timeoutMs} ms for ${what}`)), timeoutMs);
    timer.signal.addEventListener("abort", () => clearTimeout(timeout));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}
