import type { OtherServers } from "../judging/other-servers.ts";
import type { Opener } from "../judging/verdict.ts";
import type { Copy } from "../looking/look.ts";
import { accountPlace, ownerOfPlace, type PlaceKey } from "../model/place.ts";
import type { Item, LookHints, Player, StackVisitor } from "../platform.ts";
import { askTwice } from "../recording/start-questions.ts";
import type { Custody, Store, StoreWake } from "../store.ts";
import { idsInside } from "../tagging/contents.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import type { CopiedWorlds } from "./copied-worlds.ts";
import type { RemovalConsent } from "./disputes/removal-consent.ts";
import { StayTokens } from "./disputes/stay-tokens.ts";
import { Heartbeats } from "./heartbeats.ts";
import { type FoundElsewhere, makeFoundElsewhere } from "./make-found-elsewhere.ts";
import type { NetworkParts } from "./network-parts.ts";
import type { ArrivingPlayers } from "./players/arriving-players.ts";
import { ItemCarriers } from "./players/item-carriers.ts";
import { TravellingPlayers } from "./players/travelling-players.ts";
import { Servers } from "./server-states.ts";

/** A dispute that waits longer than this for a server that does not answer is mentioned in the console. */
const UNANSWERED_MS = 60_000;

/** This server among others on one database. If it is alone there, it only sends heartbeats. */
export class Network implements OtherServers {
  readonly #parts: NetworkParts;
  readonly #servers = new Servers();
  readonly #stayTokens: StayTokens;
  readonly #itemCarriers = new ItemCarriers();
  readonly #players: TravellingPlayers;
  readonly #arriving: ArrivingPlayers;
  readonly #heartbeats: Heartbeats;
  readonly #unanswered: OncePerMinute;
  #foundParts: FoundElsewhere | undefined;
  #store: Store | undefined;

  constructor(parts: NetworkParts) {
    this.#parts = parts;
    this.#stayTokens = parts.makers?.stayTokens?.() ?? new StayTokens(parts.clock.now());
    this.#unanswered = new OncePerMinute(parts.clock);
    this.#players = new TravellingPlayers(
      parts,
      this.#servers,
      () => this.#store,
      (places) => this.#recheck(places),
    );
    this.#arriving = this.#players.arriving;
    const onAnswer = (hadOthers: boolean) => {
      if (!hadOthers) this.#players.tellWhoIsHere();
      this.#players.checkLingering();
      if (this.#servers.hasOthers) parts.onBeat();
    };
    const areJoinsOnRecord = () => this.#arriving.areOnRecord;
    this.#heartbeats = new Heartbeats(parts.clock, this.#servers, areJoinsOnRecord, onAnswer);
  }

