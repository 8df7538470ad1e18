import type { Action } from "../../core/index.ts";
import { FakeItem, type FakeStack } from "../fake-item.ts";
import { FakePlatform } from "../fake-platform.ts";
import type { FakePlayer } from "../fake-player.ts";
import { KnownCopies } from "./known-world/known-copies.ts";
import { KnownGame } from "./known-world/known-game.ts";
import {
  CHUNKS,
  type Chest,
  chunkOf,
  groundUnder,
  isGround,
  keyOf,
  type Name,
  PLAYERS,
  type Where,
} from "./known-world/known-places.ts";
import { KnownTruth } from "./known-world/known-truth.ts";
import type { Mood } from "./known-world/moody-store.ts";
import { act, play } from "./story.ts";

export { CHEST_NAMES, PLAYERS, THINGS, type Where } from "./known-world/known-places.ts";

const MAX_COPIES = 3;

/**
 * What happens to the one item of a known world and its copies. `which`: 0 is the item, the copies follow. Nothing happens if it cannot.
 * What a copy's move or beginning reports: nothing, an act of the player, a move, or a move that leads from the item. The item's own moves
 * are all reported: its custody is unbroken. `announce`: somebody asks a plugin for a kit, which has no copies in it. `isLate`: the store does not answer until it is `well`.
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
  | { readonly do: "announce"; readonly where: Where }
  | { readonly do: "save" }
  | { readonly do: "store"; readonly mood: Mood }
  | { readonly do: "restart"; readonly isAtOnce: boolean; readonly isLate?: boolean }
  | { readonly do: "crash"; readonly isSaved: boolean; readonly isLate?: boolean };

/** A small world in which it is known which of several copies is the item, and who has touched a copy. */
export class KnownWorld {
  readonly #game = new KnownGame();
  readonly #copies = new KnownCopies(this.#game);
  readonly #truth = new KnownTruth();

  /** Plays the steps, then brings everything to light. Returns what is wrong: the owner was robbed, somebody was blamed, or nobody was told. */
  async play(start: Where, steps: readonly Step[]): Promise<string | undefined> {
    await this.#game.start(new FakePlatform());
    for (const name of PLAYERS) this.#game.join(name);
    this.#copies.addItem(start);
    await this.#tick(60);
    this.#copies.save();
    for (const step of steps) {
      await this.#play(step);
      if (this.#copies.isItemGone) return this.#truth.problem(this.#copies);
    }
    await this.#bringToLight(steps.length);
    const problem = this.#problem();
    await this.#game.service.doubletake.stop();
    return problem;
  }

  /** In an order that depends on how many steps there were. */
  async #bringToLight(steps: number): Promise<void> {
    this.#game.store.setMood("well");
    await this.#tick(3);
    for (const name of steps % 2 === 0 ? PLAYERS : PLAYERS.toReversed()) {
      this.#game.join(name);
      await this.#tick(steps % 3 === 0 ? 0 : 20);
    }
    for (const chunk of CHUNKS) this.#game.load(chunk, true);
    await this.#tick(120);
    this.#truth.listen(this.#game.service);
  }

  #problem(): string | undefined {
    const problem = this.#truth.problem(this.#copies);
    if (problem !== undefined || this.#game.store.hasFailed) return problem;
    return this.#game.service.log.lines.find((line) => line.startsWith("error"));
  }

