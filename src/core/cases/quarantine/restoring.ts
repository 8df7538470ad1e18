import type { ReportedActs } from "../../judging/reported-acts.ts";
import type { VisibleCopies } from "../../judging/visible-copies.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import type { Messages } from "../../messages/messages.ts";
import type { Log } from "../../model/log.ts";
import { materialName } from "../../model/material.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Item, Platform, Player } from "../../platform.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, QuarantineState, Store } from "../../store.ts";
import { LookBudget, visitContents } from "../../tagging/contents.ts";
import { isEligible, type NewId } from "../../tagging/item-tag.ts";
import { changedEntry } from "./quarantine-entry.ts";

/** There is never room for more than this: an inventory of 36 slots. */
const MOST_SLOTS = 36;

/** What a wish to restore came to. */
export interface RestoreOutcome {
  /** Items that are on their way: handed over now, or at the player's next join. */
  readonly returning: readonly QuarantinedItem[];
  /** Items of the case that had been given back before. */
  readonly alreadyReturned: number;
  /** Items that were taken from nobody in particular: staff must name who gets them. */
  readonly withoutHolder: number;
  /** Items of which a crash left open whether they are back in the world: their place must be looked at first. */
  readonly undecided: number;
}

/** Items in quarantine that were taken in a stretch of time, those included of which a look must still tell that they were. */
export interface HeldFilter {
  readonly sinceMs: number;
  /** Whom they were taken from. */
  readonly playerId?: string;
  /** In any spelling: `DIAMOND_SWORD`, `minecraft:diamond_sword`. */
  readonly material?: string;
}

export function isHeldSince(filter: HeldFilter): (entry: QuarantinedItem) => boolean {
  const material = filter.material === undefined ? undefined : materialName(filter.material);
  return ({ state, takenMs, takenFrom, material: taken }) =>
    (state === "held" || state === "taking") &&
    takenMs >= filter.sinceMs &&
    (filter.playerId === undefined || takenFrom.holderId === filter.playerId) &&
    (material === undefined || materialName(taken) === material);
}

interface RestoringParts {
  readonly platform: Platform;
  readonly reportedActs: ReportedActs;
  readonly presence: Presence;
  readonly visibleCopies: VisibleCopies;
  readonly recorder: Recorder;
  readonly writes: RetriedWrites;
  readonly messages: Messages;
  readonly log: Log;
  readonly newId: NewId;
  readonly onReturned: (item: QuarantinedItem) => void;
  /** Something was put into this player's hands. */
  readonly onGiven: (place: PlaceKey) => void;
  /** True while what the place shows may still be written over: nothing is put there. */
  readonly isProvisional: (place: PlaceKey) => boolean;
  /** True while it is not known whether the entry's item is back in the world. */
  readonly isUndecided: (item: QuarantinedItem) => boolean;
  /** True when it was found back there. */
  readonly isVoid: (item: QuarantinedItem) => boolean;
}

/**
 * Gives items back from quarantine, once, under fresh ids. The fresh id is on record before the item is handed over: after a
 * crash in between, whether that id exists in the world tells whether it was.
 */
export class Restoring {
  readonly #parts: RestoringParts;
  /** Waiting to be handed over at the next tick end, by the account they go to. */
  readonly #waiting = new Map<string, QuarantinedItem[]>();
  /** What this server has claimed, and gives at the next tick end: no other one does. */
  readonly #claimed: QuarantinedItem[] = [];
  /** Claims that the store has not decided yet, by entry. */
  readonly #claiming = new Map<number, Promise<void>>();
  /** Cases whose items are being sent: two at once would both find an item held, and both send it. */
  readonly #underWay = new Map<number, Promise<void>>();
  #isUnsettled = false;
  #store: Store | undefined;

  constructor(parts: RestoringParts) {
    this.#parts = parts;
  }

