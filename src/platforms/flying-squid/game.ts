import type { GameEvent, PermissionsFile, PlaceKey } from "../../index.ts";
import { Ground } from "./ground.ts";
import { SquidItems } from "./items/squid-items.ts";
import { Sessions } from "./sessions.ts";
import type { SquidServer } from "./squid-server.ts";

/** Receives the events of the game. Synchronous, and never throws. */
export type ReportEvent = (event: GameEvent) => void;

/** One flying-squid, seen as items, sessions and the ground. */
export class Game {
  readonly serv: SquidServer;
  readonly items: SquidItems;
  readonly permissions: PermissionsFile;
  readonly sessions: Sessions;
  readonly ground: Ground;

  constructor(serv: SquidServer, permissions: PermissionsFile) {
    this.serv = serv;
    this.items = new SquidItems(serv);
    this.permissions = permissions;
    this.sessions = new Sessions({ serv, items: this.items, permissions });
    this.ground = new Ground(serv, this.items);
  }

  /** Every place that is not a player's. The server has no containers, so this is the ground. */
  places(): Iterable<PlaceKey> {
    return this.ground.places();
  }
}
