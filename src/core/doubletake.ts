import { randomUUID } from "node:crypto";
import { AlertDesk, type OutsideAlerts } from "./alerts/alert-desk.ts";
import { FirstIdNotices } from "./alerts/first-id-notices.ts";
import { type Announcement, Announcements } from "./announcements.ts";
import { type Clock, systemClock } from "./clock.ts";
import { CommandDesk } from "./commands/command-desk.ts";
import type { Config } from "./config/settings.ts";
import { Docket } from "./detection/docket.ts";
import { type Candidate, DuplicateRule } from "./detection/duplicate-rule.ts";
import { Judge } from "./detection/judge.ts";
import { KnownItems, NO_SLOT } from "./detection/known-items.ts";
import { KnownItemsCleanup } from "./detection/known-items-cleanup.ts";
import { lookAt } from "./detection/look.ts";
import { PeriodicScan } from "./detection/scan.ts";
import { DoubletakeError } from "./errors.ts";
import { type DoubletakeEvents, EventHub } from "./event-hub.ts";
import type { Action, ItemEvent } from "./item-event.ts";
import type { Location } from "./location.ts";
import type { Log } from "./log.ts";
import { materialName } from "./material.ts";
import type { Messages } from "./messages/messages.ts";
import { NIL_UUID } from "./nil-uuid.ts";
import { OncePerMinute } from "./once-per-minute.ts";
import { ownerOfPlace, type PlaceKey } from "./place.ts";
import type { Item, Platform, Player } from "./platform.ts";
import { Recorder } from "./recording/recorder.ts";
import type { Store } from "./store.ts";
import { ID_WORDS, writeIdWords } from "./tagging/item-id.ts";
import type { NewId } from "./tagging/item-tag.ts";
import { Tracker } from "./tracker.ts";

export interface DoubletakeParts {
  readonly platform: Platform;
  readonly config: Config;
  readonly messages: Messages;
  readonly log: Log;
  readonly outside: OutsideAlerts;
  readonly clock?: Clock;
  readonly newId?: NewId;
}

/**
 * The running service. A platform reports events to it from the first moment on; the store joins when it is open.
 * Nothing here throws into the game.
 */
export class Doubletake {
  readonly platform: Platform;
  readonly config: Config;
  readonly messages: Messages;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: NewId;
  readonly recorder: Recorder;
  readonly knownItems = new KnownItems();
  readonly outside: OutsideAlerts;
  readonly #events: EventHub;
  readonly #announcements: Announcements;
  readonly #notices: FirstIdNotices;
  readonly #desk: AlertDesk;
  readonly #rule: DuplicateRule;
  readonly #tracker: Tracker;
  readonly #docket = new Docket();
  readonly #judge: Judge;
  readonly #scan: PeriodicScan;
  readonly #cleanup: KnownItemsCleanup;
  readonly #failures: OncePerMinute;
  readonly #names = new Map<string, string>();
  #store: Store | undefined;
  #endTicks: (() => void) | undefined;
  /** The material of the item whose check is running: the rule knows ids only. */
  #materialInHand = "";

