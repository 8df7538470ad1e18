import { ownerOfPlace, type PlaceKey, placeKind, playerPlace } from "../../../src/core/index.ts";
import type { SimEvent } from "../../faults/sim-event.ts";
import { RollingHash } from "../../rolling-hash.ts";
import type { Goods, Material } from "../../world/material.ts";
import { kindOf, type Making, weightOf } from "../../world/recipes.ts";
import { goodsIn } from "../../world/stack.ts";
import type { Made } from "./created-by.ts";
import { Handlings } from "./handlings.ts";

/** How much later events and announcements may come. */
export const EARLY_TICKS = 20;

/** A hopper or dropper at each side of a container, each with one item a tick. */
export const FED_PER_TICK = 6;

/** Goods that came from nowhere. The gain belongs to the player who first had them, in hand or in a container that the player handled. */
export interface Growth {
  readonly tick: number;
  readonly kind: string;
  readonly playerId: string;
  readonly material: Material;
  readonly amount: number;
  /** False if nothing that was reported names the player: then nobody can know whose it is. */
  readonly isAttributable: boolean;
  /** The container that it was in first; absent if it was in somebody's hands. */
  readonly container?: PlaceKey;
  /** The place that it was in first. */
  readonly place: PlaceKey;
  /** A container that it was put into before anybody could look at it. */
  readonly passedInto?: PlaceKey;
  /** True if the player was in creative mode, where goods may come from nothing. */
  readonly isCreative?: boolean;
  /** True if it grew while the player was away: nobody can look at it until the player comes back. */
  readonly isAway?: boolean;
  /** When the place was last looked at before it grew. */
  readonly knownTick: number;
  /** When the player's hands were last looked at before it grew. */
  readonly handsKnownTick?: number;
  /** When the place was first looked at after it grew. */
  seenTick: number;
  /** True if some of it was dropped before anybody looked: only the word of the drop says that it was in these hands. */
  isDropped?: boolean;
}

/** Goods that left without being seen. */
export interface Loss {
  readonly tick: number;
  /** In units of the lightest material of its kind. */
  readonly units: number;
  readonly places: readonly PlaceKey[];
  /** When the places were last looked at before it left. */
  readonly knownTick: number;
  /** The only players who may have it. Absent: anybody may. */
  readonly near?: ReadonlySet<string>;
  /** Absent if it has certainly left. Else it may turn out later in the same tick that nobody can know. */
  readonly isInDoubt?: () => boolean;
}

/** Something feeds a container, from the first time until the container goes dark. */
interface FedSpan {
  readonly material: Material;
  readonly from: number;
  to: number | undefined;
}

