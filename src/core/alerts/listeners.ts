import { errorText } from "../errors.ts";
import type { Alert } from "../model/alert.ts";
import type { Log } from "../model/log.ts";
import type { CaseRecord } from "../store.ts";

/** The events that other plugins can listen to. */
export interface DoubletakeEvents {
  /** Every alert, whatever its severity. */
  alert: Alert;
  /** A case was opened, or something was done about it. */
  case: CaseRecord;
  /** An item got its first id. */
  id: IdAssigned;
}

export interface IdAssigned {
  readonly itemId: string;
  readonly material: string;
  /** Empty if nobody held it; `playerId` is then the nil UUID. */
  readonly playerName: string;
  readonly playerId: string;
}

type Listener<Name extends keyof DoubletakeEvents> = (event: DoubletakeEvents[Name]) => void;

/** Tells listeners. A listener that throws is logged, and harms no other. */
export class Listeners {
  readonly #log: Log;
  readonly #listeners: { [Name in keyof DoubletakeEvents]: Set<Listener<Name>> } = {
    alert: new Set(),
    case: new Set(),
    id: new Set(),
  };

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns the function that removes the listener. */
  on<Name extends keyof DoubletakeEvents>(name: Name, listener: Listener<Name>): () => void {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  }

  isHeard(name: keyof DoubletakeEvents): boolean {
    return this.#listeners[name].size > 0;
  }

  emit<Name extends keyof DoubletakeEvents>(name: Name, event: DoubletakeEvents[Name]): void {
    for (const listener of this.#listeners[name]) {
      try {
        listener(event);
      } catch (error) {
        this.#log.warn(`A listener for "${name}" failed: ${errorText(error)}`);
      }
    }
  }
}
