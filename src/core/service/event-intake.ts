import type { Consequences } from "../cases/consequences.ts";
import type { GameEvent, Interaction } from "../item-event.ts";
import type { ClientWrittenItems } from "../judging/custody/client-written-items.ts";
import type { Holders } from "../judging/custody/holders.ts";
import type { EndRecorder } from "../judging/ends/end-recorder.ts";
import type { ItemReports } from "../judging/item-reports.ts";
import type { Judge } from "../judging/judge.ts";
import type { Announcements } from "../judging/sanctioned/announcements.ts";
import type { SanctionedCauses } from "../judging/sanctioned/sanctioned-causes.ts";
import { tellLedger } from "../ledger/hints/tell-ledger.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { LookQueue } from "../looking/rounds/look-queue.ts";
import { type SupersededSessions, shownIds } from "../looking/superseded-sessions.ts";
import type { Location } from "../model/location.ts";
import { isOwned, type PlaceKey } from "../model/place.ts";
import { playerName } from "../model/player-name.ts";
import type { Network } from "../network/network.ts";
import type { Item, Platform, Player } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { Tracker } from "../recording/tracker.ts";
import type { Store } from "../store.ts";
import type { EventNotes } from "../story/event-notes.ts";
import { idsInside } from "../tagging/contents.ts";

const NOTHING_TOUCHED: readonly PlaceKey[] = [];

/** Nobody does these on purpose. They also happen to a session that has gone silent. */
const HAPPENS_TO_PLAYERS: ReadonlySet<string> = new Set(["PICKUP", "DEATH"]);

interface EventIntakeParts {
  readonly platform: Platform;
  readonly tracker: Tracker;
  readonly judge: Pick<Judge, "lookBeforeDark">;
  readonly itemReports: ItemReports;
  readonly supersededSessions: SupersededSessions;
  readonly consequences: Consequences;
  readonly ledger: Ledger | undefined;
  readonly lookQueue: LookQueue;
  readonly clientWrittenItems: ClientWrittenItems;
  readonly sanctionedCauses: SanctionedCauses;
  readonly announcements: Pick<Announcements, "noteJoin">;
  readonly holders: Holders;
  /** Absent when the server has the store to itself. */
  readonly network: Pick<Network, "isProvisional" | "noteHandled" | "onPlayerJoin" | "onPlayerQuit"> | undefined;
  readonly endRecorder: EndRecorder;
  readonly recorder: Recorder;
  /** Notes what happens, for staff to read. Absent: nothing is noted. */
  readonly notes: EventNotes | undefined;
  /** The store, once it is open. */
  readonly store: () => Store | undefined;
}

/** Takes the game's reports: tags and records items at once, and queues places to be looked at. */
export class EventIntake {
  readonly #parts: EventIntakeParts;

  constructor(parts: EventIntakeParts) {
    this.#parts = parts;
  }

  accept(event: GameEvent): void {
    const { lookQueue, judge, supersededSessions, clientWrittenItems, ledger, notes, store } = this.#parts;
    if (event.kind !== "interaction" && event.player !== undefined) this.notePlayerName(event.player);
    if (event.kind === "story-event") {
      notes?.noteStoryEvent(event);
      return;
    }
    if (event.kind !== "interaction") notes?.noteItemEvent(event);
    if (ledger !== undefined) tellLedger(ledger, event);
    switch (event.kind) {
      case "interaction":
        this.#acceptInteraction(event);
        break;
      case "sighting":
        lookQueue.add(event.place, event.action, event.player, true);
        if (event.player && event.action === "JOIN") this.#onPlayerJoin(event.player, event.place);
        if (event.player && event.action === "CONTAINER_OPEN") supersededSessions.countAgain(event.player.place);
        break;
      case "going-dark":
        lookQueue.strike(event.place);
        judge.lookBeforeDark(event.place, { action: event.action, player: event.player, isSighting: true });
        if (event.action === "QUIT" && event.player) this.#onPlayerQuit(event.player, event.place);
        if (event.action === "BLOCK_BREAK") ledger?.noteBroken(event.place, event.player);
        else ledger?.noteDark(event.place);
        break;
      case "item-ended":
        if (event.player) supersededSessions.countAgain(event.player.place);
        this.#parts.endRecorder.record(event);
        break;
      case "authored-item":
        lookQueue.add(event.player.place, "CREATIVE", event.player);
        clientWrittenItems.examine(event, store());
        break;
    }
  }

