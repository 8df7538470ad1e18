import { drop, improve, pickUp, rearrange } from "../acts/carrying.ts";
import { chunkUnder } from "../acts/chunks.ts";
import { putInside, putInto, takeFrom } from "../acts/containers.ts";
import { quit } from "../acts/lives.ts";
import type { Script } from "../stories/script.ts";
import type { Story } from "../stories/story.ts";
import type { Session } from "../world/account.ts";
import { BOX } from "../world/material.ts";
import { CURSOR_SLOT, FIRST_ARMOUR_SLOT } from "../world/slots.ts";
import { rootOf, type Stack } from "../world/stack.ts";

/** What may make a copy harder to find, with weights. */
const AGGRAVATIONS = {
  stay: 3,
  hide: 4,
  handOver: 1.5,
  nest: 1.5,
  rename: 1,
  wear: 1,
  shuttle: 1,
  relogInGrace: 1.5,
  rest: 1,
  destroy: 0.5,
  loseTag: 0.3,
} as const;

/** Lets the copies of an exploit live on for a while, in one of the ways seen in practice. */
export function* aftermath(story: Story, ...found: readonly (Stack | undefined)[]): Script {
  const copies = found.filter((copy) => copy !== undefined);
  const { random, world } = story;
  const { graceTicks, sweepTicks } = world.truth.limits;
  const second = graceTicks + 3;
  const way = copies.length === 0 ? "stay" : random.weighted(AGGRAVATIONS);
  const copy = copies.at(-1);
  const holder = copy && holderOf(story, copy);
  if (copy === undefined || way === "stay") {
    yield sweepTicks + second + random.int(40);
  } else if (way === "destroy") {
    yield random.between(1, second);
    if (story.isLive(copies[0]!)) world.items.end(copies[0]!);
    yield second * 2;
  } else if (way === "loseTag") {
    yield random.between(second, second * 3);
    if (story.isLive(copy) && copy.count === 1) world.items.loseTag(copy);
    yield second;
  } else if (holder === undefined || way === "hide") {
    yield second + random.int(30);
    if (holder) yield* goAndComeBack(story, holder, random.between(40, 300));
  } else if (way === "relogInGrace") {
    yield random.between(1, graceTicks - 2);
    yield* goAndComeBack(story, holder, random.between(40, 300));
  } else if (way === "handOver") yield* handOver(story, holder, copy);
  else if (way === "nest") {
    const outer = story.treasure(holder, BOX);
    if (story.isLive(copy)) putInside(world, holder, copy, story.treasure(holder, BOX));
    if (copy.home?.owner) putInside(world, holder, copy.home.owner, outer);
    yield second * 2 + random.int(60);
  } else if (way === "wear") {
    const to = random.pick([FIRST_ARMOUR_SLOT + 1, CURSOR_SLOT]);
    if (story.isLive(copy) && holder.slots.slots[to] === undefined) rearrange(world, holder, copy, to);
    yield second + random.int(20);
  } else if (way === "rename") {
    for (const step of [5, second, 20]) {
      if (story.isLive(copy)) improve(world, holder, copy);
      yield step;
    }
  } else if (way === "shuttle") yield* shuttle(story, holder, copy);
  else yield* rest(story, holder, copy);
}

/** The player who has it in one of his own slots. */
function holderOf(story: Story, stack: Stack): Session | undefined {
  const root = rootOf(stack)?.root;
  for (const session of story.world.sessions) if (session.slots === root) return session;
  return undefined;
}

function* goAndComeBack(story: Story, session: Session, ticks: number): Script {
  const { account } = session;
  if (!story.world.sessions.has(session)) return;
  quit(story.world, session);
  yield ticks;
  story.backOnline(account);
  yield story.world.truth.limits.graceTicks + 10 + story.random.int(30);
}

function* handOver(story: Story, from: Session, copy: Stack): Script {
  const { world, random } = story;
  yield random.between(2, 40);
  if (!story.isLive(copy)) return;
  drop(world, from, copy);
  const to = story.player();
  to.account.at = from.account.at;
  yield random.between(11, 60);
  if (story.isLive(copy) && copy.home?.kind === "ground") pickUp(world, to, copy);
  yield world.truth.limits.graceTicks * 2 + random.int(100);
}

/** The holder moves it into a chest and back, again and again. */
function* shuttle(story: Story, holder: Session, copy: Stack): Script {
  const chest = story.chest(chunkUnder(world(story), holder.account.at));
  for (let times = 0; times < 12; times++) {
    if (!story.isLive(copy)) return;
    if (copy.home === chest) takeFrom(world(story), holder, copy);
    else if (copy.home === holder.slots) putInto(world(story), holder, copy, chest);
    yield story.random.between(1, 5);
  }
  yield 40;
}

/** The copy lies in a distant unloaded chest until everything in memory has forgotten it. */
function* rest(story: Story, holder: Session, copy: Stack): Script {
  const far = story.remoteStage(holder);
  const chest = story.chest(far);
  yield 2;
  if (!story.isLive(copy) || copy.home !== holder.slots) return;
  putInto(world(story), holder, copy, chest);
  yield story.random.between(2, 40);
  story.leaveDark(far);
  yield story.random.between(300, 3000);
  story.light(far);
  yield world(story).truth.limits.graceTicks + 10 + story.random.int(60);
}

function world(story: Story): Story["world"] {
  return story.world;
}
