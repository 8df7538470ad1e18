import { emptiedSet } from "../emptied.ts";
import type { Location } from "../location.ts";
import { NOWHERE, type PlaceKey, recordOf } from "../place.ts";
import type { Recorder } from "../recording/recorder.ts";
import { ID_WORDS, writeIdWords } from "../tagging/item-id.ts";
import type { LastActors } from "./last-actors.ts";
import type { Presence } from "./presence.ts";

/** Ids without a visible place that are remembered; beyond it the store is asked. */
const MAX_UNPLACED = 65_536;

const NO_LOCATION: Location = { world: "", x: 0, y: 0, z: 0 };

/** Writes down where each id was last confirmed, and knows which ids may turn up anywhere without a question. */
export class CustodyBook {
  readonly #recorder: Recorder;
  readonly #presence: Presence;
  readonly #actors: LastActors;
  readonly #words = new Int32Array(ID_WORDS);
  /** Ids that were seen to leave their last place, or are new, and are at no visible place now. */
  readonly #unplaced = new Set<string>();
  /** Those that left a place at this boundary. */
  #left = new Set<string>();

  constructor(recorder: Recorder, presence: Presence, actors: LastActors) {
    this.#recorder = recorder;
    this.#presence = presence;
    this.#actors = actors;
  }

  /** The id is new: wherever it turns up first is its place. */
  minted(itemId: string): void {
    this.#expect(itemId);
  }

  departed(itemId: string): void {
    this.#left.add(itemId);
  }

  /** True, once, when nothing has to be asked about an id that turned up: it was seen to leave its last place, or is new. */
  takeExplained(itemId: string): boolean {
    return this.#left.delete(itemId) || this.#unplaced.delete(itemId);
  }

  confirm(itemId: string, place: PlaceKey, location: Location): void {
    writeIdWords(itemId, this.#words, 0);
    this.#recorder.custody(this.#words, 0, this.#actors.holderAt(place).id, recordOf(place), location);
  }

  /** At the end of a boundary: what left its place and is nowhere to be seen is on record as such. */
  settle(): void {
    for (const itemId of this.#left) {
      if (this.#presence.has(itemId)) continue;
      this.#expect(itemId);
      writeIdWords(itemId, this.#words, 0);
      this.#recorder.custody(this.#words, 0, this.#actors.holderAt(NOWHERE).id, NOWHERE, NO_LOCATION);
    }
    this.#left = emptiedSet(this.#left);
  }

  #expect(itemId: string): void {
    this.#unplaced.add(itemId);
    if (this.#unplaced.size <= MAX_UNPLACED) return;
    const [oldest] = this.#unplaced;
    this.#unplaced.delete(oldest!);
  }
}
