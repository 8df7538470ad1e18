import type { Presence } from "../../looking/presence/presence.ts";
import type { Messages } from "../../messages/messages.ts";
import type { Log } from "../../model/log.ts";
import { materialName } from "../../model/material.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, QuarantineState, Store } from "../../store.ts";
import type { NewId } from "../../tagging/item-tag.ts";
import { PlayerHands, type PlayerHandsParts } from "./player-hands.ts";
import { changedEntry, changeEntry, returningEntry } from "./quarantine-entry.ts";

/** The outcome of a wish to restore. */
export interface RestoreOutcome {
  /** Items that are on their way: handed over now, or at the player's next join. */
  readonly returning: readonly QuarantinedItem[];
  /** Items of the case that had been given back before. */
  readonly alreadyReturned: number;
  /** Items without a known holder: staff must name who gets them. */
  readonly withoutHolder: number;
  /** Items that may be back in the world after a crash: their place must be looked at first. */
  readonly undecided: number;
}

/** Items in quarantine that were taken since a point in time. Includes items that a look must still confirm as taken. */
export interface HeldFilter {
  readonly sinceMs: number;
  /** The player they were taken from. */
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

interface RestoringParts extends PlayerHandsParts {
  readonly presence: Presence;
  readonly newId: NewId;
  readonly writes: RetriedWrites;
  readonly messages: Messages;
  readonly log: Log;
  readonly onReturned: (item: QuarantinedItem) => void;
  /** True while the contents of the place may still be overwritten: nothing is put there. */
  readonly isProvisional: (place: PlaceKey) => boolean;
  /** True while it is not known whether the entry's item is back in the world. */
  readonly isUndecided: (item: QuarantinedItem) => boolean;
  /** True if the entry's item was found back in the world. */
  readonly isVoid: (item: QuarantinedItem) => boolean;
}

/**
 * Gives items back from quarantine, once, under fresh ids. The fresh id is on record before the item is handed over. After a crash in
 * between, the item was handed over if that id exists in the world.
 */
export class Restoring {
  readonly #parts: RestoringParts;
  readonly #hands: PlayerHands;
  /** Entries to be handed over at the next tick end, by the account that gets them. */
  readonly #waiting = new Map<string, QuarantinedItem[]>();
  /** Entries that this server has claimed and gives at the next tick end. No other server gives them. */
  readonly #claimed: QuarantinedItem[] = [];
  /** Claims that the store has not decided yet, by entry. */
  readonly #claiming = new Map<number, Promise<void>>();
  /** Cases whose items are being sent. Two calls at once would both find an item held, and both send it. */
  readonly #underWay = new Map<number, Promise<void>>();
  #isUnsettled = false;
  #store: Store | undefined;

  constructor(parts: RestoringParts) {
    this.#parts = parts;
    this.#hands = new PlayerHands(parts);
  }

  /** Players may have joined before the store was there. */
  connect(store: Store): void {
    this.#store = store;
    for (const { id } of this.#parts.platform.players()) this.onJoin(id);
  }

  /**
   * Sends the items of a case back to the players they were taken from, or to another player. Wishes for one case run one after another.
   */
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
      // If it was given back once, and lost in a crash, it keeps its fresh id: should it be there after all, there are two of that id.
      const sent = returningEntry(entry, entry.freshId || this.#parts.newId(), toPlayerId);
      // Staff on another server may have been quicker.
      if (!(await store.changeQuarantined(sent, "held"))) continue;
      returning.push(sent);
      this.#keepWaiting(sent);
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

  /** Names of servers that stopped uncleanly: items that they took may be back in their worlds. */
  async #takersInDoubt(entries: readonly QuarantinedItem[], store: Store): Promise<ReadonlySet<string>> {
    if (entries.every(({ takenBy }) => takenBy === store.serverName)) return new Set();
    const crashed = (await store.servers()).filter(
      ({ isRunning, isStoppedCleanly, isRetired }) => !isRunning && !isStoppedCleanly && !isRetired,
    );
    return new Set(crashed.map(({ name }) => name));
  }

  /** A player joined: what waits for the account is handed over at a tick end, after the first look at the player. */
  onJoin(playerId: string): void {
    this.#store?.quarantined({ state: "returning", returnToId: playerId }).then(
      (entries) => {
        for (const entry of entries) this.#keepWaiting(entry);
      },
      (error: unknown) => this.#parts.log.warn(`What waits for ${playerId} cannot be read: ${error}`),
    );
  }

  /** Reads what staff on other servers ordered for players who are here. */
  async readOrders(): Promise<void> {
    const here = new Set([...this.#parts.platform.players()].map(({ id }) => id));
    const entries = (await this.#store?.quarantined({ state: "returning" })) ?? [];
    for (const entry of entries) if (here.has(entry.returnToId)) this.#keepWaiting(entry);
  }

  /** Hands over an entry that is on record as returning, at the next tick end at which its player is here. */
  send(entry: QuarantinedItem): void {
    this.#keepWaiting(entry);
  }

  /** At a tick end, after the looks: gives the entries that this server has claimed, and claims those that its players wait for. */
  giveDue(): void {
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

  /** True if the store may have an item on record as given by this server that was not given: the next start must check. */
  get isUnsettled(): boolean {
    return this.#isUnsettled;
  }

  /** Releases entries that are claimed but were not given, so that any server can give them. Resolves when the store has that. */
  async release(): Promise<void> {
    await Promise.all(this.#claiming.values());
    await Promise.all(this.#claimed.splice(0).map((entry) => this.#unclaim(entry)));
  }

  /**
   * Puts the entry on record as returned by this server, before it is handed over. So only one of the servers on which the player may turn
   * up gives it. If this server dies in between, its next start does not find the fresh id in its world, and gives the item then.
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

  async #change(entry: QuarantinedItem, from: QuarantineState): Promise<boolean> {
    const changed = await changeEntry(entry.number, () => this.#store!.changeQuarantined(entry, from), this.#parts);
    if (changed === undefined) this.#isUnsettled = true;
    return changed === true;
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
    const { presence, messages, onReturned } = this.#parts;
    const values = { material: materialName(entry.material), case: entry.caseNumber };
    if (presence.has(entry.freshId)) {
      onReturned(entry);
      return;
    }
    if (!this.#hands.give(entry, player)) {
      player.send(messages.text("removal.waiting", values));
      void this.#unclaim(entry);
      return;
    }
    player.send(messages.text("removal.returned", values));
    onReturned(entry);
  }

  #keepWaiting(entry: QuarantinedItem): void {
    const entries = this.#waiting.get(entry.returnToId) ?? [];
    if (this.#claiming.has(entry.number) || entries.some(({ number }) => number === entry.number)) return;
    this.#waiting.set(entry.returnToId, [...entries, entry]);
  }
}
