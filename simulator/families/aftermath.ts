import { drop, improve, pickUp, rearrange } from "../acts/carrying.ts";
import { chunkUnder } from "../acts/chunks.ts";
import { putInside, putInto, takeFrom } from "../acts/containers.ts";
import { quit } from "../acts/sessions.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import type { Script } from "../scenarios/script.ts";
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
export function* aftermath(scenario: Scenario, ...found: readonly (Stack | undefined)[]): Script {
  const copies = found.filter((copy) => copy !== undefined);
  const { random, world } = scenario;
  const { graceTicks, sweepTicks } = world.truth.limits;
  const second = graceTicks + 3;
  const way = copies.length === 0 ? "stay" : random.weighted(AGGRAVATIONS);
  const copy = copies.at(-1);
  const holder = copy && holderOf(scenario, copy);
  if (copy === undefined || way === "stay") {
    yield sweepTicks + second + random.int(40);
  } else if (way === "destroy") {
    yield random.between(1, second);
    if (scenario.isLive(copies[0]!)) world.items.end(copies[0]!);
    yield second * 2;
  } else if (way === "loseTag") {
    yield random.between(second, second * 3);
    if (scenario.isLive(copy) && copy.count === 1) world.items.loseTag(copy);
    yield second;
  } else if (holder === undefined || way === "hide") {
    yield second + random.int(30);
    if (holder) yield* goAndComeBack(scenario, holder, random.between(40, 300));
  } else if (way === "relogInGrace") {
    yield random.between(1, graceTicks - 2);
    yield* goAndComeBack(scenario, holder, random.between(40, 300));
  } else if (way === "handOver") yield* handOver(scenario, holder, copy);
  else if (way === "nest") {
    const outer = scenario.treasure(holder, BOX);
    if (scenario.isLive(copy)) putInside(world, holder, copy, scenario.treasure(holder, BOX));
    if (copy.home?.owner) putInside(world, holder, copy.home.owner, outer);
    yield second * 2 + random.int(60);
  } else if (way === "wear") {
    const to = random.pick([FIRST_ARMOUR_SLOT + 1, CURSOR_SLOT]);
    if (scenario.isLive(copy) && holder.slots.slots[to] === undefined) rearrange(world, holder, copy, to);
    yield second + random.int(20);
  } else if (way === "rename") {
    for (const step of [5, second, 20]) {
      if (scenario.isLive(copy)) improve(world, holder, copy);
      yield step;
    }
  } else if (way === "shuttle") yield* shuttle(scenario, holder, copy);
  else yield* rest(scenario, holder, copy);
}

/** The player who has it in a slot of their own. */
function holderOf(scenario: Scenario, stack: Stack): Session | undefined {
  const root = rootOf(stack)?.root;
  for (const session of scenario.world.sessions) if (session.slots === root) return session;
  return undefined;
}

function* goAndComeBack(scenario: Scenario, session: Session, ticks: number): Script {
  const { account } = session;
  if (!scenario.world.sessions.has(session)) return;
  quit(scenario.world, session);
  yield ticks;
  scenario.backOnline(account);
  yield scenario.world.truth.limits.graceTicks + 10 + scenario.random.int(30);
}

function* handOver(scenario: Scenario, from: Session, copy: Stack): Script {
  const { world, random } = scenario;
  yield random.between(2, 40);
  if (!scenario.isLive(copy)) return;
  drop(world, from, copy);
  const to = scenario.player();
  to.account.at = from.account.at;
  yield random.between(11, 60);
  if (scenario.isLive(copy) && copy.home?.kind === "ground") pickUp(world, to, copy);
  yield world.truth.limits.graceTicks * 2 + random.int(100);
}

/** The holder moves it into a chest and back, again and again. */
function* shuttle(scenario: Scenario, holder: Session, copy: Stack): Script {
  const chest = scenario.chest(chunkUnder(world(scenario), holder.account.at));
  for (let times = 0; times < 12; times++) {
    if (!scenario.isLive(copy)) return;
    if (copy.home === chest) takeFrom(world(scenario), holder, copy);
    else if (copy.home === holder.slots) putInto(world(scenario), holder, copy, chest);
    yield scenario.random.between(1, 5);
  }
  yield 40;
}

/** The copy lies in a distant unloaded chest until everything in memory has forgotten it. */
function* rest(scenario: Scenario, holder: Session, copy: Stack): Script {
  const far = scenario.remoteStage(holder);
  const chest = scenario.chest(far);
  yield 2;
  if (!scenario.isLive(copy) || copy.home !== holder.slots) return;
  putInto(world(scenario), holder, copy, chest);
  yield scenario.random.between(2, 40);
  scenario.leaveDark(far);
  yield scenario.random.between(300, 3000);
  scenario.light(far);
  yield world(scenario).truth.limits.graceTicks + 10 + scenario.random.int(60);
}

function world(scenario: Scenario): Scenario["world"] {
  return scenario.world;
}