  /** From now on, what a player from another server shows counts as the player's. */
  believe(playerId: string, places: readonly PlaceKey[]): void {
    const { platform, lookQueue, consequences } = this.#parts;
    const player = [...platform.players()].find(({ id }) => id === playerId);
    for (const place of places) lookQueue.add(place, "JOIN", player, true);
    if (player !== undefined) consequences.onJoin(playerId);
  }

  /** Items that wait for the player are handed over when it is known what the player has. */
  #onPlayerJoin(player: Player, place: PlaceKey): void {
    const { network, consequences, supersededSessions, lookQueue, announcements, platform } = this.#parts;
    const { id } = player;
    if (isOwned(place)) announcements.noteJoin(place, shownIds(platform, place));
    if (place === player.place)
      for (const older of supersededSessions.onPlayerJoin(player)) lookQueue.add(older, "SCAN", undefined);
    const isWaitedFor = place === player.place ? network?.onPlayerJoin(id) : network?.isProvisional(place);
    if (!isWaitedFor) consequences.onJoin(id);
  }

  #onPlayerQuit(player: Player, place: PlaceKey): void {
    const { supersededSessions, lookQueue } = this.#parts;
    for (const older of supersededSessions.onPlayerQuit(place)) lookQueue.add(older, "SCAN", undefined);
    if (place === player.place) this.#parts.network?.onPlayerQuit(player);
  }

  /** Section 4.1. Returns the item's id; `null` when it can have none. */
  tagAndLog(
    player: Player,
    item: Item | null,
    action: string,
    location: Location,
    touched: readonly PlaceKey[],
  ): string | null {
    const { tracker, itemReports, notes, sanctionedCauses, network } = this.#parts;
    this.notePlayerName(player);
    if (item !== null) sanctionedCauses.noteAct(item, action);
    const itemId = tracker.tagAndLog(player, item, action, location);
    if (item !== null) notes?.noteAct(player, item, action, itemId, touched);
    if (item !== null) network?.noteHandled(item, itemId);
    if (itemId !== null) itemReports.notePlayerAct(itemId, player, touched, !HAPPENS_TO_PLAYERS.has(action));
    else if (touched.length > 0)
      for (const innerId of idsInside(item)) itemReports.noteMoveInside(innerId, player, touched);
    return itemId;
  }

  /** Keeps a player's last known name in the store, once for each name. */
  notePlayerName(player: Player): void {
    const { holders, recorder } = this.#parts;
    // Events are many and names rarely change, so an unchanged name is not read again.
    if (holders.hasName(player.id, player.name)) return;
    const name = playerName(player.name);
    if (holders.rememberName(player.id, name)) recorder.recordPlayerName(player.id, name);
  }

  #acceptInteraction({ player, item, action, location, touched = NOTHING_TOUCHED }: Interaction): void {
    const { lookQueue, itemReports, supersededSessions } = this.#parts;
    const at = location ?? player.location();
    const itemId = this.tagAndLog(player, item, action, at, touched);
    if (action === "BLOCK_PLACE" && itemId !== null) for (const place of touched) itemReports.notePlaced(place, player);
    // In creative mode a placed item stays in the hand.
    if (action === "BLOCK_PLACE" && itemId !== null && !player.isCreative())
      itemReports.noteEnd(itemId, { how: "placed", player, item, location: at });
    // Only what a session does itself shows that it is still there: others may go through the things of one that has gone silent.
    if (!HAPPENS_TO_PLAYERS.has(action)) supersededSessions.countAgain(player.place);
    const isMove = itemId !== null && touched.length > 0;
    lookQueue.add(player.place, action, player, false, isMove);
    for (const place of touched) {
      // A view is not custody: the items in the place do not count as seen with the player.
      lookQueue.add(place, action, undefined, false, isMove);
    }
  }
}
