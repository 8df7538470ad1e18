import { type Action, blockPlace, groundPlace, type PlaceKey } from "../../core/index.ts";
import { FakeItem, type FakeStack, fakeStack } from "../fake-item.ts";
import { FakePlatform } from "../fake-platform.ts";
import { accountId, type FakePlayer } from "../fake-player.ts";
import { MemoryStore } from "../stores/memory-store.ts";
import { fakeId } from "./fake-id.ts";
import { type FakeService, startedService } from "./fake-service.ts";
import { HandClock } from "./hand-clock.ts";
import type { HandStore } from "./stores/hand-store.ts";
import { journaledStore } from "./stores/journaled-store.ts";
import { act, join, play, quit } from "./story.ts";

const SWORD = fakeId(7);
const NAMES = ["Olga", "Mal", "Eve"] as const;
const AT = [5, 105].map((x) => ({ world: "world", x, y: 64, z: 5 }));
const MAX_COPIES = 3;
/** Ticks within which every chest and every player is looked at, also if no event says so. */
const UNTIL_SEEN = 10;

/** By chunk: a player who is near can reach everything. */
const CHESTS = { A: 0, B: 0, C: 1 } as const;
const GROUNDS = { "ground 1": 0, "ground 2": 1 } as const;

type Name = (typeof NAMES)[number];
type Chest = keyof typeof CHESTS;
type Ground = keyof typeof GROUNDS;
export type Where = Name | Chest | Ground;

export const PLAYERS: readonly Name[] = NAMES;
export const CHEST_NAMES = Object.keys(CHESTS) as readonly Chest[];
export const THINGS: readonly (Chest | Ground)[] = ["A", "B", "C", "ground 1", "ground 2"];

/**
 * What happens to the one item of a known world and its copies. `which`: 0 is the item, the copies follow. Nothing happens if it cannot.
 * What a copy's move or beginning reports: nothing, an act of the player, a move, or a move that leads from the item. The item's own moves
 * are all reported: its custody is unbroken. `isLate`: the store does not answer until it is `well`.
 */
export type Step =
  | { readonly do: "play"; readonly ticks: number }
  | {
      readonly do: "copy";
      readonly by: Name;
      readonly to: Where;
      readonly told: "nothing" | "act" | "move" | "from item";
    }
  | { readonly do: "move"; readonly which: number; readonly by: Name; readonly to: Where; readonly isTold: boolean }
  | { readonly do: "machine"; readonly which: number; readonly to: Chest }
  | { readonly do: "destroy"; readonly which: number }
  | { readonly do: "break"; readonly by: Name; readonly chest: Chest }
  | { readonly do: "quit" | "join"; readonly who: Name }
  | { readonly do: "unload" | "load"; readonly chunk: number; readonly isTold: boolean }
  | { readonly do: "save" }
  | { readonly do: "store"; readonly mood: "hanging" | "failing" | "well" }
  | { readonly do: "restart"; readonly isAtOnce: boolean; readonly isLate?: boolean }
  | { readonly do: "crash"; readonly isSaved: boolean; readonly isLate?: boolean };

