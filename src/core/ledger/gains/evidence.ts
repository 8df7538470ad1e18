import type { PlaceKey } from "../../model/place.ts";
import type { OpenContainers } from "../counts/open-containers.ts";
import type { PlaceCounts } from "../counts/place-counts.ts";
import type { SelfFillingContainers } from "../counts/self-filling-containers.ts";
import type { Views } from "../counts/views.ts";
import type { ConsumedGoods } from "../hints/consumed-goods.ts";
import type { PlayerActs } from "../hints/player-acts.ts";
import type { Whereabouts } from "../hints/whereabouts.ts";
import type { WatchList } from "../materials/watch-list.ts";
import type { Looks, Losses } from "./losses.ts";

/** What looks and events have told so far. Everything that judges gains reads it here. */
export interface Evidence {
  readonly watched: WatchList;
  readonly counts: PlaceCounts;
  readonly horizon: Looks;
  readonly views: Views;
  readonly open: OpenContainers;
  readonly selfFilling: SelfFillingContainers;
  readonly acts: PlayerActs;
  readonly consumed: ConsumedGoods;
  readonly whereabouts: Whereabouts;
  readonly losses: Losses;
  /** True if a player, after a tick, was in creative mode or in a world where nothing is judged. */
  readonly mayMake: (playerId: string, classIndex: number, since: number) => boolean;
  /** The tick at which it was first known what a player has. */
  readonly arrivalOf: (playerId: string) => number;
  /** How much of a material a player has, together with what these places hold. */
  readonly actualOf: (playerId: string, materialIndex: number, places: Iterable<PlaceKey>) => number;
}
