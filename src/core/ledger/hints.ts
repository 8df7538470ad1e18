import type { PlaceKey } from "../model/place.ts";
import type { Grants } from "./grants.ts";
import { Handfuls } from "./handfuls.ts";
import { Handlers } from "./handlers.ts";
import { OpenContainers } from "./open-containers.ts";
import { UsedGoods } from "./used-goods.ts";

/** What events say about goods. What really moved is what the looks find. */
export class Hints {
  readonly handlers = new Handlers();
  readonly handfuls = new Handfuls();
  readonly used = new UsedGoods();
  readonly grants: Grants;
  readonly open = new OpenContainers();

  constructor(grants: Grants) {
    this.grants = grants;
  }

  /** A look at a place begins; the last one before it was at that tick end. */
  looked(place: PlaceKey, before: number | undefined): void {
    this.used.looked(place);
    if (before !== undefined) this.handlers.looked(place, before);
  }

  endTick(tickEnd: number): void {
    this.handlers.endTick(tickEnd);
    this.handfuls.endTick(tickEnd);
    this.used.endTick(tickEnd);
    this.grants.endTick(tickEnd);
    this.open.endTick(tickEnd);
  }
}
