import type { Random } from "../random.ts";
import type { Session } from "../world/account.ts";
import type { World } from "../world/world.ts";
import { chunkUnder, randomSpot } from "./chunks.ts";
import { nextGoodsAct } from "./goods/index.ts";
import { nextItemAct } from "./item-acts.ts";
import { respawn } from "./sessions.ts";

/** One act of a player's free play. */
export function playFreely(world: World, session: Session, random: Random): void {
  if (session.isDead) {
    respawn(world, session, randomSpot(world, random));
    return;
  }
  chunkUnder(world, session.account.at);
  const act = world.knobs.goods === undefined ? nextItemAct(session, random) : nextGoodsAct(world, session, random);
  act?.(world, session, random);
}