  async #play(step: Step): Promise<void> {
    if (step.do === "play") await this.#tick(step.ticks);
    else if (step.do === "copy") this.#copy(step);
    else if (step.do === "move") this.#move(step);
    else if (step.do === "machine") this.#moveByMachine(step);
    else if (step.do === "destroy") this.#destroy(step.which);
    else if (step.do === "break") this.#break(step);
    else if (step.do === "quit") this.#game.quit(step.who);
    else if (step.do === "join") this.#game.join(step.who);
    else if (step.do === "unload") this.#unload(step);
    else if (step.do === "load") this.#game.load(step.chunk, step.isTold);
    else if (step.do === "announce") this.#announce(step.where);
    else if (step.do === "save") this.#copies.save();
    else if (step.do === "store") this.#game.store.setMood(step.mood);
    else if (step.do === "crash") await this.#crash(step.isSaved, step.isLate);
    else if (step.do === "restart") await this.#restart(step.isAtOnce, step.isLate);
  }

  #copy({ by, to, told }: Extract<Step, { do: "copy" }>): void {
    const player = this.#game.player(by);
    const isInReach = player !== undefined && this.#game.isVisible(to) && (chunkOf(to) !== undefined || to === by);
    if (!isInReach || this.#copies.count > MAX_COPIES || this.#truth.hasItemJustLeft(to)) return;
    const itemAt = this.#copies.whereIs(this.#copies.item);
    const stack = this.#copies.addCopy(to);
    this.#truth.noteCopyMade();
    // What a player did has the player looked at, and nothing else.
    this.#truth.noteCopyCame(to, by, told === "nothing" || (told === "act" && to !== by));
    if (told === "from item") this.#truth.noteReportedFrom(itemAt);
    const touched = [to, ...(told === "from item" && this.#game.isVisible(itemAt) ? [itemAt] : [])];
    // Without another place, an event does not say that it came here.
    if (touched.every((where) => where === by)) this.#truth.noteAppeared(to);
    if (told !== "nothing") this.#report(player, stack, told === "act" ? [] : touched);
  }

  #move({ which, by, to: thing, isTold }: Extract<Step, { do: "move" }>): void {
    const stack = this.#copies.nth(which);
    const player = this.#game.player(by);
    if (stack === undefined || player === undefined) return;
    const from = this.#copies.whereIs(stack);
    const to = chunkOf(from) === undefined ? thing : by;
    const isInSight = this.#game.isVisible(from) && this.#game.isVisible(to);
    const isPossible = isInSight && to !== from && (from === by || to === by);
    const isItem = stack === this.#copies.item;
    if (!isPossible || (isItem ? this.#truth.mayBeSwapped(from) : this.#truth.hasItemJustLeft(to))) return;
    if (isItem) this.#truth.noteItemMoved(from, to);
    else this.#truth.noteCopyCame(to, by, !isTold);
    this.#copies.move(stack, to);
    const thingMoved = to === by ? from : to;
    const action = !isGround(thingMoved) ? "CONTAINER_TRANSFER" : to === by ? "PICKUP" : "DROP";
    if (isItem || isTold) this.#report(player, stack, [thingMoved], action);
  }

  /** A machine moves a copy, and reports nothing. */
  #moveByMachine({ which, to }: Extract<Step, { do: "machine" }>): void {
    const stack = this.#copies.nth(which);
    if (stack === undefined || stack === this.#copies.item || this.#truth.hasItemJustLeft(to)) return;
    const from = this.#copies.whereIs(stack);
    if (from === to || chunkOf(from) !== chunkOf(to) || !this.#game.isVisible(to)) return;
    this.#truth.noteCopyCame(to, undefined, true);
    this.#copies.move(stack, to);
  }

  #destroy(which: number): void {
    const stack = this.#copies.nth(which);
    if (stack === undefined || stack === this.#copies.item) return;
    if (this.#game.isVisible(this.#copies.whereIs(stack))) this.#copies.destroy(stack);
  }

  /** What is in the chest falls to the ground, and somebody puts the chest there again. If the item falls with a copy, nobody can know which is which. */
  #break({ by, chest }: Extract<Step, { do: "break" }>): void {
    const player = this.#game.player(by);
    const inside = this.#copies.allAt(chest);
    const hasItem = inside.includes(this.#copies.item);
    const ground = groundUnder(chest);
    const isItemKnown = hasItem
      ? inside.length === 1 && !this.#truth.mayBeSwapped(chest)
      : !this.#truth.hasItemJustLeft(ground);
    if (player === undefined || inside.length === 0 || !isItemKnown || !this.#game.isVisible(chest)) return;
    const { doubletake } = this.#game.service;
    doubletake.report({ kind: "going-dark", place: keyOf(chest), action: "BLOCK_BREAK", player });
    for (const stack of inside) this.#copies.move(stack, ground);
    doubletake.report({ kind: "sighting", place: keyOf(ground), action: "BLOCK_BREAK" });
    this.#truth.noteAppeared(ground);
    if (hasItem) this.#truth.noteItemMoved(chest, ground);
    else this.#truth.noteCopyCame(ground, by, false);
  }

  #unload({ chunk, isTold }: Extract<Step, { do: "unload" | "load" }>): void {
    const isSeen = isTold || this.#truth.mustBeSeen(chunk);
    if (!isSeen) this.#truth.noteDark(chunk);
    this.#game.unload(chunk, isSeen);
  }

  /** Nobody asks who is away. */
  #announce(where: Where): void {
    if (chunkOf(where) === undefined && !this.#game.isVisible(where)) return;
    this.#truth.noteAnnounced(where);
    this.#game.service.doubletake.api.announce({ cause: "kit", places: [keyOf(where)] });
  }

  #report(player: FakePlayer, stack: FakeStack, touched: readonly Where[], action?: Action): void {
    const things = touched.filter((where) => where !== player.name).map((where) => keyOf(where));
    act(this.#game.service, player, new FakeItem(stack), things, action);
  }

  async #restart(isAtOnce: boolean, isStoreLate = false): Promise<void> {
    this.#game.store.setMood("well");
    for (const name of PLAYERS) this.#game.quit(name);
    if (!isAtOnce) await this.#tick(1);
    this.#copies.save();
    const { doubletake, platform } = this.#game.service;
    await doubletake.stop();
    this.#truth.listen(this.#game.service);
    await this.#game.start(platform, isStoreLate);
    this.#truth.noteStart();
  }

  /** The world is as it was saved, which may have been in this very tick. The store knows everything up to the last tick end. */
  async #crash(isSaved: boolean, isStoreLate = false): Promise<void> {
    if (isSaved) this.#copies.save();
    const itemWasAt = this.#copies.whereIs(this.#copies.item);
    this.#copies.takeAllOut();
    this.#truth.listen(this.#game.service);
    await this.#game.startAfterCrash(isStoreLate);
    this.#copies.restoreSaved(itemWasAt);
    this.#truth.noteCrash();
    this.#truth.beginTick();
  }

  async #tick(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) {
      await play(this.#game.service);
      this.#truth.endTick();
      this.#copies.forgetTaken();
      if (this.#copies.isItemGone) return;
    }
  }
}
