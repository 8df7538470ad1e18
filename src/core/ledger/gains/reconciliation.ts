import { isOwned, ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import { Views } from "../counts/views.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { Consumed } from "../hints/consumed-goods.ts";
import { isAt, isContainer } from "../hints/player-acts.ts";
import type { Blames } from "./blame.ts";
import { balancesOf, type ClassBalance, type Member, newMember } from "./class-balance.ts";
import type { Evidence } from "./evidence.ts";
import { NO_LIMIT } from "./flow-network.ts";
import { addBystander, type Gain, linksBetween } from "./gain.ts";
import { HiddenLosses } from "./hidden-losses.ts";
import type { Link } from "./least-creation.ts";
import type { Origins } from "./origins.ts";
import { NO_DIFFERENCES, type PlaceChange } from "./tick-changes.ts";
import { groupsOf, heaviestIn, TickGroup } from "./tick-groups.ts";
import { type Taker, UnreportedMoves } from "./unreported-moves.ts";
import type { WaitingGains } from "./waiting-gains.ts";

/**
 * Sets the increases that the looks of each tick found against the decreases. Goods that add up within a group of places were moved
 * there. Missing goods may be somebody's gain elsewhere. A surplus is a gain, which waits until every place was looked at again.
 */
export class Reconciliation {
  readonly #known: Evidence;
  readonly #origins: Origins;
  readonly #waiting: WaitingGains;
  readonly #blames: Blames;
  readonly #hidden: HiddenLosses;
  readonly #unreported = new UnreportedMoves();

  constructor(known: Evidence, origins: Origins, waiting: WaitingGains, blames: Blames) {
    this.#known = known;
    this.#origins = origins;
    this.#waiting = waiting;
    this.#blames = blames;
    this.#hidden = new HiddenLosses(known, origins);
  }

  /** After the looks of a tick. */
  finishTickEnd(changes: ReadonlyMap<PlaceKey, PlaceChange>, tick: number): void {
    const { acts, consumed, counts } = this.#known;
    this.#waiting.applyLateEvents(changes, tick);
    this.#unreported.finishTickEnd(tick);
    const heardOf = [...consumed.places(), ...this.#origins.recentFalls(tick - EVENT_SKEW_TICKS)];
    const changeAt = (place: PlaceKey): PlaceChange | undefined => {
      const change = changes.get(place);
      if (change !== undefined) return change;
      const count = counts.at(place);
      return count?.tick === tick
        ? { place, since: count.before, isNew: false, differences: NO_DIFFERENCES }
        : undefined;
    };
    for (const group of groupsOf(tick, changes.values(), acts, heardOf, changeAt)) this.#reconcile(group);
  }

  /** A player came with more, or less, than the last session left with. If nobody knows since when, it is since everything was looked at. */
  noteBroughtAlong(
    place: PlaceKey,
    materialIndex: number,
    difference: number,
    seen: number,
    since = this.#known.horizon.at(seen - 1),
  ): void {
    const change = { place, since, isNew: false, differences: new Map([[materialIndex, difference]]) };
    const group = new TickGroup(seen, () => change);
    group.places.push(place);
    group.changed.push(change);
    group.acts.push(...this.#known.acts.acts.filter((act) => isAt(act, place)));
    // What is missing then is missing without a word, whatever is done there by the time that is known.
    this.#reconcile(group, true);
  }

  #reconcile(group: TickGroup, isSilent = group.acts.length === 0): void {
    const { watched, losses } = this.#known;
    const { tick } = group;
    const balances = balancesOf(group, watched, this.#unreported, (ground, at) =>
      this.#origins.mayHaveFallen(ground, at),
    );
    for (const place of group.places) {
      const change = placeKind(place) === "ground" ? group.changeAt(place) : undefined;
      if (change !== undefined) this.#hidden.findBehindFalls(change, balances, tick);
    }
    this.#takeUsedUp(group, balances);
    if (balances.size === 0) return;
    for (const balance of balances.values()) {
      this.#noteOnGround(balance, tick);
      this.#hidden.findOnGround(balance, tick);
      this.#noteViews(balance);
      const { classIndex } = balance;
      // The usual case: goods that left one place are at another.
      if (isMoved(balance) && this.#free(balance, tick) === 0) {
        this.#noteMoves(balance, group, 0);
        continue;
      }
      this.#findOrigins(balance, group);
      // Goods that may have come into one place by themselves do not make up for goods that left another.
      const left = this.#free(balance, tick) - balance.net - this.#foundIn(group, classIndex);
      this.#noteMoves(balance, group, left);
      if (left > 0) {
        const places = group.changes.map(({ place }) => place);
        losses.add(classIndex, { since: group.since, seen: tick, places, isSilent, left });
      }
      if (balance.net > 0 && watched.listed[classIndex]!.length > 0) this.#gained(balance, group);
    }
  }

  /**
   * Goods that were used up did not go elsewhere, but something may have been made of them here. They may also be the goods that were
   * missing there a little earlier, and then those that are missing now are elsewhere.
   */
  #takeUsedUp(group: TickGroup, balances: ReadonlyMap<number, ClassBalance>): void {
    const { consumed, watched, losses } = this.#known;
    const { classOf, weightOf } = watched.classes;
    const isHere = (place: PlaceKey) => group.places.includes(place) && group.changeAt(place) !== undefined;
    const used: UsedUp[] = [...consumed.takeLookedAt(isHere), ...this.#ingredientsOf(group, balances)];
    if (used.length === 0) return;
    const openTo = group.changes.map(({ place }) => place);
    for (const { place, materialIndex, count, told } of used) {
      const classIndex = classOf[materialIndex]!;
      const balance = balances.get(classIndex);
      // Goods of the same class that were made of it are still there.
      let made = 0;
      for (const [other, more] of group.changeAt(place)?.differences ?? NO_DIFFERENCES)
        if (more > 0 && other !== materialIndex && classOf[other] === classIndex) made += more * weightOf[other]!;
      let left = count * weightOf[materialIndex]! - made;
      // It may have been taken from elsewhere in the same tick.
      for (const member of [balance?.members.get(place), ...(balance?.members.values() ?? [])]) {
        const part = Math.min(left, -(member?.more ?? 0));
        if (part <= 0) continue;
        member!.more += part;
        left -= part;
        const loss = { since: group.since, seen: group.tick, isSilent: false, left: part };
        if (told !== undefined) {
          member![isOwned(member!.place) ? "late" : "vanished"] += part;
          member!.lateSince = Math.min(member!.lateSince, told - EVENT_SKEW_TICKS - 1);
          const missing = { ...loss, places: [member!.place], isSilent: true };
          losses.addUnlessBefore(classIndex, missing, place, told - EVENT_SKEW_TICKS);
        }
        losses.add(classIndex, { ...loss, places: [], openTo, isExact: true, isUsedUp: true });
      }
    }
  }

  /** What was used up to make the goods of which events say that they were made: as much as it takes at least. */
  #ingredientsOf({ changed }: TickGroup, balances: ReadonlyMap<number, ClassBalance>): UsedUp[] {
    const { acts, watched } = this.#known;
    if (acts.crafted.length === 0) return [];
    const { classOf, weightOf } = watched.classes;
    const nets = new Map([...balances].map(([classIndex, { net }]) => [classIndex, net]));
    return changed.flatMap(({ place, differences }) =>
      [...differences].flatMap(([made, more]) => {
        if (!acts.crafted.some((craft) => craft.place === place && craft.materialIndex === made)) return [];
        const { makes, parts } = watched.takenBy(watched.nameOf(made));
        const net = nets.get(classOf[made]!) ?? 0;
        const times = Math.max(0, Math.floor(Math.min(more, net / weightOf[made]!) / makes));
        nets.set(classOf[made]!, net - times * makes * weightOf[made]!);
        return parts.map(({ materialIndex, count }) => ({ place, materialIndex, count: count * times }));
      }),
    );
  }

  /** There may yet be word of goods that came to lie there, some time after the look before, or that are missing there. */
  #noteOnGround({ classIndex, members }: ClassBalance, tick: number): void {
    for (const { place, since, more } of members.values())
      if (
        placeKind(place) === "ground" &&
        (more < 0 || since >= (this.#known.counts.at(place)?.first ?? Number.POSITIVE_INFINITY))
      )
        this.#unreported.add(place, classIndex, more, more < 0 ? tick : since + 1);
  }

  /** There may yet be word that goods which are missing in hands were dropped. Nobody knows where `left` of them are. */
  #noteMoves(balance: ClassBalance, group: TickGroup, left: number): void {
    const { classIndex, members } = balance;
    let lost = left;
    for (const { place, more } of members.values()) {
      if (more >= 0 || !isOwned(place)) continue;
      const unknown = Math.max(0, Math.min(lost, -more));
      lost -= unknown;
      this.#unreported.add(place, classIndex, -unknown, group.tick);
      this.#unreported.add(place, classIndex, more + unknown, group.tick, () => this.#takersOf(balance, group));
    }
  }

  /** Who answers for what came to these places may be asked some ticks later. */
  #takersOf(balance: ClassBalance, group: TickGroup): Taker[] {
    const takers = [...balance.members.values()].filter(({ more, isNew }) => more > 0 || isNew);
    return takers.map((taker) => {
      const { place, since, isNew, more } = taker;
      const origin = this.#origins.originOf(taker, balance.classIndex, group);
      return { ...origin, place, since, more: isNew ? NO_LIMIT : more };
    });
  }

  /** Goods that a window shows, and that were not put into it, are only a view of goods elsewhere. */
  #noteViews(balance: ClassBalance): void {
    const { watched, views } = this.#known;
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

  #findOrigins(balance: ClassBalance, group: TickGroup): void {
    for (const member of balance.members.values()) {
      if (member.isNew) Object.assign(member, { more: Math.min(0, member.more), late: Math.min(0, member.late) });
      Object.assign(member, this.#origins.originOf(member, balance.classIndex, group));
      if (!member.isNew && isContainer(member.place) && member.source > 0)
        this.#hidden.findInContainer(member, balance.classIndex, group.tick, isHandled(group, member.place));
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
      const { place, since, more, decrease, grown } = member;
      const source = isAllMoved ? 0 : member.source;
      if (!isContainer(place)) sum += Math.max(0, Math.min(more, source));
      else if (more + decrease > 0) {
        const fed = this.#known.selfFilling.fedOf(more + decrease, place, balance.classIndex, tick - since, grown);
        sum += Math.max(fed, Math.min(more + decrease, source));
      }
    }
    return sum;
  }

  /** The contents of handled containers that were never looked at before: they count as put there, as far as goods are missing. */
  #foundIn(group: TickGroup, classIndex: number): number {
    const { counts } = this.#known;
    const isFilled = ({ place, isNew }: PlaceChange) => isNew && isContainer(place) && isHandled(group, place);
    return group.changes.filter(isFilled).reduce((sum, { place }) => sum + counts.unitsAt(place, classIndex), 0);
  }

  #gained(balance: ClassBalance, group: TickGroup): void {
    const { open, counts, horizon, watched } = this.#known;
    const { classIndex } = balance;
    const members: Member[] = [];
    const links: Link[] = [];
    for (const member of balance.members.values()) {
      const { place, more, late, lateSince, vanished } = member;
      // Everything that explains it was seen after the look before the event.
      const since = lateSince < member.since ? horizon.at(lateSince) : member.since;
      const earlier = { ...member, since, grown: new Map() };
      const split = isOwned(place) ? Math.max(0, late) : 0;
      const isOnGround = placeKind(place) === "ground" && late !== 0;
      members.push({ ...member, more: more - split - vanished, since: isOnGround ? since : member.since });
      if (split > 0) {
        Object.assign(earlier, this.#origins.originOf(earlier, classIndex, group), { more: split });
        const to = members.push(earlier) - 1;
        links.push({ from: to - 1, to, most: NO_LIMIT });
        // What was dropped has not gone where it seemed to, and what came there instead may have been created by others.
        for (const { place: there, since: from, source, creators, more: most, gate } of member.takers) {
          const bystander = { ...newMember(there, from, false), source, creators: new Set(creators) };
          links.push({ from: members.push(bystander) - 1, to, most, gate });
        }
      }
      if (vanished > 0) members.push({ ...earlier, more: vanished, creators: new Set(), source: 0 });
    }
    for (const place of group.places) {
      if (balance.members.has(place)) continue;
      const { since = group.since, isNew = false } = group.changeAt(place) ?? {};
      const bare = newMember(place, since, isNew);
      members.push(Object.assign(bare, this.#origins.originOf(bare, classIndex, group)));
    }
    const nets = new Map<number, number>();
    for (const { differences } of group.changed)
      for (const [materialIndex, difference] of differences)
        nets.set(materialIndex, (nets.get(materialIndex) ?? 0) + difference);
    links.push(...linksBetween(members, group.acts, heaviestIn(group, classIndex, watched.classes)));
    const covered = horizon.at(Math.min(group.since, ...members.map(({ since }) => since)));
    const gain: Gain = { seen: group.tick, covered, classIndex, members, nets, actuals: new Map(), links };
    if (this.#blames.isMadeThere(gain)) return;
    for (const { place, since } of balance.members.values()) {
      const owner = ownerOfPlace(place);
      const opened = owner === undefined ? [] : open.openedBy(owner, since);
      // Nothing can be taken out of a container that was gone before, even if a player still has it open.
      for (const container of opened)
        if (counts.has(container) || group.places.includes(container)) addBystander(gain, container, place, open);
    }
    this.#waiting.add(gain);
  }
}

/** `told` is missing if it is certain that the goods were used up in this tick. */
type UsedUp = Omit<Consumed, "told"> & Partial<Pick<Consumed, "told">>;

function isHandled({ acts }: TickGroup, place: PlaceKey): boolean {
  return acts.some((act) => isAt(act, place));
}

function isMoved({ net, members }: ClassBalance): boolean {
  if (net !== 0) return false;
  for (const { isNew } of members.values()) if (isNew) return false;
  return true;
}
