import type { PlaceKey } from "../../../src/core/index.ts";
import { randomSpot } from "../../acts/chunks.ts";
import { open } from "../../acts/containers.ts";
import { addGoods, stacksOf } from "../../acts/goods/amounts.ts";
import { clicked } from "../../acts/goods/making.ts";
import type { Random } from "../../random.ts";
import type { ScenarioKind, Script } from "../../scenarios/script.ts";
import type { Session } from "../../world/account.ts";
import type { Material } from "../../world/material.ts";
import { WATCHED } from "../../world/recipes.ts";
import type { Slots } from "../../world/slots.ts";
import { rootOf, type Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";

/** A cheater plays honestly before and after. */
const BEFORE_TICKS = 220;
const STAYS_TICKS = 1500;

/** One way in which goods grow out of nothing: new accounts come, play, let goods grow, play on, and go. */
export function growing(id: string, title: string, steps: (cheat: Cheat) => Script): ScenarioKind {
  return {
    id,
    title,
    twin: "free play",
    *play({ world, random }) {
      const material = random.pick(WATCHED);
      const share = random.chance(0.15) ? 0.2 + random.float() * 0.7 : 1 + random.float() * 4;
      const amount = Math.max(1, Math.floor(material.threshold! * share));
      const [playerId, mateId] = newcomers(world, random);
      addGoods(world, world.accounts.get(playerId)!.slots, material, random.between(1, material.maxStack));
      const cheat = new Cheat({ world, random, kind: id, playerId, mateId, material, amount });
      yield random.between(BEFORE_TICKS, 2 * BEFORE_TICKS);
      yield* cheat.carryOut(steps(cheat));
    },
  };
}

function newcomers(world: World, random: Random): [string, string] {
  const at = randomSpot(world, random);
  const join = () => {
    const account = world.addAccount(`Cheat${world.fresh()}`, "miner", at);
    account.leavesAt = world.tick + STAYS_TICKS;
    return account.id;
  };
  return [join(), join()];
}

/** What is to be known of a growth beside its amount. */
interface Details {
  readonly isAttributable?: boolean;
  readonly playerId?: string;
  /** It goes into this container at once. */
  readonly passedInto?: PlaceKey;
}

/** One cheater at work. */
export class Cheat {
  readonly world: World;
  readonly random: Random;
  readonly kind: string;
  readonly playerId: string;
  readonly material: Material;
  /** How much is to come out of nothing in all. */
  readonly amount: number;
  /** Somebody who is in it. */
  readonly mateId: string;

  constructor(parts: Pick<Cheat, "world" | "random" | "kind" | "playerId" | "material" | "amount" | "mateId">) {
    this.world = parts.world;
    this.random = parts.random;
    this.kind = parts.kind;
    this.playerId = parts.playerId;
    this.material = parts.material;
    this.amount = parts.amount;
    this.mateId = parts.mateId;
  }

  /** `undefined` while offline. */
  get session(): Session | undefined {
    return this.world.accounts.get(this.playerId)?.session;
  }

  get mate(): Session | undefined {
    return this.world.accounts.get(this.mateId)?.session;
  }

  /** Nobody can do anything in the tick of the own arrival. */
  get isArriving(): boolean {
    return [this.session, this.mate].some((session) => session?.joinedTick === this.world.tick);
  }

  /** Step by step, but not in the tick of an arrival, nor when the run is about to end. */
  *carryOut(steps: Script): Script {
    for (;;) {
      while (this.isArriving) yield 1;
      if (this.world.truth.isClosing) return;
      const { value, done } = steps.next();
      if (done) return;
      yield value;
    }
  }

  /** What the player has of it. */
  stack(): Stack | undefined {
    return this.session && stacksOf(this.session.slots, this.material)[0];
  }

  /** A chest beside the cheater; both stand at it. */
  chest(): Slots | undefined {
    const { session, mate } = this;
    if (session === undefined) return undefined;
    if (mate !== undefined) mate.account.at = session.account.at;
    const [chest] = this.world.chunkAt(session.account.at).blocks.values();
    return chest;
  }

  /** Opens the chest, which takes its time; `undefined` when that is in vain. */
  *open(): Generator<number, Slots | undefined, void> {
    const { session, world } = this;
    const chest = this.chest();
    if (session === undefined || chest === undefined) return undefined;
    open(world, session, chest);
    yield this.random.between(1, 5);
    return this.session === session && chest.isLit && this.chest() === chest ? chest : undefined;
  }

  /** The fault itself: goods appear. `isAttributable` is false when nothing says whose doing it was. */
  grow(slots: Slots, amount: number, details: Details = {}): number {
    const made = addGoods(this.world, slots, this.material, amount);
    // What is in a box is where the box is.
    const { kind, place } = slots.owner === undefined ? slots : rootOf(slots.owner)!.root;
    this.gained(place, made, { ...details, ...(kind === "block" && { container: place }) });
    return made;
  }

  /** Goods that came to a place although they stayed where they were, or that are only shown there. */
  gained(place: PlaceKey, amount: number, details: Details & { readonly container?: PlaceKey } = {}): void {
    const { kind, material } = this;
    const growth = { kind, material, amount, place, playerId: this.playerId, isAttributable: true, ...details };
    this.#makesNothing(growth.playerId);
    const account = this.world.accounts.get(growth.playerId);
    this.world.goods.grew({
      ...growth,
      isCreative: account?.isCreative === true,
      isAway: account?.session === undefined,
    });
  }

  /** Says that the player did something with what is in the slots; sometimes nothing is said. */
  click(session: Session): void {
    const [stack] = stacksOf(session.slots, this.material);
    const isTold = stack !== undefined && this.random.chance(0.8) && clicked(this.world, session, stack);
    if (!isTold) this.goUnseen(session);
  }

  /** Until somebody has looked at it, what grew is not made into something else: it would grow as that. */
  goUnseen({ account }: Session): void {
    account.makesNothingUntil = this.world.tick + this.world.knobs.scanTicks + 1;
  }

  /** In the tick of the growth: what is made of it then is all that anybody would see of it. */
  #makesNothing(playerId: string): void {
    const account = this.world.accounts.get(playerId);
    if (account === undefined) return;
    if (account.isCreative) this.world.goods.appearedOnPurpose(playerId);
    account.makesNothingUntil = Math.max(account.makesNothingUntil, this.world.tick + 1);
  }
}
