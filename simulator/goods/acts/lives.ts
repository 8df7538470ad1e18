import type { ItemEvent } from "../../../src/core/index.ts";
import type { Account, Session } from "../account.ts";
import { copyOf } from "../bin.ts";
import { GoodsItem } from "../goods-item.ts";
import { need } from "../loading.ts";
import { WATCHED } from "../materials.ts";
import { type Goods, type GoodsWorld, goodsIn } from "../world.ts";
import { type Act, anyGoods } from "./act.ts";

export function join(world: GoodsWorld, account: Account): Session {
  need(world, world.chunkAt(account.at));
  const session = world.openSession(account);
  tellComing(world, { kind: "sighting", place: session.place, action: "JOIN", player: session });
  world.report({ kind: "sighting", place: account.ender.place, action: "SCAN" });
  return session;
}

/** What goes dark without a last look may have been somewhere else by then. */
export function quit(world: GoodsWorld, session: Session): void {
  const { account, slots } = session;
  const event = { kind: "going-dark", place: slots.place, action: "QUIT", player: session } as const;
  tellComing(world, event, slots.stacks.flatMap(goodsIn));
  if (account.session === session) {
    const { place, stacks } = account.ender;
    world.report({ kind: "going-dark", place, action: "QUIT", player: session }, stacks.flatMap(goodsIn));
  }
  world.closeSession(session);
}

function tellComing(world: GoodsWorld, event: ItemEvent & { readonly player: Session }, moved: Goods = []): void {
  if (!world.report(event, moved)) world.truth.cameOrWentUnseen(event.player.id);
}

export const relog: Act = (world, session, random) => {
  session.account.awayUntil = world.tick + random.between(1, 300);
  session.account.isCreative = false;
  quit(world, session);
  return true;
};

/** Everything that was carried lies on the ground. */
export const die: Act = (world, session) => {
  const { ground } = world.chunkAt(session.account.at);
  if (ground.stacks.length > 20) return false;
  const touched = [ground.place];
  for (const stack of session.slots.empty()) {
    const item = new GoodsItem({ ...stack });
    world.report({ kind: "interaction", player: session, item, action: "DEATH", touched }, goodsIn(stack));
    ground.addStack(stack);
  }
  world.report({ kind: "sighting", place: session.place, action: "RESPAWN", player: session });
  return true;
};

export const walk: Act = (world, session, random) => {
  const side = world.knobs.worldSide * 16 - 1;
  const step = (at: number) => Math.min(side, Math.max(0, at + random.between(-6, 6)));
  const { at } = session.account;
  session.account.at = { ...at, x: step(at.x), z: step(at.z) };
  need(world, world.chunkAt(session.account.at));
  return true;
};

export const travel: Act = (world, session) => {
  session.account.at = world.randomSpot();
  need(world, world.chunkAt(session.account.at));
  return true;
};

/** Staff give something by a command. */
export const give: Act = (world, session, random) => {
  session.slots.add(random.pick(WATCHED), random.between(1, 64));
  world.truth.appearedOnPurpose(session.id);
  world.reportSource({ kind: "sighting", place: session.place, action: "GIVE", player: session });
  return true;
};

/** Another plugin says that it gives something; half of them say what, and how many. */
export const grant: Act = (world, session, random) => {
  const material = random.pick(WATCHED);
  const amount = session.slots.add(material, random.between(1, 64));
  const what = random.chance(0.5) ? { material: material.name, amount } : {};
  world.announce({ cause: "a kit", places: [session.place], ...what });
  if (what.material === undefined) world.truth.appearedOnPurpose(session.id);
  return true;
};

/** Creative mode: goods out of nothing, and away into nothing. */
export const create: Act = (world, session, random) => {
  const { account, slots } = session;
  world.truth.appearedOnPurpose(session.id);
  if (!account.isCreative) {
    account.isCreative = true;
    return true;
  }
  const stack = anyGoods(slots, random);
  if (stack !== undefined && random.chance(0.3)) {
    slots.remove(stack);
    world.unseen(goodsIn(stack), [session.place]);
  } else {
    const material = random.pick(WATCHED);
    if (slots.add(material, random.between(1, 64)) === 0) return false;
    const made = slots.stacks.findLast((candidate) => candidate.material === material)!;
    world.reportSource({ kind: "authored-item", player: session, item: new GoodsItem(made) });
  }
  return true;
};

export const leaveCreative: Act = (world, session) => {
  if (!session.account.isCreative) return false;
  session.account.isCreative = false;
  world.truth.appearedOnPurpose(session.id);
  return true;
};

/** The account joins again before its first session has ended: the second sees what was stored, and goes on with it. */
export const joinTwice: Act = (world, session, random) => {
  const { account } = session;
  if (session.slots !== account.slots || account.isCreative || session.endsAt > 0) return false;
  const second = world.openSession(account, 2);
  world.truth.appearedOnPurpose(session.id);
  second.slots.stacks = account.slots.stacks.map((stack) => ({ ...copyOf(stack), tag: undefined }));
  world.report({ kind: "sighting", place: second.place, action: "JOIN", player: second });
  session.endsAt = world.tick + random.int(5);
  return true;
};
