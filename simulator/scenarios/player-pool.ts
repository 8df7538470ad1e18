import { randomSpot } from "../acts/chunks.ts";
import { join, quit } from "../acts/sessions.ts";
import type { Random } from "../random.ts";
import type { Account } from "../world/account.ts";
import type { World } from "../world/world.ts";

const MAX_EXTRAS = 120;

/** Finds players for scenarios: some who happen to be online, or extras who join for the scenario and leave after it. */
export class PlayerPool {
  readonly #world: World;
  readonly #extras: Account[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** False if there are too few for a scenario of three players. */
  get hasFree(): boolean {
    return (
      this.#extras.length < MAX_EXTRAS - 3 || this.#extras.filter(({ isInScenario: isCast }) => !isCast).length >= 3
    );
  }

  take(random: Random): Account {
    const account = (random.chance(0.5) ? this.#freePlayer(random) : undefined) ?? this.#extra(random);
    account.isInScenario = true;
    if (account.session === undefined) join(this.#world, account);
    return account;
  }

  release(account: Account, random: Random): void {
    account.isInScenario = false;
    account.isCreative = false;
    this.sendHome(account, random);
    if (this.#extras.includes(account) && account.session) quit(this.#world, account.session);
    else account.awayUntil = 0;
  }

  abandon(account: Account): void {
    account.isInScenario = false;
    account.isCreative = false;
  }

  sendHome(account: Account, random: Random): void {
    account.at = randomSpot(this.#world, random);
  }

  isExtra(account: Account): boolean {
    return this.#extras.includes(account);
  }

  #freePlayer(random: Random): Account | undefined {
    const free = [...this.#world.sessions].filter(
      ({ account, isDead, number }) => !account.isInScenario && !isDead && number === 1 && account.archetype !== "afk",
    );
    return free.length === 0 ? undefined : random.pick(free).account;
  }

  #extra(random: Random): Account {
    const idle = this.#extras.find((account) => !account.isInScenario && account.session === undefined);
    if (idle !== undefined) return idle;
    const account = this.#world.addAccount(`Extra${this.#extras.length}`, "trader", randomSpot(this.#world, random));
    this.#extras.push(account);
    return account;
  }
}