/** A small world in which it is known which of several copies is the item, and who has touched a copy. */
export class KnownWorld {
  readonly #clock = new HandClock();
  readonly #store = new MemoryStore({ clock: this.#clock });
  #hand!: HandStore;
  #hasFailed = false;
  #game!: FakeService;
  #lives = 0;
  #players: Partial<Record<Name, FakePlayer>> = {};
  /** What absent players have. */
  readonly #kept: Record<Name, FakePlayer["slots"]> = { Olga: [], Mal: [], Eve: [] };
  readonly #entities = new Map<FakeStack, string>();
  /** Where everything is that exists, the item first, and where it was when the world was saved. */
  #at = new Map<FakeStack, Where>();
  #saved: ReadonlyMap<FakeStack, Where> = new Map();
  #item: FakeStack = fakeStack("diamond_sword", { tag: SWORD });
  #savedItem = this.#item;
  readonly #dark = new Set<number>();
  /** In this tick. If the item leaves a place to which a copy comes, nobody can know which is which. */
  readonly #itemLeft = new Set<Where>();
  readonly #copyCame = new Set<Where>();
  /** When a copy last came to each place without an event. Between two looks it may take the place of the item: docs/detection.md. */
  readonly #silentAt = new Map<Where, number>();
  #ticks = 0;
  /**
   * Where the item came to in this tick (an empty chest that goes dark without an event is not remembered: docs/detection.md), and where it
   * was when a copy was reported to come from there. If such a place goes dark, an event says so: else all is as if the item had moved.
   */
  readonly #mustBeSeen = new Set<Where>();
  readonly #handlers = new Set<string>();
  #copiesMade = 0;
  #hasCrashed = false;
  readonly #told: string[] = [];
  readonly #accused: string[] = [];