  /** Resolves when it is known who else is there, or when the store cannot say: then it is asked again. */
  async connect(store: Store): Promise<void> {
    store.onWake?.((wake) => this.#onWake(wake));
    const servers = await askTwice(() => store.servers()).catch(() => undefined);
    if (servers !== undefined) this.#servers.update(servers);
    this.#arriving.expectAnnouncements();
    await this.#players.readAnnouncements(store);
    await this.#found.copied.connect(store);
    this.#store = store;
    this.#players.tellWhoIsHere();
  }

  /** True when it is known that there are other servers. */
  get hasOthers(): boolean {
    return this.#servers.isKnown && this.#servers.hasOthers;
  }

  /** Looks at a place. Shows nothing, and returns false, while its contents are not known to be its player's. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    if (this.#arriving.isProvisional(place)) return false;
    this.#arriving.noteLook(place);
    return this.#parts.platform.look(place, see, hints);
  }

  /** True while it is not known whether what the place shows is its player's. */
  isProvisional(place: PlaceKey): boolean {
    return this.#arriving.isProvisional(place);
  }

  /** True while it is not known what a player has who had joined by that tick. */
  isAnybodyUnknownSince(tick: number): boolean {
    return this.#arriving.isAnybodyUnknownSince(tick);
  }

  isUnknown(place: PlaceKey): boolean {
    return this.#arriving.isUnknown(place) || (this.#servers.isAnySilent && this.travelsWithPlayer(place));
  }

  /** True when the place goes with its player from server to server. */
  travelsWithPlayer(place: PlaceKey): boolean {
    return this.#arriving.travelsWithPlayer(place);
  }

  /** True if the item is on record at another server. A place that goes with its player is the same place everywhere. */
  isElsewhere(custody: Custody, found: PlaceKey): boolean {
    if (custody.server === this.#parts.serverName) return false;
    return !(this.#arriving.travelsWithPlayer(found) && accountPlace(found) === accountPlace(custody.place));
  }

  /** The item turned up here while it is on record at another server. */
  noteOnRecordElsewhere(copy: Copy, custody: Custody, opener: Opener | undefined): void {
    this.#found.copied.decideLater({ copy, custody, opener });
  }

  /** Remembers who brought the item: the player who was seen to act on it, or the owner of the place. */
  noteArrival({ itemId, place }: Copy, opener: Opener | undefined): void {
    if (!this.#servers.hasOthers) return;
    this.#itemCarriers.setCarrier(itemId, opener?.hasActed ? opener.player.id : ownerOfPlace(place));
  }

  /** A player did something with an item that has this id, if any, and with everything in it. */
  noteHandled(item: Item, itemId: string | null): void {
    if (!this.#servers.hasOthers) return;
    const { copied } = this.#found;
    if (itemId !== null) copied.noteHandled(itemId);
    for (const innerId of idsInside(item)) copied.noteHandled(innerId);
  }

  /** Worlds that were copied, for staff to mend. */
  get copiedWorlds(): CopiedWorlds {
    return this.#found.copied;
  }

  /** A copy of the item has left its place, or the place went dark. */
  onItemLeft(itemId: string, isDark: boolean): void {
    for (const follower of [this.#stayTokens, this.#itemCarriers]) {
      if (isDark) follower.noteDark(itemId);
      else follower.noteLeft(itemId);
    }
  }

  /** False when there is nothing to wait for, and `onBelieved` was not called. */
  onPlayerJoin(playerId: string): boolean {
    return this.#players.onPlayerJoin(playerId);
  }

  /** A session of the player has ended, and everything about it is recorded. After the last session, other servers may go on. */
  onPlayerQuit(player: Pick<Player, "id" | "place">): void {
    this.#players.onPlayerQuit(player);
  }

  /** A plugin has put the player's things in place. */
  markSynced(playerId: string): void {
    this.#players.markSynced(playerId, this.#store);
  }

  /** Asked before a copy here is taken. */
  get removalConsent(): RemovalConsent {
    return this.#found.disputes.consent;
  }

  isAskedAbout(itemId: string): boolean {
    return this.#found.disputes.isAbout(itemId);
  }

  /** At a tick end, after the looks and before their verdicts are filed. */
  tick(): void {
    if (this.#store === undefined) return;
    const { presence } = this.#parts.judging();
    this.#itemCarriers.endMoves((itemId) => presence.hasArrived(itemId));
    const isBeatDue = this.#heartbeats.tick(this.#store);
    if (isBeatDue) void this.#players.readAnnouncements(this.#store);
    if (!this.#servers.hasOthers) {
      // Players who joined before that was known need not wait, and what they get from now on is seen as it comes.
      this.#arriving.believeAll();
      return;
    }
    this.#arriving.tick();
    this.#found.refused.tick();
    this.#found.copied.tick();
    this.#found.disputes.tick();
    if (!isBeatDue) return;
    this.#sayUnanswered();
    this.#found.ownerQuestions.ask(this.#store);
  }

  /** At the end of a tick, when everything that its looks found is recorded. */
  finishTickEnd(): void {
    if (this.#store !== undefined) this.#players.finishTickEnd(this.#store);
  }

  /** Reports a clean stop: everything is written, and what this server has stays as it is. */
  async finish(): Promise<void> {
    await this.#store?.heartbeat({ lagRows: 0, isStopping: true }).catch(() => undefined);
  }

  /** Made when first used: they need what judges, which needs this network. */
  get #found(): FoundElsewhere {
    this.#foundParts ??= makeFoundElsewhere({
      ...this.#parts,
      store: () => this.#store,
      servers: this.#servers,
      arriving: this.#arriving,
      stayTokens: this.#stayTokens,
      itemCarriers: this.#itemCarriers,
      isElsewhere: (custody, place) => this.isElsewhere(custody, place),
    });
    return this.#foundParts;
  }

  #onWake(wake: StoreWake): void {
    if (wake.kind === "disputes") this.#found.disputes.wake();
    else this.#found.refused.add(wake.custody);
  }

  /** Compares what a player has here with what is on record by now. */
  #recheck(places: readonly PlaceKey[]): void {
    const { presence } = this.#parts.judging();
    const ids = places.flatMap((place) => presence.idsAt(place));
    const store = this.#store;
    if (ids.length === 0 || store === undefined) return;
    this.#parts.recorder.flushNow();
    store.custodyOf(ids).then(
      (rows) => this.#found.refused.add(rows),
      // It is compared again while the player is on record at two servers.
      () => undefined,
    );
  }

  #sayUnanswered(): void {
    const { serverName, log } = this.#parts;
    for (const { ageMs, holder, finder } of this.#found.disputes.all()) {
      const other = holder.server === serverName ? finder.server : holder.server;
      // Of a server that is known to be stopped, or was given up, nobody expects an answer.
      if (ageMs < UNANSWERED_MS || this.#servers.stateOf(other) !== "partitioned") continue;
      this.#unanswered.run(() =>
        log.warn(`Server "${other}" does not answer: items that it may have as well wait for it.`),
      );
    }
  }
}
