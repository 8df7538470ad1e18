import { ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import { Views } from "../counts/views.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { ConsumedGoods } from "../hints/consumed-goods.ts";
import { isContainer } from "../hints/player-acts.ts";
import { RecipeYield } from "../materials/recipe-yield.ts";
import { balancesOf, type ClassBalance, type Member, newMember } from "./class-balance.ts";
import { type Gain, linksBetween } from "./gain.ts";
import { HiddenLosses, type HiddenLossesParts } from "./hidden-losses.ts";
import type { Losses } from "./losses.ts";
import type { PlaceChange } from "./tick-changes.ts";
import { groupsOf, type TickGroup } from "./tick-groups.ts";
import { UnreportedLosses } from "./unreported-losses.ts";
import type { WaitingGains } from "./waiting-gains.ts";

export interface ReconciliationParts extends HiddenLossesParts {
  readonly consumed: ConsumedGoods;
  readonly views: Views;
  readonly waiting: WaitingGains;
  /** The containers that a player had open after a tick. */
  readonly openedBy: (playerId: string, since: number) => readonly PlaceKey[];
}

/**
 * Sets the increases that the looks of each tick found against the decreases. Goods that add up within a group of places were moved
 * there. Missing goods may be somebody's gain elsewhere. A surplus is a gain, which waits until every place was looked at again.
 */
export class Reconciliation {
  readonly losses: Losses;
  readonly #parts: ReconciliationParts;
  readonly recipes: RecipeYield;
  readonly #unreported = new UnreportedLosses();
  readonly #hidden: HiddenLosses;

  constructor(parts: ReconciliationParts) {
    this.#parts = parts;
    this.losses = parts.losses;
    this.#hidden = new HiddenLosses(parts);
    this.recipes = new RecipeYield(parts.watched);
  }

  /** True while a gain waits, or a loss may explain a later one. */
  get isWaiting(): boolean {
    return !this.#parts.waiting.isEmpty || !this.losses.isEmpty;
  }

  /** After the looks of a tick. */
  finishTickEnd(changes: ReadonlyMap<PlaceKey, PlaceChange>, tick: number): void {
    const { acts } = this.#parts;
    this.#parts.waiting.applyLateEvents(changes, tick);
    this.#unreported.finishTickEnd(tick);
    if (changes.size === 0 && acts.groundTransfers.length === 0) return;
    const { consumed, origins } = this.#parts;
    const isKept = (place: PlaceKey) => consumed.isWaitingAt(place) || origins.mayHaveFallen(place, tick);
    for (const group of groupsOf(changes.values(), acts, isKept)) this.#reconcile(group, tick);
  }

  /** Forgets losses up to a tick, except those that may explain a waiting gain. Returns the tick up to which they are forgotten. */
  forget(upTo: number): number {
    const forgotten = this.#parts.waiting.coveredUpTo(upTo);
    this.losses.forget(forgotten);
    return forgotten;
  }

  /** A player came with more, or less, than the last session left with; nobody knows since when. */
  noteBroughtAlong(place: PlaceKey, materialIndex: number, difference: number, since: number, seen: number): void {
    const { watched, origins } = this.#parts;
    const classIndex = watched.classes.classOf[materialIndex]!;
    const more = difference * watched.classes.weightOf[materialIndex]!;
    if (more < 0) {
      this.losses.add(classIndex, { since, seen, places: [place], isSilent: true, left: -more });
      return;
    }
    const member = { ...newMember(place, since, false), more, grown: new Map([[materialIndex, difference]]) };
    Object.assign(member, origins.originOf(member, classIndex, seen, 1));
    this.#parts.waiting.add({
      seen,
      covered: this.#parts.settledAt(since),
      classIndex,
      members: [member],
      links: [],
      nets: member.grown,
      actuals: new Map(),
    });
  }

  #reconcile(group: TickGroup, tick: number): void {
    const { watched } = this.#parts;
    const balances = balancesOf(group, watched, tick, this.#unreported);
    for (const change of group.changes) this.#hidden.findBehindFalls(change, balances, tick);
    const used = this.#takeConsumed(group, balances, tick);
    if (balances.size === 0) return;
    const places = group.changes.map(({ place }) => place);
    const since = Math.min(tick - 1, ...group.changes.map((change) => change.since));
    const missing = new Map<number, number>();
    const wanted = new Map<number, number>();
    for (const balance of balances.values()) {
      this.#hidden.findOnGround(balance, tick);
      this.#noteViews(balance);
      const { classIndex } = balance;
      // The usual case: goods that left one place are at another.
      if (isMoved(balance) && this.#free(balance, tick) === 0) continue;
      this.#findOrigins(balance, group, tick);
      const free = this.#free(balance, tick);
      // Goods that may have come into one place by themselves do not make up for goods that left another, and were not crafted.
      missing.set(classIndex, Math.max(0, free - balance.net - this.#foundIn(group, classIndex)));
      // If an event says that goods were made, they were, although they may also have come in other ways.
      const crafted = Math.min(balance.net, this.#craftedIn(balance));
      wanted.set(classIndex, Math.max(0, balance.net - free, crafted));
    }
    const lost = new Map(missing);
    const ingredients = (makes: number) => ({
      available: (classIndex: number) => (missing.get(classIndex) ?? 0) + (used.get(classIndex) ?? 0),
      take: (classIndex: number, units: number) => {
        const fromUsed = Math.min(units, used.get(classIndex) ?? 0);
        used.set(classIndex, (used.get(classIndex) ?? 0) - fromUsed);
        missing.set(classIndex, (missing.get(classIndex) ?? 0) - (units - fromUsed));
        // Without such an event nobody knows that something was made of the missing goods: they may be elsewhere.
        if (this.#craftedIn(balances.get(makes)!) > 0) lost.set(classIndex, missing.get(classIndex)!);
      },
    });
    for (const balance of balances.values()) {
      const { classIndex, net } = balance;
      if (net <= 0 || watched.listed[classIndex]!.length === 0) continue;
      const made = this.recipes.make(classIndex, wanted.get(classIndex)!, ingredients(classIndex));
      if (made < net) this.#gained(balance, group, { since, tick }, made);
    }
    const isSilent = group.acts.every((act) => act.places.length === 0);
    for (const [classIndex, left] of lost)
      if (left > 0) this.losses.add(classIndex, { since, seen: tick, places, isSilent, left });
    for (const balance of balances.values()) this.#hidden.findBehindLatePickUps(balance, tick);
  }

  /** How much more there is at places where an event says that something of the class was made. */
  #craftedIn({ classIndex, members }: ClassBalance): number {
    const { acts, watched } = this.#parts;
    const ofClass = acts.crafted.filter(({ materialIndex }) => watched.classes.classOf[materialIndex] === classIndex);
    const places = new Set(ofClass.map(({ place }) => place));
    return [...places].reduce((sum, place) => sum + Math.max(0, members.get(place)?.more ?? 0), 0);
  }

  /**
   * Goods that were used up did not go elsewhere. They may also be the goods that were missing there a little earlier, and then those that
   * are missing now are elsewhere. Returns how much was used up, by class: something may have been made of it.
   */
  #takeConsumed(group: TickGroup, balances: ReadonlyMap<number, ClassBalance>, tick: number): Map<number, number> {
    const { consumed, watched } = this.#parts;
    const used = new Map<number, number>();
    const isHere = (place: PlaceKey) => group.changes.some((change) => change.place === place);
    for (const { place, materialIndex, count, told } of consumed.takeLookedAt(isHere)) {
      const { classOf, weightOf } = watched.classes;
      const classIndex = classOf[materialIndex]!;
      const balance = balances.get(classIndex);
      // Goods of the same class that were made of it are still there.
      const grown = [...(balance?.members.get(place)?.grown ?? [])].filter(([other]) => other !== materialIndex);
      const made = grown.reduce((sum, [other, many]) => sum + many * weightOf[other]!, 0);
      this.losses.widen(classIndex, place, told - EVENT_SKEW_TICKS, tick);
      let left = count * weightOf[materialIndex]! - made;
      // It may have been taken from elsewhere in the same tick.
      for (const member of [balance?.members.get(place), ...(balance?.members.values() ?? [])]) {
        const part = Math.min(left, -(member?.more ?? 0));
        if (part <= 0) continue;
        member!.more += part;
        left -= part;
        balance!.eventsSince = tick - EVENT_SKEW_TICKS - 1;
        used.set(classIndex, (used.get(classIndex) ?? 0) + part);
      }
    }
    return used;
  }

  /** Goods that a window shows, and that were not put into it, are only a view of goods elsewhere. */
  #noteViews(balance: ClassBalance): void {
    const { watched, views } = this.#parts;
    for (const member of balance.members.values()) {
      if (!Views.isView(member.place) || member.more <= 0) continue;
      let over = Math.max(0, Math.min(member.more, balance.net));
      for (const [materialIndex, count] of member.grown) {
        const weight = watched.classes.weightOf[materialIndex]!;
        const shown = Math.min(count, Math.ceil(over / weight));
        if (shown > 0) views.show(member.place, materialIndex, shown, watched.size);
        over -= shown * weight;
      }
      member.more = Math.max(0, member.more - Math.max(0, balance.net));
    }
  }

  #findOrigins(balance: ClassBalance, group: TickGroup, tick: number): void {
    const { origins } = this.#parts;
    const heaviest = this.#heaviest(group, balance.classIndex);
    for (const member of balance.members.values()) {
      if (member.isNew) member.more = Math.min(0, member.more);
      Object.assign(member, origins.originOf(member, balance.classIndex, tick, heaviest));
      if (!member.isNew && isContainer(member.place) && member.source > 0)
        this.#hidden.findInContainer(member, balance.classIndex, tick);
    }
  }

  /**
   * How much of the increase may come from sources that nobody answers for. Goods that add up were moved, as nearly all are, except for
   * those that may have come by themselves.
   */
  #free(balance: ClassBalance, tick: number): number {
    const isAllMoved = isMoved(balance);
    let sum = 0;
    for (const member of balance.members.values()) {
      const { place, since, more, decrease } = member;
      const source = isAllMoved ? 0 : member.source;
      if (!isContainer(place)) sum += Math.max(0, Math.min(more, source));
      // Nothing is crafted in a container.
      else if (more + decrease > 0)
        sum += Math.min(more + decrease, source + this.#parts.origins.fedAt(place, balance.classIndex, tick - since));
    }
    return sum;
  }

  /** The contents of handled containers that were never looked at before: they count as put there, as far as goods are missing. */
  #foundIn({ changes }: TickGroup, classIndex: number): number {
    const { acts, unitsAt } = this.#parts;
    const isFilled = ({ place, isNew }: PlaceChange) =>
      isNew && isContainer(place) && acts.actorsAt(place) !== undefined;
    return changes.filter(isFilled).reduce((sum, { place }) => sum + unitsAt(place, classIndex), 0);
  }

  #gained(balance: ClassBalance, group: TickGroup, at: { since: number; tick: number }, made: number) {
    const { origins, openedBy, settledAt } = this.#parts;
    const { classIndex } = balance;
    // Everything that explains it was seen after the look before the first event.
    const wordsSince = balance.eventsSince < at.tick ? settledAt(balance.eventsSince) : at.tick;
    const members: Member[] = [...balance.members.values()].map((member) => {
      return { ...member, since: Math.min(member.since, wordsSince) };
    });
    let left = made;
    for (const member of members) {
      const part = Math.max(0, Math.min(left, member.more));
      member.more -= part;
      left -= part;
    }
    const heaviest = this.#heaviest(group, classIndex);
    const handled = new Set(group.acts.flatMap(({ player, places }) => [player.place, ...places]));
    for (const place of handled) {
      if (balance.members.has(place)) continue;
      const change = group.changes.find((one) => one.place === place);
      const bare = newMember(place, change?.since ?? at.since, change?.isNew ?? false);
      members.push(Object.assign(bare, origins.originOf(bare, classIndex, at.tick, heaviest)));
    }
    const nets = new Map<number, number>();
    for (const { differences } of group.changes)
      for (const [materialIndex, difference] of differences)
        nets.set(materialIndex, (nets.get(materialIndex) ?? 0) + difference);
    const gain: Gain = {
      seen: at.tick,
      covered: settledAt(Math.min(at.since, wordsSince)),
      classIndex,
      members,
      nets,
      actuals: new Map(),
      links: linksBetween(members, group.acts, heaviest),
    };
    for (const { place, since } of balance.members.values()) {
      const owner = ownerOfPlace(place);
      const opened = owner === undefined ? [] : openedBy(owner, since);
      for (const container of opened) this.#parts.waiting.addBystander(gain, container, place);
    }
    this.#parts.waiting.add(gain);
  }

  /** The weight of the heaviest material of a class that was moved. What acts name was, even if there is as much of it as before. */
  #heaviest({ changes, acts }: TickGroup, classIndex: number): number {
    const { classOf, weightOf } = this.#parts.watched.classes;
    const moved = changes.flatMap(({ differences }) => [...differences.keys()]);
    for (const { materialIndex } of acts) moved.push(materialIndex);
    const ofClass = moved.filter((materialIndex) => classOf[materialIndex] === classIndex);
    return Math.max(1, ...ofClass.map((materialIndex) => weightOf[materialIndex]!));
  }
}

function isMoved({ net, members }: ClassBalance): boolean {
  if (net !== 0) return false;
  for (const { isNew } of members.values()) if (isNew) return false;
  return true;
}
