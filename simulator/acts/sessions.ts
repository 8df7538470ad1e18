import type { Location } from "../../src/core/index.ts";
import type { Account, Session } from "../world/account.ts";
import { lift } from "../world/slots.ts";
import { savedStack } from "../world/snapshot.ts";
import type { Stack } from "../world/stack.ts";
import type { World } from "../world/world.ts";
import { interacted, layDown } from "./carrying.ts";
import { noteFall } from "./goods/falls.ts";

/** How many ticks later everything has arrived that was under way when a cable was cut or a client was told to go. */
const UNDER_WAY_TICKS = 20;

export function join(world: World, account: Account, number = 1): Session {
  const session = world.openSession(account, number);
  world.channel.emit({ kind: "sighting", action: "JOIN", slots: session.slots, session });
  if (number === 1) world.channel.emit({ kind: "sighting", action: "JOIN", slots: account.ender, session });
  return session;
}

/**
 * The player is back before the old session has timed out. The new session goes on with the items, and the old one still shows them.
 * `shown` is called with each item that is only shown.
 */
export function joinAgain(world: World, old: Session, shown: (ghost: Stack) => void = () => undefined): Session {
  const again = world.openSession(old.account, 2);
  old.player.silentFrom = world.tick + UNDER_WAY_TICKS;
  for (const stack of old.slots.stacks()) {
    const { index } = stack;
    const ghost = world.items.ghost(savedStack(stack));
    shown(ghost);
    again.slots.put(lift(stack), index);
    old.slots.put(ghost, index);
  }
  world.channel.emit({ kind: "sighting", action: "JOIN", slots: again.slots, session: again });
  return again;
}

/** Writes the record as it is, and ends the session. */
export function quit(world: World, session: Session): void {
  world.channel.emit({ kind: "going-dark", action: "QUIT", slots: session.slots, session });
  if (session.account.session === session) {
    world.channel.emit({ kind: "going-dark", action: "QUIT", slots: session.account.ender, session });
  }
  world.closeWindow(session);
  world.closeSession(session);
  world.saves?.save(session.account);
}

/** Everything falls to the ground, or stays if the game rule says so. */
export function die(world: World, session: Session, keepsInventory = false): void {
  session.isDead = true;
  world.closeWindow(session);
  for (const stack of session.slots.stacks()) {
    if (keepsInventory) interacted(world, session, stack, "DEATH");
    else {
      const ground = layDown(world, session, stack);
      if (!interacted(world, session, stack, "DEATH", [ground])) noteFall(world, ground, stack);
    }
  }
}

export function respawn(world: World, session: Session, at: Location): void {
  session.isDead = false;
  session.account.at = at;
  world.channel.emit({ kind: "sighting", action: "RESPAWN", slots: session.slots, session });
}