/** The truth about goods. */
export class GoodsTruth {
  readonly #time: { readonly tick: number };
  /** How often all players are looked at. */
  readonly scanTicks: number;
  readonly #hash = new RollingHash();
  readonly growths: Growth[] = [];
  /** When the server crashed and came back without its last minutes. */
  readonly crashes: number[] = [];
  /** When the server stopped in order. Everything was looked at just before. */
  readonly stops: number[] = [];
  readonly makings: Made[] = [];
  /** When goods appeared at each player on purpose: gifts, kits, creative mode, another session of the same account. */
  readonly #onPurpose = new Map<string, number[]>();
  readonly handlings = new Handlings();
  readonly #lookedAt = new Map<PlaceKey, number>();
  readonly #unseenGrowths = new Map<PlaceKey, Growth[]>();
  readonly #losses = new Map<Material, Loss[]>();
  readonly #fed = new Map<PlaceKey, FedSpan[]>();
  /** The ticks in which something came into each container. */
  readonly #fedTicks = new Map<PlaceKey, Set<number>>();
  /** When more came to a container, without a word, than can have come by itself. */
  readonly #filledAt = new Map<PlaceKey, { readonly kind: Material; readonly tick: number }[]>();
  readonly #used: {
    readonly tick: number;
    readonly place: PlaceKey;
    readonly material: Material;
    readonly count: number;
  }[] = [];
  readonly #unseenComings = new Map<string, number[]>();

  constructor(time: { readonly tick: number }, scanTicks: number) {
    this.#time = time;
    this.scanTicks = scanTicks;
  }

  get tick(): number {
    return this.#time.tick;
  }

  get hash(): string {
    return this.#hash.digest();
  }

  /** An event was emitted. If it does not arrive in time, the goods that it moved left their place unseen. */
  heard(event: SimEvent, isInTime: boolean): void {
    const { kind, action, session, slots, touched = [] } = event;
    const playerId = session?.account.id;
    if (playerId !== undefined && action === "CONTAINER_OPEN")
      this.handlings.opened({ tick: this.tick, place: slots!.place, playerId });
    // Events about dropping and picking up say how many, so nobody mistakes them for what others do there.
    if (playerId !== undefined && kind === "interaction")
      for (const { place } of touched) if (placeKind(place) !== "ground") this.handled(place, playerId);
    if (isInTime) {
      this.#movedInCreative(event);
      return;
    }
    if (playerId !== undefined && slots === session!.slots && (action === "JOIN" || action === "QUIT"))
      this.cameOrWentUnseen(playerId);
    const places = kind === "item-ended" && session ? [session.slots] : [session?.slots, slots, ...touched];
    const keys = places.flatMap((place) => (place === undefined ? [] : [place.place]));
    for (const [material, count] of movedBy(event)) this.lostUnseen(material, count, keys);
  }

  /** The event arrives, in its own tick or later. */
  delivered({ action, session, slots }: SimEvent): void {
    if (session !== undefined && action === "CONTAINER_OPEN")
      this.handlings.heardOpening({ tick: this.tick, place: slots!.place, playerId: session.account.id });
  }

  grew(parts: Omit<Growth, "tick" | "knownTick" | "handsKnownTick" | "seenTick">): void {
    if (parts.amount <= 0) return;
    const knownTick = this.#lookedAt.get(parts.place) ?? 0;
    const handsKnownTick = this.#lookedAt.get(playerPlace(parts.playerId)) ?? knownTick;
    const growth = { ...parts, tick: this.tick, knownTick, handsKnownTick, seenTick: Number.POSITIVE_INFINITY };
    this.growths.push(growth);
    this.#hash.number(growth.tick);
    this.#hash.text(growth.kind + growth.playerId);
    this.#hash.number(growth.amount);
    this.#unseenGrowths.set(growth.place, [...(this.#unseenGrowths.get(growth.place) ?? []), growth]);
  }

  /** Goods were dropped. */
  dropped(hands: PlaceKey, material: Material): void {
    for (const growth of this.#unseenGrowths.get(hands) ?? [])
      if (kindOf(growth.material) === kindOf(material)) growth.isDropped = true;
  }

  /** The detector looks at a place. */
  looked(place: PlaceKey): void {
    this.#lookedAt.set(place, this.tick);
    for (const growth of this.#unseenGrowths.get(place) ?? []) growth.seenTick = this.tick;
    this.#unseenGrowths.delete(place);
  }

  /**
   * Goods left one of these places and no event said so in time. A player who gained as much at about that time may have got
   * these: no observer can tell.
   */
  lostUnseen(material: Material, count: number, places: readonly PlaceKey[], isInDoubt?: () => boolean): void {
    const kind = kindOf(material);
    const losses = this.#losses.get(kind) ?? [];
    const knownTick = Math.min(...places.map((place) => this.#lookedAt.get(place) ?? this.tick - 1));
    const loss = { tick: this.tick, units: count * weightOf(material), places, knownTick };
    losses.push({ ...loss, ...(isInDoubt && { isInDoubt }) });
    this.#losses.set(kind, losses);
  }

  /**
   * Something falls onto a ground with these goods on it. Nobody can tell it from what was there before: since the last look, a player who
   * is near may have picked up as much without a report.
   */
  fell(ground: PlaceKey, lying: Goods, near: ReadonlySet<string>): void {
    const knownTick = this.#lookedAt.get(ground) ?? this.tick - 1;
    if (knownTick >= this.tick - 1) return;
    for (const [material, count] of lying) {
      const losses = this.#losses.get(kindOf(material)) ?? [];
      losses.push({ tick: this.tick, units: count * weightOf(material), places: [ground], knownTick, near });
      this.#losses.set(kindOf(material), losses);
    }
  }

  made(playerId: string, making: Making, times: number): void {
    this.makings.push({ tick: this.tick, playerId, making, times });
  }

  /** Goods appear at a player on purpose. */
  appearedOnPurpose(playerId: string): void {
    const ticks = this.#onPurpose.get(playerId) ?? [];
    ticks.push(this.tick);
    this.#onPurpose.set(playerId, ticks);
  }

  /** True if the player's gain may have appeared on purpose, in the hands first: no observer can tell. */
  isOnPurpose({ playerId, knownTick, handsKnownTick = knownTick, seenTick }: Growth): boolean {
    const since = Math.min(knownTick, handsKnownTick);
    const isThen = (tick: number) => tick > since - EARLY_TICKS && tick <= seenTick + EARLY_TICKS;
    return this.#onPurpose.get(playerId)?.some(isThen) === true;
  }

  /** Goods were used up. The event about it may come late or twice, and leads to no look. */
  usedUp(place: PlaceKey, material: Material, count: number): void {
    this.#used.push({ tick: this.tick, place, material, count });
  }

  /** How much of a growth was hidden because goods were used up there between the same two looks. */
  usedBeside({ place, material, knownTick, seenTick }: Growth): number {
    let sum = 0;
    for (const used of this.#used) {
      const isBetween = used.tick > knownTick && used.tick <= seenTick;
      if (isBetween && used.place === place && used.material === material) sum += used.count;
    }
    return sum;
  }

  /** A player handled something at a place. */
  handled(place: PlaceKey, playerId: string): void {
    const unseenTicks = this.#ticksSinceLook(place);
    this.handlings.add({ tick: this.tick, place, playerId, ...(unseenTicks > 1 && { unseenTicks }) });
  }

  /**
   * Goods were put from the hands into a container, and there was word of it. If something feeds it with such goods, that may be what has
   * come there, and the goods that left the hands may be elsewhere.
   */
  putInto(container: PlaceKey, hands: PlaceKey, moved: Goods): void {
    for (const [material, count] of moved) {
      const units = this.fedWith(container, kindOf(material), this.tick, this.tick) * FED_PER_TICK;
      const most = Math.floor((units * this.#ticksSinceLook(container)) / weightOf(material));
      if (most > 0) this.lostUnseen(material, Math.min(count, most), [hands, container]);
    }
  }

  /**
   * Somebody in creative mode took something out of a container, or put it in, and there was word of it. If goods were made in these hands
   * since they were looked at, or came into the container by themselves, it does not add up: what was moved may be elsewhere, and as much
   * made on the spot.
   */
  #movedInCreative(event: SimEvent): void {
    const { kind, session, touched = [] } = event;
    const containers = touched.flatMap(({ place }) => (placeKind(place) === "ground" ? [] : [place]));
    if (kind !== "interaction" || session?.account.isCreative !== true || containers.length === 0) return;
    const { tick } = this;
    const hands = session.slots.place;
    const since = this.#lookedAt.get(hands) ?? tick - 1;
    const playerId = session.account.id;
    const isInDoubt = () =>
      this.#onPurpose.get(playerId)?.some((made) => made > since && made <= tick) === true ||
      containers.some((place) => this.#fedTicks.get(place)?.has(tick));
    for (const [material, count] of movedBy(event)) this.lostUnseen(material, count, [hands, ...containers], isInDoubt);
  }

  #ticksSinceLook(place: PlaceKey): number {
    return Math.max(1, this.tick - (this.#lookedAt.get(place) ?? this.tick));
  }

  /** Something came into a container, and no event says who put it there. */
  fed(place: PlaceKey, material: Material, count = 1): void {
    if (count > FED_PER_TICK * this.#ticksSinceLook(place))
      this.#filledAt.set(place, [...(this.#filledAt.get(place) ?? []), { kind: kindOf(material), tick: this.tick }]);
    this.#fedTicks.set(place, (this.#fedTicks.get(place) ?? new Set()).add(this.tick));
    const spans = this.#fed.get(place) ?? [];
    if (!spans.some((span) => span.material === material && span.to === undefined))
      spans.push({ material, from: this.tick, to: undefined });
    this.#fed.set(place, spans);
  }

  /** A container went dark. When it comes back, nobody knows what feeds it. */
  wentDark(place: PlaceKey): void {
    for (const span of this.#fed.get(place) ?? []) span.to ??= this.tick;
  }

  /**
   * The weight of the heaviest goods of a kind that a container was fed with at a tick, or later while its growth was still looked for,
   * in units of the lightest material; 0 if it was not fed. Nobody can tell growth there, or what is made of it, from what feeds it.
   */
  fedWith(place: PlaceKey, kind: Material, at: number, lookedForUntil: number): number {
    const isThen = ({ from, to = Number.POSITIVE_INFINITY }: FedSpan) => from <= lookedForUntil && at <= to;
    const spans = this.#fed.get(place)?.filter((span) => kindOf(span.material) === kind && isThen(span)) ?? [];
    return Math.max(0, ...spans.map(({ material }) => weightOf(material)));
  }

  /** True if somebody put such goods into a container between these ticks, nobody knows who. There may have been more of them. */
  wasFilled(place: PlaceKey, kind: Material, after: number, upTo: number): boolean {
    const filled = this.#filledAt.get(place) ?? [];
    return filled.some((one) => one.kind === kind && one.tick > after && one.tick <= upTo);
  }

  /** A player joined or left, and no event said so in time. */
  cameOrWentUnseen(playerId: string): void {
    const ticks = this.#unseenComings.get(playerId) ?? [];
    ticks.push(this.tick);
    this.#unseenComings.set(playerId, ticks);
  }

  /** True if the server went down before anybody could tell what grew. A clean stop counts only while events about it may still come. */
  hasStopped({ tick: from, seenTick }: Growth, to: number): boolean {
    const isBetween = (tick: number) => tick >= from && tick <= to;
    return this.crashes.some(isBetween) || this.stops.some((tick) => isBetween(tick) && tick <= seenTick + EARLY_TICKS);
  }

  /** True if what a player held was out of sight for a moment between these ticks. */
  hasComeOrGoneUnseen(playerId: string, from: number, to: number): boolean {
    return this.#unseenComings.get(playerId)?.some((tick) => tick >= from && tick <= to) === true;
  }

  /**
   * Goods that left unseen between these ticks, both included, and may be this growth. Goods that were still known to be elsewhere
   * when the growth was seen are not, unless they left the very same place.
   */
  unseenBetween(kind: Material, from: number, to: number, growth: Growth): Loss[] {
    return (this.#losses.get(kind) ?? []).filter(({ tick, places, knownTick, near, isInDoubt }) => {
      if (tick < from || tick > to || near?.has(growth.playerId) === false || isInDoubt?.() === false) return false;
      return knownTick < growth.seenTick + EARLY_TICKS || places.some((place) => isOf(place, growth));
    });
  }
}

function movedBy({ kind, stack, slots, touched, count, moved }: SimEvent): Goods {
  if (moved !== undefined) return moved;
  if (kind === "going-dark") return slots!.stacks().flatMap((held) => goodsIn(held));
  return kind === "interaction" && touched !== undefined && touched.length > 0 ? goodsIn(stack!, count) : [];
}

function isOf(place: PlaceKey, growth: Growth): boolean {
  return place === growth.place || ownerOfPlace(place) === growth.playerId;
}
