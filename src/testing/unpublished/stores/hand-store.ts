import type { Store } from "../../../core/index.ts";

/** A store that a test controls: it answers as the one behind it does, until it is made to hang or to fail. */
export interface HandStore {
  readonly store: Store;
  /** From here on nothing is answered. */
  hang(): void;
  /** From here on everything is refused, with this error, or an ordinary error with this text. */
  fail(reason: string | Error): void;
  /** From here on everything is done, but refused anyway: the connection breaks before the answer comes. */
  forgetAnswers(reason: string): void;
  /** Answers again, and gives the answers that were held back. */
  recover(): void;
}

export function handStore(behind: Store): HandStore {
  let mood: "well" | "hanging" | { readonly reason: string | Error; readonly isDone?: boolean } = "well";
  let held: (() => void)[] = [];
  const answer = async (ask: () => unknown): Promise<unknown> => {
    if (typeof mood === "object" && mood.isDone) await ask();
    if (typeof mood === "object") throw typeof mood.reason === "string" ? new Error(mood.reason) : mood.reason;
    if (mood === "hanging") await new Promise<void>((resume) => held.push(resume));
    return ask();
  };
  const store = new Proxy(behind, {
    get(target, name: keyof Store) {
      const member = target[name];
      // Health and listening need no answer from the store, and closing is the end of the test.
      if (typeof member !== "function" || name === "health" || name === "close" || name === "onWake") {
        return typeof member === "function" ? member.bind(target) : member;
      }
      return (...args: unknown[]) => answer(() => Reflect.apply(member, target, args));
    },
  });
  return {
    store,
    hang() {
      mood = "hanging";
    },
    fail(reason) {
      mood = { reason };
    },
    forgetAnswers(reason) {
      mood = { reason, isDone: true };
    },
    recover() {
      mood = "well";
      const waiting = held;
      held = [];
      for (const resume of waiting) resume();
    },
  };
}
