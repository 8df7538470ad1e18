import { WATCHED } from "../../world/recipes.ts";
import type { World } from "../../world/world.ts";
import { chunkUnder } from "../chunks.ts";
import type { Act } from "../item-acts.ts";
import { joinAgain, quit } from "../sessions.ts";
import { addGoods, anyGoods, stacksOf } from "./amounts.ts";

const WINDOW_TICKS = 40;

/** Closes windows without a block, ends superseded sessions, and removes accounts that came only for a while. */
export function comeAndGo(world: World): void {
  const { tick } = world;
  for (const session of [...world.sessions]) {
    // The chunk that a player came to is loaded, and can be looked at, before the player does anything.
    chunkUnder(world, session.account.at);
    if (session.window?.kind === "window" && session.windowSince + WINDOW_TICKS <= tick) world.closeWindow(session);
    if (session.endsAt !== undefined && session.endsAt <= tick) quit(world, session);
  }
  for (const account of [...world.accounts.values()]) {
    if (account.leavesAt > tick) continue;
    if (account.session !== undefined) quit(world, account.session);
    for (const slots of [account.slots, account.ender]) for (const stack of slots.stacks()) world.items.end(stack);
    world.accounts.delete(account.id);
  }
}

/** Staff give something by command. */
export const give: Act = (world, session, random) => {
  addGoods(world, session.slots, random.pick(WATCHED), random.between(1, 64));
  world.goods.appearedOnPurpose(session.account.id);
  world.channel.emit({ kind: "sighting", action: "GIVE", slots: session.slots, session, isCertain: true });
  return true;
};

/** Another plugin announces that it gives something. Half of the announcements say what and how many. */
export const grant: Act = (world, session, random) => {
  const material = random.pick(WATCHED);
  const amount = addGoods(world, session.slots, material, random.between(1, 64));
  const what = random.chance(0.5) ? { material: material.name, amount } : {};
  world.announce({ cause: "a kit", places: [session.slots.place], ...what });
  if (what.material === undefined) world.goods.appearedOnPurpose(session.account.id);
  return true;
};

/** Creative mode: goods come from nothing and vanish into nothing. */
export const create: Act = (world, session, random) => {
  const { account, slots } = session;
  world.goods.appearedOnPurpose(account.id);
  if (!account.isCreative) {
    account.isCreative = true;
    return true;
  }
  const stack = anyGoods(slots, random);
  if (stack !== undefined && random.chance(0.3)) {
    world.items.end(stack);
    world.goods.lostUnseen(stack.material, stack.count, [slots.place]);
    return true;
  }
  const material = random.pick(WATCHED);
  if (addGoods(world, slots, material, random.between(1, 64)) === 0) return false;
  const made = stacksOf(slots, material).at(-1)!;
  world.channel.emit({ kind: "authored-item", action: "CREATIVE", session, stack: made, isCertain: true });
  return true;
};

export const leaveCreative: Act = (world, session) => {
  if (!session.account.isCreative) return false;
  session.account.isCreative = false;
  world.goods.appearedOnPurpose(session.account.id);
  return true;
};

/** The account joins again before its first session has ended. The second session goes on with the items of the first. */
export const joinTwice: Act = (world, session, random) => {
  const { account } = session;
  if (session.number !== 1 || account.isCreative) return false;
  account.session = joinAgain(world, session);
  world.goods.appearedOnPurpose(account.id);
  session.endsAt = world.tick + random.int(5);
  return true;
};
