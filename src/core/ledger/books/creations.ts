import type { Holder } from "../../judging/custody/holders.ts";
import { formatLocation } from "../../model/location.ts";
import { locationOfPlace, ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import type { Blames } from "../gains/blame.ts";
import type { Member } from "../gains/class-balance.ts";
import { actualKey, type Gain, inMaterials } from "../gains/gain.ts";
import type { WatchList } from "../materials/watch-list.ts";
import { type Excess, wholeOf } from "./excess.ts";
import { possibleCreators, type SharedCreation, SharedCreations } from "./shared-creations.ts";

interface CreationsParts {
  readonly watched: WatchList;
  readonly blames: Pick<Blames, "blameFor">;
  readonly countAt: (place: PlaceKey, materialIndex: number) => number;
  readonly nameOf: (playerId: string) => string;
  /** `count` of a material came to a player, who has `actual` of it, and nothing explains them. */
  readonly onCreated: (player: Holder, materialIndex: number, count: number, actual: number) => void;
  /** Several players have created something, and nobody can tell which. */
  readonly onShared: (excess: Excess) => void;
}

/** When a gain is settled, tells how many of which materials must have been created, and by which player, or by which players together. */
export class Creations {
  readonly #parts: CreationsParts;
  readonly #shared = new SharedCreations();

  constructor(parts: CreationsParts) {
    this.#parts = parts;
  }

  reportGain(gain: Gain): void {
    const { blames, nameOf, onCreated, watched } = this.#parts;
    const { byPlayer, shared, among } = blames.blameFor(gain);
    for (const [id, created] of byPlayer) {
      const isTheirs = ({ creators }: Member) => creators.has(id);
      for (const { gain: one, units } of created)
        for (const [materialIndex, count] of inMaterials([one], units, watched, isTheirs))
          onCreated({ id, name: nameOf(id) }, materialIndex, count, one.actuals.get(actualKey(id, materialIndex)) ?? 0);
    }
    if (shared > 0) this.#tellShared(shared, among);
  }

  #tellShared(shared: number, among: readonly Gain[]): void {
    const { watched, nameOf, countAt, onShared } = this.#parts;
    const isTold = ([materialIndex, excess]: readonly [number, number]) => excess >= watched.thresholds[materialIndex]!;
    const told = ({ gains, units }: SharedCreation) =>
      inMaterials(gains, units, watched)
        .map(([materialIndex, count]) => [materialIndex, wholeOf(count)] as const)
        .filter(isTold);
    const creation = this.#shared.add(shared, among, (one) => told(one).length > 0);
    if (creation === undefined) return;
    const members = creation.gains.flatMap((gain) => gain.members).filter(({ creators }) => creators.size > 0);
    const inOrder = members.toSorted((one, other) => other.more - one.more);
    const { place } = members.find(({ creators }) => creators.size > 1) ?? inOrder[0]!;
    const players = [...possibleCreators(creation.gains)].map(nameOf);
    for (const [materialIndex, excess] of told(creation)) {
      const actual = Math.max(excess, countAt(place, materialIndex));
      const [material, where, threshold] = [
        watched.nameOf(materialIndex),
        this.#nameOf(place),
        watched.thresholds[materialIndex]!,
      ];
      onShared({ where, players, material, threshold, actual, excess, expected: actual - excess });
    }
  }

  #nameOf(place: PlaceKey): string {
    const [location, owner] = [locationOfPlace(place), ownerOfPlace(place)];
    return location ? formatLocation(location) : owner ? this.#parts.nameOf(owner) : place;
  }
}
