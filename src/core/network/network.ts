import type { NetworkJudging, OtherServers } from "../judging/other-servers.ts";
import type { Opener } from "../judging/verdict.ts";
import type { Copy } from "../looking/look.ts";
import { accountPlace, ownerOfPlace, type PlaceKey } from "../model/place.ts";
import type { LookHints, Player, StackVisitor } from "../platform.ts";
import { askTwice } from "../recording/start-questions.ts";
import type { Custody, Store, StoreWake } from "../store.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import { CopiedWorlds } from "./copied-worlds.ts";
import { nextChange } from "./disputes/dispute-steps.ts";
import { Disputes } from "./disputes/disputes.ts";
import type { CopyElsewhere } from "./disputes/removal-consent.ts";
import { StayTokens } from "./disputes/stay-tokens.ts";
import { Heartbeats } from "./heartbeats.ts";
import type { NetworkParts } from "./network-parts.ts";
import { copiedWorld, provenBetween, suspectedBetween } from "./network-verdicts.ts";
import { ArrivingPlayers } from "./players/arriving-players.ts";
import { ItemCarriers } from "./players/item-carriers.ts";
import { LingeringPlayers } from "./players/lingering-players.ts";
import { isServed, ownContentsText, ownPlaces } from "./players/own-places.ts";
import { OwnerQuestions } from "./players/owner-questions.ts";
import { QuitRecords } from "./players/quit-records.ts";
import { SyncAnnouncements } from "./players/sync-announcements.ts";
import { RefusedRows } from "./refused-rows.ts";
import { Servers } from "./server-states.ts";

/** A dispute that waits longer than this for a server that does not answer is mentioned in the console. */
const UNANSWERED_MS = 60_000;

/** The parts for items that are on record at another server. */
interface FoundParts {
  readonly copied: CopiedWorlds;
  readonly disputes: Disputes;
  readonly refused: RefusedRows;
  readonly ownerQuestions: OwnerQuestions;
}

/** This server among others on one database. If it is alone there, it only sends heartbeats. */
export class Network implements OtherServers {
  readonly #parts: NetworkParts;
  readonly #servers = new Servers();
  readonly #stayTokens: StayTokens;
  readonly #arrivingPlayers: ArrivingPlayers;
  readonly #quitRecords: QuitRecords;
  readonly #lingering: LingeringPlayers;
  readonly #announcements: SyncAnnouncements;
  readonly #heartbeats: Heartbeats;
  readonly #unanswered: OncePerMinute;
  readonly #itemCarriers = new ItemCarriers();
  /** Players who have left in this tick: what they put away in it goes on record first. */
  readonly #leaving = new Set<string>();
  #found: FoundParts | undefined;
  #store: Store | undefined;

