import type { CaseRecord } from "../store.ts";

interface CaseState {
  /** True if something of the case is in quarantine. */
  readonly hasHeld: boolean;
  /** False where the game server cannot take items back. */
  readonly canRemove: boolean;
}

/** What staff can do about a case next, as they type it after `/doubletake`. */
export function nextCommands({ number, status }: CaseRecord, { hasHeld, canRemove }: CaseState): string[] {
  const isOpen = status === "open";
  const words = [
    ...(isOpen ? ["confirm", "dismiss"] : ["reopen"]),
    ...(isOpen && canRemove ? ["remove"] : []),
    ...(hasHeld ? ["restore"] : []),
  ];
  return [`tp ${number} 1`, ...words.map((word) => `${word} ${number}`)];
}
