import type { AbsentOwners } from "../../judging/dark/absent-owners.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import type { Custody, Store } from "../../store.ts";

/** Items about which one heartbeat asks. */
const ITEMS_PER_BEAT = 500;

interface OwnerQuestionsParts {
  readonly serverName: string;
  readonly presence: Pick<Presence, "has">;
  readonly absentOwners: Pick<AbsentOwners, "nextToAsk" | "closeClaims">;
  /** Another server has these on record. */
  readonly onElsewhere: (rows: readonly Custody[]) => void;
}

/** Asks about items that turned up here while their owner was away: the owner may be on another server by now. */
export class OwnerQuestions {
  readonly #parts: OwnerQuestionsParts;
  #isAsking = false;

  constructor(parts: OwnerQuestionsParts) {
    this.#parts = parts;
  }

  /** Called at every heartbeat. */
  ask(store: Pick<Store, "custodyOf">): void {
    const ids = this.#isAsking ? [] : this.#parts.absentOwners.nextToAsk(ITEMS_PER_BEAT);
    if (ids.length === 0) return;
    this.#isAsking = true;
    store.custodyOf(ids).then(
      (rows) => this.#onAnswer(rows),
      // They are asked about again.
      () => {
        this.#isAsking = false;
      },
    );
  }

  #onAnswer(rows: readonly Custody[]): void {
    const { serverName, presence, absentOwners, onElsewhere } = this.#parts;
    this.#isAsking = false;
    const elsewhere = rows.filter(({ server }) => server !== serverName);
    onElsewhere(elsewhere);
    // Nothing of it is here: whatever there is to ask, the server that has the owner asks.
    for (const { itemId } of elsewhere) if (!presence.has(itemId)) absentOwners.closeClaims(itemId);
  }
}
