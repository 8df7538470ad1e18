import type { Action } from "../item-event.ts";
import type { Holders } from "../judging/custody/holders.ts";
import { formatLocation } from "../model/location.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { accountPlace, isOwned, locationOfPlace, type PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Custody, Store } from "../store.ts";

/** Copies of one case whose holders the store is asked for. More copies than this have few holders anyway. */
const MAX_QUESTIONS = 64;

/** Acts that are recorded at the block that they concern. All others are recorded where the player stands, and that may be on a chest. */
const ACTS_AT_A_BLOCK: readonly Action[] = ["CONTAINER_TRANSFER", "BLOCK_PLACE"];

interface CopyAt {
  readonly itemId: string;
  readonly place: PlaceKey;
  /** Set if already known. */
  readonly holderId?: string;
}

/**
 * Asks the store who holds copies, and for the names of the holders, if this process does not know them. That is so after a restart, or
 * when more has happened than it remembers. `Holders` remembers the answers.
 */
export class StoredHolders {
  readonly #holders: Holders;

  constructor(holders: Holders) {
    this.#holders = holders;
  }

  /** Asks for everything that is unknown about these copies. Rejects when the store cannot answer. */
  async learn(copies: readonly CopyAt[], store: Store): Promise<void> {
    // All at once: the case waits for the answers, and one trick may have made hundreds of copies.
    await this.#learnHolders(this.#firstUnknown(copies), store);
    const holders = copies.map((copy) => this.#holderIdOf(copy));
    const nameless = new Set(holders.filter((id) => id !== NIL_UUID && this.#holders.nameOf(id) === id));
    const players = await Promise.all([...nameless].slice(0, MAX_QUESTIONS).map((id) => store.playerById(id)));
    for (const player of players) if (player !== undefined) this.#holders.rememberName(player.id, player.name);
  }

  /** The first copies whose holder is not known: as many as the store is asked about, each once. */
  #firstUnknown(copies: readonly CopyAt[]): CopyAt[] {
    const unknown = new Map<string, CopyAt>();
    for (const copy of copies) {
      const { itemId, place, holderId = NIL_UUID } = copy;
      if (holderId !== NIL_UUID || isOwned(place) || this.#holders.holderOf(itemId, place).id !== NIL_UUID) continue;
      unknown.set(`${itemId} ${place}`, copy);
      if (unknown.size === MAX_QUESTIONS) break;
    }
    return [...unknown.values()];
  }

  async #learnHolders(copies: readonly CopyAt[], store: Store): Promise<void> {
    if (copies.length === 0) return;
    const rows = await store.custodyOf([...new Set(copies.map(({ itemId }) => itemId))]);
    const custodyOf = new Map(rows.map((custody) => [custody.itemId, custody]));
    const holders = copies.map(({ itemId, place }) => holderInStore(itemId, place, custodyOf.get(itemId), store));
    for (const [at, holderId] of (await Promise.all(holders)).entries())
      this.#holders.rememberStored(copies[at]!.itemId, copies[at]!.place, holderId);
  }

  /** The copy with what was learned since. */
  complete(copy: SeenCopy): SeenCopy {
    const holderId = this.#holderIdOf(copy);
    const isNamed = holderId === copy.holderId && copy.holderName !== copy.holderId;
    return isNamed ? copy : { ...copy, holderId, holderName: this.#holders.nameOf(holderId) };
  }

  #holderIdOf({ itemId, place, holderId = NIL_UUID }: CopyAt): string {
    return holderId === NIL_UUID ? this.#holders.holderOf(itemId, place).id : holderId;
  }
}

/** The holder on record at that place; if there is none, the player of the last transfer there. */
async function holderInStore(
  itemId: string,
  place: PlaceKey,
  custody: Custody | undefined,
  store: Store,
): Promise<string> {
  if (custody?.place === accountPlace(place) && custody.holderId !== NIL_UUID) return custody.holderId;
  const block = locationOfPlace(place);
  const row = block && (await store.lastTransferAt(itemId, formatLocation(block), ACTS_AT_A_BLOCK));
  return row?.playerUUID ?? NIL_UUID;
}