  /** Plays the steps, then brings everything to light. Returns what is wrong: the owner was robbed, somebody was blamed, or nobody was told. */
  async play(start: Where, steps: readonly Step[]): Promise<string | undefined> {
    await this.#boot(new FakePlatform());
    for (const name of NAMES) this.#join(name);
    this.#put(this.#item, start);
    await this.#tick(60);
    this.#save();
    for (const step of steps) {
      await this.#play(step);
      if (this.#isRobbed) return "the item was taken, and a copy was left";
    }
    this.#hand.recover();
    await this.#tick(3);
    for (const name of steps.length % 2 === 0 ? NAMES : NAMES.toReversed()) {
      this.#join(name);
      await this.#tick(steps.length % 3 === 0 ? 0 : 20);
    }
    for (const chunk of [0, 1]) this.#load(chunk, true);
    await this.#tick(120);
    this.#listen();
    const problem = this.#problem();
    await this.#game.doubletake.stop();
    return problem;
  }

  #problem(): string | undefined {
    if (this.#isRobbed) return "the item was taken, and a copy was left";
    if (this.#at.size > 1 && !this.#told.includes("DUPLICATE_ITEM")) return "nobody was told of a copy";
    if (this.#copiesMade === 0 && this.#told.length > 0) return `told without a copy: ${this.#told}`;
    const innocent = this.#accused.find((name) => !this.#handlers.has(name));
    if (innocent !== undefined) return `${innocent} was blamed, and has not touched a copy`;
    return this.#hasFailed ? undefined : this.#game.log.lines.find((line) => line.startsWith("error"));
  }

  async #play(step: Step): Promise<void> {
    if (step.do === "play") await this.#tick(step.ticks);
    else if (step.do === "copy") this.#copy(step);
    else if (step.do === "move") this.#move(step);
    else if (step.do === "machine") this.#moveByMachine(step);
    else if (step.do === "destroy") this.#destroy(step.which);
    else if (step.do === "break") this.#break(step);
    else if (step.do === "quit") this.#quit(step.who);
    else if (step.do === "join") this.#join(step.who);
    else if (step.do === "unload") this.#unload(step.chunk, step.isTold);
    else if (step.do === "load") this.#load(step.chunk, step.isTold);
    else if (step.do === "save") this.#save();
    else if (step.do === "store") this.#setMood(step.mood);
    // What a crash has left in doubt is known until that process ends: docs/detection.md.
    else if (this.#hasCrashed) return;
    else if (step.do === "crash") await this.#crash(step.isSaved, step.isLate);
    else if (step.do === "restart") await this.#restart(step.isAtOnce, step.isLate);
  }

  #setMood(mood: "hanging" | "failing" | "well"): void {
    this.#hand.recover();
    if (mood === "hanging") this.#hand.hang();
    if (mood === "failing") this.#hand.fail("away");
    this.#hasFailed ||= mood === "failing";
  }

  #copy({ by, to, told }: Extract<Step, { do: "copy" }>): void {
    const player = this.#players[by];
    const isInReach = player !== undefined && this.#isVisible(to) && (this.#chunkOf(to) !== undefined || to === by);
    if (!isInReach || this.#at.size > MAX_COPIES || this.#itemLeft.has(to)) return;
    const stack = fakeStack("diamond_sword", { tag: SWORD });
    const itemAt = this.#at.get(this.#item)!;
    this.#put(stack, to);
    this.#copiesMade++;
    this.#copyCame.add(to);
    this.#handlers.add(by);
    const touched = [to, ...(told === "from item" && this.#isVisible(itemAt) ? [itemAt] : [])];
    if (told === "from item") this.#mustBeSeen.add(itemAt);
    // What a player did has the player looked at, and nothing else.
    if (told === "nothing" || (told === "act" && to !== by)) this.#silentAt.set(to, this.#ticks);
    if (told !== "nothing") this.#report(player, stack, told === "act" ? [] : touched);
  }

  #move({ which, by, to: thing, isTold }: Extract<Step, { do: "move" }>): void {
    const stack = [...this.#at.keys()][which];
    const player = this.#players[by];
    if (stack === undefined || player === undefined) return;
    const from = this.#at.get(stack)!;
    const to = this.#chunkOf(from) === undefined ? thing : by;
    const isPossible = this.#isVisible(from) && this.#isVisible(to) && to !== from && (from === by || to === by);
    const isItem = stack === this.#item;
    if (!isPossible || (isItem ? this.#mayBeSwapped(from) : this.#itemLeft.has(to))) return;
    if (isItem) {
      this.#itemLeft.add(from);
      this.#mustBeSeen.add(to);
    } else {
      this.#copyCame.add(to);
      this.#handlers.add(by);
      if (!isTold) this.#silentAt.set(to, this.#ticks);
    }
    this.#takeOut(stack);
    this.#put(stack, to);
    const thingMoved = to === by ? from : to;
    const action = !(thingMoved in GROUNDS) ? "CONTAINER_TRANSFER" : to === by ? "PICKUP" : "DROP";
    if (isItem || isTold) this.#report(player, stack, [thingMoved], action);
  }

  /** A machine moves a copy, and reports nothing. */
  #moveByMachine({ which, to }: Extract<Step, { do: "machine" }>): void {
    const stack = [...this.#at.keys()][which];
    const from = stack && this.#at.get(stack)!;
    if (stack === undefined || stack === this.#item || from === to || this.#itemLeft.has(to)) return;
    if (this.#chunkOf(from!) !== CHESTS[to] || !this.#isVisible(to)) return;
    this.#copyCame.add(to);
    this.#silentAt.set(to, this.#ticks);
    this.#takeOut(stack);
    this.#put(stack, to);
  }

  /** True if nobody can know that what is taken out of the place is the item, and what is left there a copy. */
  #mayBeSwapped(from: Where): boolean {
    const silentAt = from in GROUNDS ? undefined : this.#silentAt.get(from);
    return this.#copyCame.has(from) || (silentAt !== undefined && this.#ticks - silentAt <= UNTIL_SEEN);
  }

  #destroy(which: number): void {
    const stack = [...this.#at.keys()][which];
    if (stack === undefined || stack === this.#item || !this.#isVisible(this.#at.get(stack)!)) return;
    this.#takeOut(stack);
    this.#at.delete(stack);
  }

  /** What is in the chest falls to the ground, and somebody puts the chest there again. If the item falls with a copy, nobody can know which is which. */
  #break({ by, chest }: Extract<Step, { do: "break" }>): void {
    const player = this.#players[by];
    const inside = [...this.#at].filter(([, where]) => where === chest).map(([stack]) => stack);
    const hasItem = inside.includes(this.#item);
    const ground = (Object.keys(GROUNDS) as Ground[]).find((where) => GROUNDS[where] === CHESTS[chest])!;
    const isKnown = hasItem ? inside.length === 1 && !this.#mayBeSwapped(chest) : !this.#itemLeft.has(ground);
    if (player === undefined || inside.length === 0 || !isKnown || !this.#isVisible(chest)) return;
    const { doubletake } = this.#game;
    doubletake.report({ kind: "going-dark", place: this.#keyOf(chest), action: "BLOCK_BREAK", player });
    for (const stack of inside) {
      this.#takeOut(stack);
      this.#put(stack, ground);
    }
    doubletake.report({ kind: "sighting", place: this.#keyOf(ground), action: "BLOCK_BREAK" });
    if (hasItem) {
      this.#itemLeft.add(chest);
      this.#mustBeSeen.add(ground);
    } else {
      this.#copyCame.add(ground);
      this.#handlers.add(by);
    }
  }

  #report(player: FakePlayer, stack: FakeStack, touched: readonly Where[], action?: Action): void {
    const things = touched.filter((where) => where !== player.name).map((where) => this.#keyOf(where));
    act(this.#game, player, new FakeItem(stack), things, action);
  }

  #join(name: Name): void {
    this.#players[name] ??= join(this.#game, name, { at: AT[0]!, slots: this.#kept[name] });
  }

  #quit(name: Name): void {
    const player = this.#players[name];
    if (player === undefined) return;
    quit(this.#game, player);
    this.#kept[name] = player.slots;
    delete this.#players[name];
  }

  #placesIn(chunk: number): PlaceKey[] {
    return THINGS.filter((thing) => this.#chunkOf(thing) === chunk).map((thing) => this.#keyOf(thing));
  }

  #unload(chunk: number, isTold: boolean): void {
    if (this.#dark.has(chunk)) return;
    const { doubletake, platform } = this.#game;
    const places = this.#placesIn(chunk);
    const mustBeSeen = [...this.#mustBeSeen].some((where) => this.#chunkOf(where) === chunk);
    if (isTold || mustBeSeen)
      for (const place of places) doubletake.report({ kind: "going-dark", place, action: "SCAN" });
    for (const place of places) platform.darken(place);
    this.#dark.add(chunk);
  }

  #load(chunk: number, isTold: boolean): void {
    if (!this.#dark.delete(chunk)) return;
    const { doubletake, platform } = this.#game;
    const places = this.#placesIn(chunk);
    for (const place of places) platform.lighten(place);
    if (isTold) for (const place of places) doubletake.report({ kind: "sighting", place, action: "SCAN" });
  }

  async #restart(isAtOnce: boolean, isLate = false): Promise<void> {
    this.#hand.recover();
    for (const name of NAMES) this.#quit(name);
    if (!isAtOnce) await this.#tick(1);
    this.#save();
    await this.#game.doubletake.stop();
    this.#listen();
    await this.#boot(this.#game.platform, isLate);
  }

  /** The world is as it was saved, which may have been in this very tick. The store knows everything up to the last tick end. */
  async #crash(isSaved: boolean, isLate = false): Promise<void> {
    this.#hasCrashed = true;
    if (isSaved) this.#save();
    const wasAt = this.#at.get(this.#item)!;
    for (const stack of [...this.#at.keys()]) this.#takeOut(stack);
    for (const name of NAMES) this.#kept[name] = [];
    this.#players = {};
    this.#listen();
    const platform = new FakePlatform();
    for (const chunk of this.#dark) for (const place of this.#placesIn(chunk)) platform.darken(place);
    await this.#boot(platform, isLate);
    this.#at = new Map();
    for (const [stack, where] of this.#saved) {
      // It may have been taken since.
      stack.count = 1;
      this.#put(stack, where);
    }
    this.#item = this.#savedItem;
    // Nothing tells a copy from the item, if the crash has brought it back just where the item was by then.
    const there = this.#othersAt(wasAt)[0];
    if (there !== undefined && this.#at.get(this.#item) !== wasAt) this.#item = there;
    this.#itemLeft.clear();
    this.#copyCame.clear();
    this.#mustBeSeen.clear();
  }

  async #boot(platform: FakePlatform, isLate = false): Promise<void> {
    this.#hand = journaledStore(this.#store);
    if (isLate) this.#hand.hang();
    this.#game = await startedService({
      store: this.#hand.store,
      clock: this.#clock,
      platform,
      config: 'scan-interval: 10\non-proven: ["ban {player}"]',
      firstId: ++this.#lives * 0x1000,
    });
  }

  #save(): void {
    this.#saved = new Map(this.#at);
    this.#savedItem = this.#item;
  }

  async #tick(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) {
      await play(this.#game);
      this.#ticks++;
      this.#itemLeft.clear();
      this.#copyCame.clear();
      this.#mustBeSeen.clear();
      this.#noteTaken();
      if (this.#isRobbed) return;
    }
  }

  /** Side by side in one container, or among one player's own things, it makes no difference which one is taken. */
  #noteTaken(): void {
    for (const [stack, where] of this.#at) {
      if (this.#isThere(stack, where)) continue;
      const beside = this.#othersAt(where).find((other) => this.#isThere(other, where));
      if (stack === this.#item && beside !== undefined && !(where in GROUNDS)) this.#item = beside;
      this.#at.delete(stack);
    }
  }

  get #isRobbed(): boolean {
    return !this.#at.has(this.#item);
  }

  #othersAt(where: Where): readonly FakeStack[] {
    return [...this.#at].filter(([stack, at]) => at === where && stack !== this.#item).map(([stack]) => stack);
  }

  #isThere(stack: FakeStack, where: Where): boolean {
    const entity = this.#entities.get(stack);
    return entity === undefined ? this.#slotsOf(where).includes(stack) : this.#game.platform.isLying(entity);
  }

  #slotsOf(where: Where): (FakeStack | undefined)[] {
    return isPlayer(where)
      ? (this.#players[where]?.slots ?? this.#kept[where])
      : this.#game.platform.chest(this.#keyOf(where));
  }

  #put(stack: FakeStack, where: Where): void {
    this.#at.set(stack, where);
    if (where in GROUNDS) {
      this.#entities.set(stack, this.#game.platform.drop(stack, AT[this.#chunkOf(where)!]!));
      return;
    }
    const slots = this.#slotsOf(where);
    let slot = 0;
    while (slots[slot] !== undefined) slot++;
    slots[slot] = stack;
  }

  #takeOut(stack: FakeStack): void {
    const entity = this.#entities.get(stack);
    this.#entities.delete(stack);
    if (entity !== undefined) {
      this.#game.platform.pickUp(entity);
      return;
    }
    const slots = this.#slotsOf(this.#at.get(stack)!);
    slots[slots.indexOf(stack)] = undefined;
  }

  #isVisible(where: Where): boolean {
    return isPlayer(where) ? this.#players[where] !== undefined : !this.#dark.has(this.#chunkOf(where)!);
  }

  #chunkOf(where: Where): number | undefined {
    return isPlayer(where) ? undefined : { ...CHESTS, ...GROUNDS }[where];
  }

  #keyOf(where: Where): PlaceKey {
    if (isPlayer(where)) return `player:${accountId(where)}`;
    const at = AT[this.#chunkOf(where)!]!;
    return where in GROUNDS ? groundPlace(at) : blockPlace({ ...at, x: at.x + (where === "B" ? 2 : 0) });
  }

  #listen(): void {
    const { outside, platform } = this.#game;
    this.#told.push(...outside.sent.splice(0).map(({ type }) => type));
    this.#accused.push(...platform.consoleCommands.splice(0).map((line) => line.replace("ban ", "")));
  }
}

function isPlayer(where: Where): where is Name {
  return (NAMES as readonly string[]).includes(where);
}