  constructor({ platform, config, messages, log, outside, clock = systemClock, newId = randomUUID }: DoubletakeParts) {
    this.platform = platform;
    this.config = config;
    this.messages = messages;
    this.log = log;
    this.outside = outside;
    this.clock = clock;
    this.newId = newId;
    this.#events = new EventHub(log);
    this.#failures = new OncePerMinute(clock);
    this.#announcements = new Announcements(clock);
    this.recorder = new Recorder(clock, log);
    this.#notices = new FirstIdNotices(platform, messages, this.#events);
    this.#desk = new AlertDesk({ platform, messages, config, clock, log, events: this.#events, outside });
    this.#judge = new Judge(this.#desk, config, (playerId) => this.#names.get(playerId) ?? playerId);
    this.#rule = new DuplicateRule({
      known: this.knownItems,
      clock,
      graceMs: config.movementGraceMs,
      onCandidate: (candidate) => this.#relocated(candidate),
      isHeard: () => this.#desk.isHeard("LOW"),
    });
    this.#tracker = new Tracker({
      known: this.knownItems,
      rule: this.#rule,
      recorder: this.recorder,
      notices: this.#notices,
      newId,
      log,
    });
    this.#scan = new PeriodicScan(platform, config.scanInterval, (player) => this.#sight(player.place, "SCAN", player));
    this.#cleanup = new KnownItemsCleanup(this.knownItems, clock, config.knownItemsTtlMs);
  }

  /** Ticks and commands from here on. */
  start(): void {
    this.#endTicks = this.platform.onTick(() => this.#guard("the end of a tick", () => this.#tick()));
    this.platform.registerCommands(new CommandDesk(this));
  }

  /** The store is open, or will queue until it is. */
  connect(store: Store): void {
    this.#store = store;
    this.recorder.connect(store);
  }

  /** For questions. What was recorded before is handed over first, so that the answer knows it. */
  get store(): Store {
    if (this.#store === undefined) {
      throw new DoubletakeError("DT_NOT_RUNNING", "Doubletake is still opening its store; try again in a moment.");
    }
    this.recorder.flush();
    return this.#store;
  }

  /** Takes an event from the game. Synchronous, cheap, and never throws. */
  report(event: ItemEvent): void {
    this.#guard(event.kind, () => this.#take(event));
  }

  /** Section 4.1. */
  tagAndLog(player: Player, item: Item | null, action: string, location: Location): void {
    this.#nameSeen(player);
    this.#materialInHand = item?.material ?? "";
    this.#tracker.tagAndLog(player, item, action, location);
  }

  /** Section 3. `itemId` must be canonical. */
  checkForDuplicates(itemId: string, player: Player): void {
    this.#rule.check(itemId, player);
  }

  /** Says that copies are meant: they get a fresh id and accuse nobody. */
  announce(announcement: Announcement): void {
    this.#announcements.add(announcement);
  }

  /** Listens to alerts, cases or first ids. Returns the function that ends it. */
  on<Name extends keyof DoubletakeEvents>(name: Name, listener: (event: DoubletakeEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Ends ticks, looks a last time at what is on the docket, and waits until all rows are durable. */
  async stop(): Promise<void> {
    this.#endTicks?.();
    this.#guard("the last looks", () => this.#lookAtDocket());
    await this.recorder.drain();
  }

  #tick(): void {
    this.#lookAtDocket();
    this.#scan.tick();
    this.#cleanup.tick();
    this.recorder.flush();
  }

  #take(event: ItemEvent): void {
    switch (event.kind) {
      case "interaction":
        this.tagAndLog(event.player, event.item, event.action, event.location ?? event.player.location());
        this.#docket.add(event.player.place, event.action, event.player);
        for (const place of event.touched ?? []) this.#docket.add(place, event.action, event.player);
        return;
      case "sighting":
        if (event.player) this.#nameSeen(event.player);
        this.#docket.add(event.place, event.action, event.player);
        return;
      case "going-dark":
        this.#docket.strike(event.place);
        this.#sight(event.place, event.action, event.player);
        return;
      case "item-ended":
        this.#recordEnd(event.item, event.action, event.location, event.player);
        return;
      case "authored-item":
        this.#takeAuthored(event.item, event.player);
        return;
    }
  }

  #lookAtDocket(): void {
    for (const { place, action, player } of this.#docket.take()) this.#sight(place, action, player);
  }

  /** Looks at a place: gives ids, runs the rule for whoever caused the look, and judges what was found. */
  #sight(place: PlaceKey, action: Action, player: Player | undefined): void {
    const look = lookAt(this.platform, place, this.newId);
    if (look.isCutShort) this.#tracker.sayCutShort(place);
    for (const { itemId, item, location, isNew } of look.copies) {
      if (isNew) this.#tracker.recordFirstId(itemId, item, player, action, location);
      if (player !== undefined) {
        this.#materialInHand = item.material;
        this.#rule.check(itemId, player);
      }
    }
    this.#notices.tell();
    const holder = player ?? this.#ownerOf(place);
    this.#judge.judge(look, holder);
  }

  #relocated(candidate: Candidate): void {
    this.#judge.relocated(candidate, materialName(this.#materialInHand));
  }

  /** A row without an acting player carries the last holder; the nil UUID when there never was one. */
  #recordEnd(item: Item, action: Action, location: Location, player: Player | undefined): void {
    const itemId = item.maxStackSize === 1 ? item.readTag() : undefined;
    const slot = itemId === undefined ? NO_SLOT : this.knownItems.slotOf(itemId);
    if (itemId === undefined || slot === NO_SLOT) return;
    const words = new Int32Array(ID_WORDS);
    writeIdWords(itemId, words, 0);
    this.recorder.transfer(words, 0, player?.id ?? this.knownItems.playerAt(slot), action, location);
  }

  /** A client cannot be believed: whatever id it sends is taken off, and the item gets its own when it is first seen. */
  #takeAuthored(item: Item, player: Player): void {
    if (item.readTag() === undefined) return;
    item.writeTag(undefined);
    this.#docket.add(player.place, "CREATIVE", player);
  }

  #ownerOf(place: PlaceKey): Player | undefined {
    const owner = ownerOfPlace(place);
    if (owner === undefined) return undefined;
    for (const player of this.platform.players()) if (player.id === owner) return player;
    return undefined;
  }

  /** Keeps a player's last known name in the store, once a session and name. */
  #nameSeen(player: Player): void {
    if (this.#names.get(player.id) === player.name) return;
    this.#names.set(player.id, player.name);
    if (player.id !== NIL_UUID) this.recorder.playerName(player.id, player.name);
  }

  #guard(what: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#failures.run(() =>
        this.log.error(`Doubletake failed at ${what}: ${error instanceof Error ? error.stack : error}`),
      );
    }
  }
}
