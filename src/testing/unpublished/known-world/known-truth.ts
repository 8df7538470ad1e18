import type { FakeService } from "../fake-service.ts";
import type { KnownCopies } from "./known-copies.ts";
import { chunkOf, isGround, isPlayer, type Name, type Where } from "./known-places.ts";

/** Ticks within which every chest and every player is looked at, also if no event says so: the sweep begins anew once a second. */
const UNTIL_SEEN = 22;

/** Ticks for which an announcement holds. */
const ANNOUNCED_TICKS = 1200;

/**
 * What is true in a known world beside where everything is: whether anybody could know which of several copies is the item, and who has
 * touched a copy. It holds what staff were told against that.
 */
export class KnownTruth {
  /** In this tick. If the item leaves a place to which a copy comes, nobody can know which is which. */
  readonly #itemLeft = new Set<Where>();
  readonly #copyCame = new Set<Where>();
  /**
   * Where the item came to in this tick (an empty chest that goes dark without an event is not remembered: docs/detection.md), and where it
   * was when a copy was reported to come from there. If such a place goes dark, an event says so: else all is as if the item had moved.
   */
  readonly #mustBeSeen = new Set<Where>();
  /** When a copy last came to each place without an event. Between two looks it may take the place of the item: docs/detection.md. */
  readonly #silentAt = new Map<Where, number>();
  /** When each place was announced, and places where something appeared without an event: what does so at an announced place is excused. */
  readonly #announcedAt = new Map<Where, number>();
  readonly #appearedAt = new Set<Where>();
  #isExcused = false;
  #startedAt = 0;
  #ticks = 0;
  readonly #handlers = new Set<string>();
  #copiesMade = 0;
  readonly #told: string[] = [];
  readonly #accused: string[] = [];

  noteCopyMade(): void {
    this.#copiesMade++;
  }

  /** `by` is undefined for a machine. `isSilent`: nothing has the place looked at. */
  noteCopyCame(to: Where, by: Name | undefined, isSilent: boolean): void {
    this.#copyCame.add(to);
    if (by !== undefined) this.#handlers.add(by);
    if (!isSilent) return;
    this.#silentAt.set(to, this.#ticks);
    this.noteAppeared(to);
  }

  /** Somebody has asked a plugin for copies here. Those of whoever has an item appear here without an event, or not at all. */
  noteAnnounced(where: Where): void {
    this.#announcedAt.set(where, this.#ticks);
    // Where nobody has looked since a start, what was there before has not appeared only once the store has said so.
    const isUnseen = !isPlayer(where) && this.#ticks - this.#startedAt <= UNTIL_SEEN;
    this.#isExcused ||= isUnseen || this.#appearedAt.has(where);
  }

  /** No event says that something came here. */
  noteAppeared(where: Where): void {
    this.#appearedAt.add(where);
    this.#isExcused ||= this.#isAnnounced(where);
  }

  /** The chunk goes dark without an event: nobody has seen what came there in this tick. */
  noteDark(chunk: number): void {
    for (const where of this.#copyCame) if (chunkOf(where) === chunk) this.noteAppeared(where);
  }

  noteStart(): void {
    this.#startedAt = this.#ticks;
    this.#isExcused ||= [...this.#announcedAt.keys()].some((where) => !isPlayer(where) && this.#isAnnounced(where));
  }

  /** What had appeared may appear again. */
  noteCrash(): void {
    this.noteStart();
    this.#isExcused ||= [...this.#announcedAt.keys()].some((where) => this.#isAnnounced(where));
  }

  #isAnnounced(where: Where): boolean {
    return this.#ticks - (this.#announcedAt.get(where) ?? Number.NEGATIVE_INFINITY) <= ANNOUNCED_TICKS;
  }

  noteItemMoved(from: Where, to: Where): void {
    this.#itemLeft.add(from);
    this.#mustBeSeen.add(to);
  }

  noteReportedFrom(itemAt: Where): void {
    this.#mustBeSeen.add(itemAt);
  }

  hasItemJustLeft(where: Where): boolean {
    return this.#itemLeft.has(where);
  }

  /** True if nobody can know that what is taken out of the place is the item, and what is left there a copy. */
  mayBeSwapped(from: Where): boolean {
    const silentAt = isGround(from) ? undefined : this.#silentAt.get(from);
    return this.#copyCame.has(from) || (silentAt !== undefined && this.#ticks - silentAt <= UNTIL_SEEN);
  }

  /** True if an event must say so when this chunk goes dark. */
  mustBeSeen(chunk: number): boolean {
    return [...this.#mustBeSeen].some((where) => chunkOf(where) === chunk);
  }

  endTick(): void {
    this.#ticks++;
    this.beginTick();
  }

  beginTick(): void {
    this.#itemLeft.clear();
    this.#copyCame.clear();
    this.#mustBeSeen.clear();
  }

  /** Reads what staff were told, and who was banned. */
  listen({ outside, platform }: FakeService): void {
    this.#told.push(...outside.sent.splice(0).map(({ type }) => type));
    this.#accused.push(...platform.consoleCommands.splice(0).map((line) => line.replace("ban ", "")));
  }

  /** What is wrong: the owner was robbed, somebody was blamed, or nobody was told. */
  problem(copies: KnownCopies): string | undefined {
    if (copies.isItemGone) return "the item was taken, and a copy was left";
    if (copies.count > 1 && !this.#isExcused && !this.#told.includes("DUPLICATE_ITEM"))
      return "nobody was told of a copy";
    if (this.#copiesMade === 0 && this.#told.length > 0) return `told without a copy: ${this.#told}`;
    const innocent = this.#accused.find((name) => !this.#handlers.has(name));
    return innocent === undefined ? undefined : `${innocent} was blamed, and has not touched a copy`;
  }
}
