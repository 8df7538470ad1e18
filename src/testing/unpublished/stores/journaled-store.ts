import type { Store } from "../../../core/index.ts";
import { type HandStore, handStore } from "./hand-store.ts";

/** A store in a test's hands that takes rows at any time: as long as it does not answer, they go into a journal. */
export function journaledStore(behind: Store): HandStore {
  const hand = handStore(behind);
  const store = new Proxy(hand.store, {
    get: (target, name: keyof Store) => (name === "append" ? behind.append.bind(behind) : target[name]),
  });
  return { ...hand, store };
}