  constructor(parts: NetworkParts) {
    this.#parts = parts;
    const { config, makers } = parts;
    this.#stayTokens = makers?.stayTokens?.() ?? new StayTokens(parts.clock.now());
    this.#unanswered = new OncePerMinute(parts.clock);
    this.#quitRecords = new QuitRecords(parts.recorder, parts.writes);
    const sharesPlayerData = config.network.playerData === "shared";
    const sharesEnderChests = sharesPlayerData && config.network.enderChests === "shared";
    this.#arrivingPlayers = new ArrivingPlayers({
      clock: parts.clock,
      store: () => this.#store,
      sharesPlayerData,
      sharesEnderChests,
      peek: (playerId) => ownContentsText(parts.platform, playerId),
      onBelieved: (playerId) => {
        const places = ownPlaces(parts.platform, playerId);
        parts.onBelieved(playerId, places);
        return places;
      },
      onRecheck: (playerId) => this.#recheck(playerId),
      onLeftMeanwhile: (playerId) => this.#leaving.add(playerId),
    });
    this.#announcements = new SyncAnnouncements(parts.writes, (areAnnounced) =>
      this.#arrivingPlayers.expectAnnouncements(areAnnounced),
    );
    this.#heartbeats = new Heartbeats(parts.clock, this.#servers, (hadOthers) => {
      if (!hadOthers) this.#tellWhoIsHere();
      this.#lingering.check();
      if (this.#servers.hasOthers) parts.onBeat();
    });
    this.#lingering = new LingeringPlayers(
      parts.clock,
      (playerId) => isServed(parts.platform, playerId),
      (playerId) => {
        this.#leaving.delete(playerId);
        this.#quitRecords.onPlayerJoin(playerId);
        this.#arrivingPlayers.onPlayerFound(playerId);
      },
      (playerId) => this.#onPlayerGone(playerId),
    );
  }

  /** Resolves when it is known who else is there, or when the store cannot say: then it is asked again. */
  async connect(store: Store): Promise<void> {
    store.onWake?.((wake) => this.#woken(wake));
    const servers = await askTwice(() => store.servers()).catch(() => undefined);
    if (servers !== undefined) this.#servers.update(servers);
    this.#arrivingPlayers.expectAnnouncements();
    await this.#announcements.read(store);
    await this.#foundParts().copied.connect(store);
    this.#store = store;
    this.#tellWhoIsHere();
  }

  /** True when it is known that there are other servers. */
  get hasOthers(): boolean {
    return this.#servers.isKnown && this.#servers.hasOthers;
  }

  /** Looks at a place. Shows nothing, and returns false, while its contents are not known to be its player's. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    if (this.#arrivingPlayers.isProvisional(place)) return false;
    this.#arrivingPlayers.noteLook(place);
    return this.#parts.platform.look(place, see, hints);
  }

  /** True while it is not known whether what the place shows is its player's. */
  isProvisional(place: PlaceKey): boolean {
    return this.#arrivingPlayers.isProvisional(place);
  }

  isUnknown(place: PlaceKey): boolean {
    return this.#arrivingPlayers.isUnknown(place) || (this.#servers.isAnySilent && this.travelsWithPlayer(place));
  }

  /** True when the place goes with its player from server to server. */
  travelsWithPlayer(place: PlaceKey): boolean {
    return this.#arrivingPlayers.travelsWithPlayer(place);
  }

  /** True if the item is on record at another server. A place that goes with its player is the same place everywhere. */
  isElsewhere(custody: Custody, found: PlaceKey): boolean {
    if (custody.server === this.#parts.serverName) return false;
    return !(this.#arrivingPlayers.travelsWithPlayer(found) && accountPlace(found) === accountPlace(custody.place));
  }

  /** The item turned up here while it is on record at another server. */
  noteOnRecordElsewhere(copy: Copy, custody: Custody, opener: Opener | undefined): void {
    this.#foundParts().copied.decideLater({ copy, custody, opener });
  }

  /** Remembers who brought the item: the player who was seen to act on it, or the owner of the place. */
  noteArrival({ itemId, place }: Copy, opener: Opener | undefined): void {
    if (!this.#servers.hasOthers) return;
    this.#itemCarriers.setCarrier(itemId, opener?.hasActed ? opener.player.id : ownerOfPlace(place));
  }

  /** Worlds that were copied, for staff to mend. */
  get copiedWorlds(): CopiedWorlds {
    return this.#foundParts().copied;
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
    this.#leaving.delete(playerId);
    this.#quitRecords.onPlayerJoin(playerId);
    this.#lingering.onPlayerJoin(playerId);
    if (!this.#servers.hasOthers || this.#parts.makers?.believesJoins) return false;
    return this.#arrivingPlayers.onPlayerJoin(playerId);
  }

  /** A session of the player has ended, and everything about it is recorded. After the last session, other servers may go on. */
  onPlayerQuit({ id: playerId, place }: Pick<Player, "id" | "place">): void {
    if (isServed(this.#parts.platform, playerId, place)) return;
    this.#lingering.onPlayerQuit(playerId);
    this.#onPlayerGone(playerId);
  }

  /** A plugin has put the player's things in place. */
  markSynced(playerId: string): void {
    this.#arrivingPlayers.markSynced(playerId);
    if (this.#store !== undefined) this.#announcements.notePluginAnnounces(this.#store);
  }

  copyElsewhere(itemId: string): CopyElsewhere {
    return this.#foundParts().disputes.copyElsewhere(itemId);
  }

  isAskedAbout(itemId: string): boolean {
    return this.#foundParts().disputes.isAbout(itemId);
  }

  requestRemoval(itemId: string, caseNumber: number): Promise<boolean> {
    return this.#foundParts().disputes.requestRemoval(itemId, caseNumber);
  }

  removalFailed(itemId: string): void {
    this.#foundParts().disputes.removalFailed(itemId);
  }

  /** At a tick end, after the looks and before their verdicts are filed. */
  tick(): void {
    if (this.#store === undefined) return;
    const { presence } = this.#parts.judging();
    this.#itemCarriers.endMoves((itemId) => presence.hasArrived(itemId));
    const isBeatDue = this.#heartbeats.tick(this.#store);
    if (isBeatDue) void this.#announcements.read(this.#store);
    if (!this.#servers.hasOthers) {
      // Players who joined before that was known need not wait, and what they get from now on is seen as it comes.
      this.#arrivingPlayers.believeAll();
      return;
    }
    this.#arrivingPlayers.tick();
    this.#foundParts().refused.tick();
    this.#foundParts().copied.tick();
    this.#foundParts().disputes.tick();
    if (!isBeatDue) return;
    this.#sayUnanswered();
    this.#foundParts().ownerQuestions.ask(this.#store);
  }

  /** At the end of a tick, when everything that its looks found is recorded. */
  finishTickEnd(): void {
    if (this.#store === undefined) return;
    for (const playerId of this.#leaving) {
      this.#leaving.delete(playerId);
      this.#quitRecords.onPlayerQuit(playerId, this.#store);
    }
  }

  /** Reports a clean stop: everything is written, and what this server has stays as it is. */
  async finish(): Promise<void> {
    await this.#store?.heartbeat({ lagRows: 0, isStopping: true }).catch(() => undefined);
  }

  #onPlayerGone(playerId: string): void {
    this.#arrivingPlayers.onPlayerQuit(playerId);
    this.#leaving.add(playerId);
  }

  /** Registers players who were here before there were others: what they show is theirs. */
  #tellWhoIsHere(): void {
    if (!this.#servers.hasOthers) return;
    for (const { id } of this.#parts.platform.players()) this.#arrivingPlayers.onPlayerFound(id);
  }

  /** Made when first used: they need what judges, which needs this network. */
  #foundParts(): FoundParts {
    this.#found ??= this.#makeFoundParts(this.#parts.judging());
    return this.#found;
  }

  #makeFoundParts(judging: NetworkJudging): FoundParts {
    const { serverName, recorder, holders, clock, config, makers } = this.#parts;
    const { presence, unprocessed, visibleCopies } = judging;
    const copied = new CopiedWorlds({
      clock,
      log: this.#parts.log,
      store: () => this.#store,
      sharesWorldWith: (server) => this.#servers.sharesWorldWith(server),
      travelsWithPlayer: (place) => this.#arrivingPlayers.travelsWithPlayer(place),
      isDisputed: (itemId) => disputes.isAbout(itemId),
      visibleIds: () => presence.ids(),
      reissue: judging.reissueAll,
      onCopied: (found) => {
        for (const { copy, custody } of found) judging.onVerdict(copiedWorld(copy, custody, holders, clock.now()), []);
      },
      onOther: ({ copy, custody, opener }) => {
        if (!judging.reissueIfSanctioned(copy)) disputes.openLater({ itemId: copy.itemId, custody, opener });
      },
    });
    const disputes: Disputes = new Disputes({
      serverName,
      store: () => this.#store,
      recorder,
      presence,
      unprocessed,
      visibleCopies,
      holders,
      clock,
      graceMs: config.movementGraceMs,
      stayTokens: this.#stayTokens,
      nextChange: makers?.nextChange ?? nextChange,
      isRemover: (side) => side === "finder" || makers?.removers === "both",
      // A place that goes with a player comes from a plugin's database, not from this server's save.
      isRolledBack: ({ itemId, place }) =>
        !this.#arrivingPlayers.travelsWithPlayer(place) && judging.isRolledBack(itemId),
      canSee: judging.canSee,
      lookFor: judging.lookFor,
      isProvisional: (place) => this.#arrivingPlayers.isProvisional(place),
      isAnybodyUnknownSince: (tick) => this.#arrivingPlayers.isAnybodyUnknownSince(tick),
      travelsWithPlayer: (place) => this.#arrivingPlayers.travelsWithPlayer(place),
      carrierOf: (itemId) => this.#itemCarriers.carrierOf(itemId),
      onProven: (dispute, copies, opener) =>
        judging.onVerdict(provenBetween(dispute, copies, opener, holders, clock.now()), copies),
      onSuspected: (dispute, there, copies, opener) =>
        judging.onVerdict(suspectedBetween(dispute, there, copies, opener, holders, clock.now()), []),
      onSettled: (itemId) => judging.onVerdict({ kind: "settled", itemId }, []),
      onAnswered: (itemId) => judging.absentOwners.closeClaims(itemId),
      onGone: (itemId) => judging.onVerdict({ kind: "gone", itemId }, []),
      stateOf: (server) => this.#servers.stateOf(server),
      isShutWith: (custody) => this.#servers.isShutWith(custody),
      wasHeldWhenDark: judging.wasHeldWhenDark,
      absentOwners: judging.absentOwners,
      writeNowhere: judging.writeNowhere,
      onUndisputed: judging.askAgain,
    });
    const refused = new RefusedRows({
      presence,
      visibleCopies,
      isElsewhere: (custody, place) => this.isElsewhere(custody, place),
      onFound: (copy, custody) => this.noteOnRecordElsewhere(copy, custody, undefined),
    });
    const ownerQuestions = new OwnerQuestions({
      serverName,
      presence,
      absentOwners: judging.absentOwners,
      onElsewhere: (rows) => refused.add(rows),
    });
    return { copied, disputes, refused, ownerQuestions };
  }

  #woken(wake: StoreWake): void {
    if (wake.kind === "disputes") this.#foundParts().disputes.wake();
    else this.#foundParts().refused.add(wake.custody);
  }

  /** Compares what the player has here with what is on record by now. */
  #recheck(playerId: string): void {
    const { presence } = this.#parts.judging();
    const ids = ownPlaces(this.#parts.platform, playerId).flatMap((place) => presence.idsAt(place));
    const store = this.#store;
    if (ids.length === 0 || store === undefined) return;
    this.#parts.recorder.flushNow();
    store.custodyOf(ids).then(
      (rows) => this.#foundParts().refused.add(rows),
      // It is compared again while the player is on record at two servers.
      () => undefined,
    );
  }

  #sayUnanswered(): void {
    const { serverName, log } = this.#parts;
    for (const { ageMs, holder, finder } of this.#foundParts().disputes.all()) {
      const other = holder.server === serverName ? finder.server : holder.server;
      const state = this.#servers.stateOf(other);
      if (ageMs < UNANSWERED_MS || state === "fresh") continue;
      this.#unanswered.run(() =>
        log.warn(
          `Server "${other}" does not answer (${state ?? "unknown"}): items that it may have as well wait for it.`,
        ),
      );
    }
  }
}
