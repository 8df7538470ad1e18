import type { NetworkQuestions } from "../../model/network-questions.ts";
import { ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import type { GameClock } from "../../time/game-clock.ts";

/** Ticks for which the inventory must not change, if no plugin says that it is done: two seconds. */
const QUIET_TICKS = 40;
/** Ticks after which a join is always believed: fifteen seconds. */
const MAX_TICKS = 300;
/** Ticks between two questions whether the other servers have let the player go. */
const ASK_EVERY_TICKS = 20;
/** The same for a believed player whom only silent servers still have on record. */
const ASK_SLOWLY_TICKS = 100;
/** Ticks between two looks at what the player has. */
const PEEK_EVERY_TICKS = 5;
/** The most players who are remembered as having left before they were believed. The oldest are forgotten first. */
const MAX_LEFT_UNKNOWN = 4096;

interface Joining {
  readonly sinceTick: number;
  /** Since when it is unknown what the player has: since the first join, if the player reconnected before being believed. */
  readonly unknownSinceTick: number;
  /** Ticks that earlier joins of the player lasted without being believed. They count against `MAX_TICKS`. */
  readonly waitedTicks: number;
  /** What the player had at the last look, and since when. */
  contents: string;
  contentsSinceTick: number;
  isSynced: boolean;
  isAsking: boolean;
  nextAskTick: number;
  /** Servers that have not written yet that the player left; `undefined` until the database has answered. */
  awaited: readonly string[] | undefined;
  isBelieved: boolean;
  /** True if the player's things must be compared with what is on record at the next tick end. */
  isToBeCompared: boolean;
}

function newJoining(sinceTick: number, contents: string): Joining {
  return {
    sinceTick,
    unknownSinceTick: sinceTick,
    waitedTicks: 0,
    contents,
    contentsSinceTick: sinceTick,
    isSynced: false,
    isAsking: false,
    nextAskTick: 0,
    awaited: undefined,
    isBelieved: false,
    isToBeCompared: false,
  };
}

interface ArrivingPlayersParts {
  readonly clock: Pick<GameClock, "tick">;
  readonly store: () => Pick<NetworkQuestions, "playerJoined"> | undefined;
  /** Players have one inventory everywhere, and one ender chest. */
  readonly sharesPlayerData: boolean;
  readonly sharesEnderChests: boolean;
  /** The contents of a player's own places as a text, to see whether they changed. */
  readonly peek: (playerId: string) => string;
  /** From now on, what the player shows is the player's. Returns the places that are looked at soon for that. */
  readonly onBelieved: (playerId: string) => readonly PlaceKey[];
  /** Another server has let the player go, or still shows the same player: the player's things are compared with the records again. */
  readonly onRecheck: (playerId: string) => void;
  /** The database was told of the join, perhaps after it was told that the player left. */
  readonly onLeftMeanwhile: (playerId: string) => void;
}

/**
 * Players who come from another server. At first they may show this server's own old player file, until a plugin has put their things in
 * place. Nobody looks there before that is known. The places of such a player are, in this order:
 *
 * 1. provisional: the player has joined, and what the places show may be the old file;
 * 2. believed: the other servers have let the player go, and the things are in place, or `MAX_TICKS` have passed;
 * 3. looked at, which ends it.
 *
 * It is unknown what a place holds while it is provisional, and after its player left without having been believed.
 */
export class ArrivingPlayers {
  readonly #parts: ArrivingPlayersParts;
  readonly #joining = new Map<string, Joining>();
  /** Places of believed players that have not been looked at since, each with the tick since which its contents are unknown. */
  readonly #unseen = new Map<PlaceKey, number>();
  /** Players who left before they were believed. */
  readonly #leftUnknown = new Map<string, Pick<Joining, "unknownSinceTick" | "waitedTicks">>();
  /** Players who have joined and not left. */
  readonly #here = new Set<string>();
  /** True if a plugin announces when it has put things in place: joins wait for that. */
  #isAnnounced = false;

  constructor(parts: ArrivingPlayersParts) {
    this.#parts = parts;
  }

  /**
   * False while the database could not be told of somebody's join. Another server that heard of this one, and not of the player, would take
   * the player for gone from here.
   */
  get areOnRecord(): boolean {
    for (const { awaited, isAsking, nextAskTick, sinceTick } of this.#joining.values()) {
      const hasFailed = !isAsking && nextAskTick > 0;
      if (awaited === undefined && (hasFailed || this.#parts.clock.tick - sinceTick > ASK_EVERY_TICKS)) return false;
    }
    return true;
  }

  /** True while what the place shows is not known to be the player's. */
  isProvisional(place: PlaceKey): boolean {
    if (this.#joining.size === 0) return false;
    const owner = this.travelsWithPlayer(place) ? ownerOfPlace(place) : undefined;
    return owner !== undefined && this.#joining.get(owner)?.isBelieved === false;
  }

  /** True while it is unknown what a player has who had joined by that tick: an item that was out of sight then may be there. */
  isAnybodyUnknownSince(tick: number): boolean {
    for (const { isBelieved, unknownSinceTick } of this.#joining.values())
      if (!isBelieved && unknownSinceTick <= tick) return true;
    return [...this.#unseen.values()].some((sinceTick) => sinceTick <= tick);
  }

  /** The place is looked at. */
  noteLook(place: PlaceKey): void {
    if (this.#unseen.size > 0) this.#unseen.delete(place);
  }

  /** True while it is unknown what the place holds: its player is joining, or left before being believed. */
  isUnknown(place: PlaceKey): boolean {
    if (this.isProvisional(place)) return true;
    const owner = this.#leftUnknown.size > 0 && this.travelsWithPlayer(place) ? ownerOfPlace(place) : undefined;
    return owner !== undefined && this.#leftUnknown.has(owner);
  }

  /** True if the place is the same one on every server, because its contents travel with the player. */
  travelsWithPlayer(place: PlaceKey): boolean {
    const kind = placeKind(place);
    if (kind === "player") return this.#parts.sharesPlayerData;
    return kind === "ender" && this.#parts.sharesEnderChests;
  }

  /**
   * A join may be reported twice, or be of a second session: what a plugin has announced in between still holds. False when there is
   * nothing to wait for, and `onBelieved` was not called.
   */
  onPlayerJoin(playerId: string): boolean {
    if (!this.#parts.sharesPlayerData) {
      this.#parts.onBelieved(playerId);
      return true;
    }
    if (this.#here.has(playerId)) return this.#joining.get(playerId)?.isBelieved === false;
    this.#here.add(playerId);
    const sinceTick = this.#parts.clock.tick;
    const unknown = this.#leftUnknown.get(playerId);
    this.#leftUnknown.delete(playerId);
    // Reconnecting again and again must not keep anything unknown for longer.
    const isReconnect = unknown !== undefined && sinceTick - unknown.unknownSinceTick < MAX_TICKS;
    const unknownSinceTick = isReconnect ? unknown.unknownSinceTick : sinceTick;
    const waitedTicks = unknown?.waitedTicks ?? 0;
    this.#joining.set(playerId, {
      ...newJoining(sinceTick, this.#parts.peek(playerId)),
      unknownSinceTick,
      waitedTicks,
    });
    return true;
  }

  /**
   * The player was here before there was another server. Nobody waits for the player, but others are told, and their records are compared.
   */
  onPlayerFound(playerId: string): void {
    if (!this.#parts.sharesPlayerData || this.#joining.has(playerId)) return;
    this.#here.add(playerId);
    this.#joining.set(playerId, { ...newJoining(this.#parts.clock.tick, ""), isBelieved: true });
  }

  onPlayerQuit(playerId: string): void {
    const joining = this.#joining.get(playerId);
    if (joining?.isBelieved === false) this.#rememberUnknown(playerId, joining);
    this.#here.delete(playerId);
    this.#joining.delete(playerId);
    for (const place of this.#unseen.keys()) if (ownerOfPlace(place) === playerId) this.#unseen.delete(place);
  }

  #rememberUnknown(playerId: string, { unknownSinceTick, sinceTick, waitedTicks }: Joining): void {
    const waited = waitedTicks + this.#parts.clock.tick - sinceTick;
    this.#leftUnknown.set(playerId, { unknownSinceTick, waitedTicks: waited });
    if (this.#leftUnknown.size <= MAX_LEFT_UNKNOWN) return;
    for (const first of this.#leftUnknown.keys()) {
      this.#leftUnknown.delete(first);
      return;
    }
  }

  /** A plugin announces, or may announce, when it has put things in place: joins wait for it, up to the longest wait. */
  expectAnnouncements(isAnnounced = true): void {
    this.#isAnnounced = isAnnounced;
  }

  /** A plugin has put the player's things in place. */
  markSynced(playerId: string): void {
    this.expectAnnouncements();
    const joining = this.#joining.get(playerId);
    if (joining !== undefined) joining.isSynced = true;
  }

  /** There is no other server: what players show is theirs. */
  believeAll(): void {
    const waiting = [...this.#joining].filter(([, { isBelieved }]) => !isBelieved);
    this.#joining.clear();
    this.#leftUnknown.clear();
    this.#unseen.clear();
    for (const [playerId] of waiting) this.#parts.onBelieved(playerId);
  }

  /** Called at every tick end. */
  tick(): void {
    for (const [playerId, joining] of this.#joining) {
      const isLetGo = joining.awaited?.length === 0;
      if (!isLetGo && !joining.isAsking && this.#parts.clock.tick >= joining.nextAskTick) this.#ask(playerId, joining);
      const isToBeCompared = joining.isToBeCompared;
      joining.isToBeCompared = false;
      if (isToBeCompared) this.#parts.onRecheck(playerId);
      if (!joining.isBelieved) this.#believe(playerId, joining);
      else if (isLetGo) this.#joining.delete(playerId);
    }
  }

  #believe(playerId: string, joining: Joining): void {
    if (this.#parts.clock.tick % PEEK_EVERY_TICKS === 0) {
      const contents = this.#parts.peek(playerId);
      if (contents !== joining.contents) joining.contentsSinceTick = this.#parts.clock.tick;
      joining.contents = contents;
    }
    const isLetGo = joining.awaited?.length === 0;
    const isQuiet = !this.#isAnnounced && this.#isQuiet(joining);
    const isDone = isLetGo && (joining.isSynced || isQuiet);
    if (!isDone && this.#parts.clock.tick - joining.sinceTick < MAX_TICKS) return;
    joining.isBelieved = true;
    for (const place of this.#parts.onBelieved(playerId)) this.#unseen.set(place, joining.unknownSinceTick);
  }

  /**
   * True if the inventory has not changed for a while. A player who keeps moving things about can delay that for `MAX_TICKS` in all, even
   * over several joins.
   */
  #isQuiet({ sinceTick, contentsSinceTick, waitedTicks }: Joining): boolean {
    const { tick } = this.#parts.clock;
    const hasHadItsTime = waitedTicks + tick - sinceTick >= MAX_TICKS;
    return tick - (hasHadItsTime ? sinceTick : contentsSinceTick) >= QUIET_TICKS;
  }

  #ask(playerId: string, joining: Joining): void {
    const store = this.#parts.store();
    if (store === undefined) return;
    joining.isAsking = true;
    joining.nextAskTick = this.#parts.clock.tick + ASK_EVERY_TICKS;
    store.playerJoined(playerId, this.#parts.sharesEnderChests).then(
      ({ awaited, silent = [] }) => {
        joining.isAsking = false;
        joining.awaited = awaited;
        if (!this.#here.has(playerId)) this.#parts.onLeftMeanwhile(playerId);
        if (!joining.isBelieved || this.#joining.get(playerId) !== joining) return;
        // A silent server has put nothing on record that could be compared.
        const isOnlySilence = awaited.length > 0 && awaited.length === silent.length;
        if (isOnlySilence) joining.nextAskTick = this.#parts.clock.tick + ASK_SLOWLY_TICKS;
        else joining.isToBeCompared = true;
      },
      () => {
        // It is asked again in a moment. The store itself reports that it is away. It may have heard of the join all the same.
        joining.isAsking = false;
        if (!this.#here.has(playerId)) this.#parts.onLeftMeanwhile(playerId);
      },
    );
  }
}
