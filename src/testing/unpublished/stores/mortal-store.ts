import type { Store } from "../../../core/index.ts";

/** The process that uses a store dies at one of its calls. */
export interface Life {
  /** Calls that are still answered. */
  left: number;
  /** True if the store does what the first unanswered call asks. */
  isLastDone: boolean;
}

/** Answers as the store behind it does, so many calls, and then never again: its process is dead. */
export function mortalStore(behind: Store, life: Life): Store {
  return new Proxy(behind, {
    get(target, name: keyof Store) {
      const member = target[name];
      if (typeof member !== "function") return member;
      if (name === "health" || name === "onWake" || name === "close") return member.bind(target);
      return (...args: unknown[]) => {
        if (--life.left >= 0) return Reflect.apply(member, target, args);
        if (life.left === -1 && life.isLastDone)
          Promise.resolve(Reflect.apply(member, target, args)).catch(() => undefined);
        return new Promise(() => undefined);
      };
    },
  });
}