  /** Players may have joined before the store was there. */
  connect(store: Store): void {
    this.#store = store;
    for (const { id } of this.#parts.platform.players()) this.onJoin(id);
  }

  /** Sends the items of a case back to whom they were taken from, or to another player; one wish after another. */
  restore(
    caseNumber: number,
    toPlayerId: string | undefined,
    isWanted: (entry: QuarantinedItem) => boolean = () => true,
  ): Promise<RestoreOutcome> {
    const restored = (this.#underWay.get(caseNumber) ?? Promise.resolve()).then(() =>
      this.#restore(caseNumber, toPlayerId, isWanted),
    );
    const ended = restored.then(
      () => undefined,
      () => undefined,
    );
    this.#underWay.set(caseNumber, ended);
    void ended.then(() => {
      if (this.#underWay.get(caseNumber) === ended) this.#underWay.delete(caseNumber);
    });
    return restored;
  }

  async #restore(
    caseNumber: number,
    toPlayerId: string | undefined,
    isWanted: (entry: QuarantinedItem) => boolean,
  ): Promise<RestoreOutcome> {
    const store = this.#store!;
    const entries = (await store.quarantined({ caseNumber })).filter(isWanted);
    const returning: QuarantinedItem[] = [];
    const held = entries.filter(({ state }) => state === "held");
    const inDoubt = await this.#takersInDoubt(held, store);
    const decided = held.filter((entry) => !this.#parts.isUndecided(entry) && !inDoubt.has(entry.takenBy));
    const sendable = decided.filter(({ takenFrom }) => (toPlayerId ?? takenFrom.holderId) !== NIL_UUID);
    for (const entry of sendable) {
      const returnToId = toPlayerId ?? entry.takenFrom.holderId;
      const sent = changedEntry(entry, { state: "returning", returnToId, freshId: this.#parts.newId() });
      // Staff on another server may have been quicker.
      if (!(await store.changeQuarantined(sent, "held"))) continue;
      returning.push(sent);
      this.#wait(sent);
    }
    const before = entries.filter(({ state }) => state === "returning" || state === "returned").length;
    const taking = entries.filter(({ state }) => state === "taking").length;
    return {
      returning,
      alreadyReturned: before + sendable.length - returning.length,
      withoutHolder: decided.length - sendable.length,
      undecided: held.length - decided.length + taking,
    };
  }

  /** Items that a server took which then stopped without a word may be back in its world. */
  async #takersInDoubt(entries: readonly QuarantinedItem[], store: Store): Promise<ReadonlySet<string>> {
    if (entries.every(({ takenBy }) => takenBy === store.serverName)) return new Set();
    const crashed = (await store.servers()).filter(
      ({ isRunning, isStoppedCleanly, isRetired }) => !isRunning && !isStoppedCleanly && !isRetired,
    );
    return new Set(crashed.map(({ name }) => name));
  }

  /** A player joined: what waits for the account is handed over at a tick end after the first look at it. */
  onJoin(playerId: string): void {
    this.#store?.quarantined({ state: "returning", returnToId: playerId }).then(
      (entries) => {
        for (const entry of entries) this.#wait(entry);
      },
      (error: unknown) => this.#parts.log.warn(`What waits for ${playerId} cannot be read: ${error}`),
    );
  }

  /** Staff on another server may have ordered something for somebody who is here. */
  async readOrders(): Promise<void> {
    const here = new Set([...this.#parts.platform.players()].map(({ id }) => id));
    const entries = (await this.#store?.quarantined({ state: "returning" })) ?? [];
    for (const entry of entries) if (here.has(entry.returnToId)) this.#wait(entry);
  }

  /** Hands an entry that is on record as returning over, at the next tick end at which its player is here. */
  send(entry: QuarantinedItem): void {
    this.#wait(entry);
  }

  /** At a tick end, after the looks: what is this server's to give is given, and what its players wait for is claimed. */
  handOverDue(): void {
    if (this.#claimed.length > 0) this.#giveClaimed();
    if (this.#waiting.size === 0) return;
    for (const player of this.#parts.platform.players()) {
      const entries = this.#waiting.get(player.id);
      if (entries === undefined || this.#parts.isProvisional(player.place)) continue;
      const undecided = entries.filter((entry) => this.#parts.isUndecided(entry));
      if (undecided.length === 0) this.#waiting.delete(player.id);
      else this.#waiting.set(player.id, undecided);
      for (const entry of entries) {
        if (!undecided.includes(entry) && !this.#parts.isVoid(entry)) this.#claim(entry);
      }
    }
  }

  /** True when the store may have something on record as given by this server that was not: its next start must look. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /** What is claimed and was not given is anybody's again. Resolves when the store has that. */
  async release(): Promise<void> {
    await Promise.all(this.#claiming.values());
    await Promise.all(this.#claimed.splice(0).map((entry) => this.#unclaim(entry)));
  }

  /**
   * On record as returned by this server before it is handed over: of all servers on which the player may turn up, one gives it. If this
   * one dies in between, its next start misses the fresh id in its world, and gives the item then.
   */
  #claim(entry: QuarantinedItem): void {
    const { platform, log } = this.#parts;
    if (platform.decodeItem?.(entry.data) === undefined) {
      log.error(
        `Quarantine entry ${entry.number} cannot be given back: this game server does not understand its data.`,
      );
      return;
    }
    const store = this.#store!;
    const claimed = changedEntry(entry, { state: "returned", returnedBy: store.serverName });
    this.#claiming.set(
      entry.number,
      this.#change(claimed, "returning").then((isOurs) => {
        this.#claiming.delete(entry.number);
        if (isOurs) this.#claimed.push(claimed);
      }),
    );
  }

  async #unclaim(entry: QuarantinedItem): Promise<void> {
    await this.#change(changedEntry(entry, { state: "returning", returnedBy: "" }), "returned");
  }

  #change(entry: QuarantinedItem, from: QuarantineState): Promise<boolean> {
    const { writes, log } = this.#parts;
    const what = `Quarantine entry ${entry.number}`;
    const changed = writes.inOrder(`quarantine ${entry.number}`, what, () =>
      this.#store!.changeQuarantined(entry, from),
    );
    return changed.catch((error: unknown) => {
      log.error(`${what} could not be brought up to date: ${error instanceof Error ? error.message : error}`);
      this.#isUnsettled = true;
      return false;
    });
  }

  #giveClaimed(): void {
    const players = new Map([...this.#parts.platform.players()].map((player) => [player.id, player]));
    for (const entry of this.#claimed.splice(0)) {
      const player = players.get(entry.returnToId);
      const isReady = player !== undefined && !this.#parts.isProvisional(player.place);
      if (!isReady || this.#parts.isVoid(entry)) void this.#unclaim(entry);
      else this.#handOver(entry, player);
    }
  }

  #handOver(entry: QuarantinedItem, player: Player): void {
    const { platform, reportedActs, presence, visibleCopies, messages } = this.#parts;
    const values = { material: materialName(entry.material), case: entry.caseNumber };
    if (presence.has(entry.freshId)) {
      this.#parts.onReturned(entry);
      return;
    }
    const items = this.#oneByOne(platform.decodeItem!(entry.data)!);
    const ids = items.map((_, at) => (at === 0 ? entry.freshId : this.#parts.newId()));
    for (const [at, item] of items.entries()) {
      this.#renew(item, ids[at]!);
      reportedActs.minted(ids[at]!);
    }
    if (!this.#giveAll(items, player)) {
      player.send(messages.text("removal.waiting", values));
      void this.#unclaim(entry);
      return;
    }
    this.#parts.onGiven(player.place);
    visibleCopies.lookAgain(player.place);
    for (const [at, item] of items.entries()) this.#record(ids[at]!, item, player, "RESTORED");
    player.send(messages.text("removal.returned", values));
    this.#parts.onReturned(entry);
  }

  /** Several in a stack that holds one are each an item of its own: under one id they would be copies again. None when they are too many. */
  #oneByOne(stack: Item): readonly Item[] {
    const { count, maxStackSize } = stack;
    if (maxStackSize !== 1 || count <= 1) return [stack];
    if (count > MOST_SLOTS) return [];
    const data = stack.encode(1);
    return Array.from({ length: count }, () => this.#parts.platform.decodeItem!(data)!);
  }

  /** All of them or, without room for all, none. */
  #giveAll(items: readonly Item[], player: Player): boolean {
    const { platform } = this.#parts;
    const isRefused = (item: Item) => player.give?.(item) !== true;
    const refused = items.findIndex(isRefused);
    if (refused < 0) return items.length > 0;
    const given = new Set(items.slice(0, refused).map(({ stack }) => stack));
    const found: { readonly item: Item; readonly slot: string }[] = [];
    if (given.size > 0)
      platform.look(player.place, (item, slot) => {
        if (given.has(item.stack)) found.push({ item, slot });
      });
    for (const { item, slot } of found) platform.remove?.(player.place, slot, item, item.count);
    return false;
  }

  /** The item and everything inside it get fresh ids: the old ones belong to the copies that stayed. */
  #renew(item: Item, freshId: string): void {
    item.writeTag(freshId);
    visitContents(item, "", new LookBudget(), (inner) => {
      if (!isEligible(inner)) return false;
      const id = this.#parts.newId();
      inner.writeTag(id);
      this.#parts.reportedActs.minted(id);
      return true;
    });
  }

  #record(itemId: string, item: Item, player: Player, action: "RESTORED"): void {
    this.#parts.recorder.seen(itemId, player.id, item.material);
    this.#parts.recorder.transfer(itemId, player.id, action, player.location());
  }

  #wait(entry: QuarantinedItem): void {
    const entries = this.#waiting.get(entry.returnToId) ?? [];
    if (this.#claiming.has(entry.number) || entries.some(({ number }) => number === entry.number)) return;
    this.#waiting.set(entry.returnToId, [...entries, entry]);
  }
}
