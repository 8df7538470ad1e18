import type { OutsideAlerts } from "../alerts/alerts.ts";
import type { FirstIdNotices } from "../alerts/first-id-notices.ts";
import type { Listeners } from "../alerts/listeners.ts";
import type { DoubletakeApi } from "../api/plugin-api.ts";
import type { Consequences } from "../cases/consequences.ts";
import type { ChannelStatus } from "../channels/channel-status.ts";
import type { CommandContext, Reloaded } from "../commands/command-context.ts";
import type { LiveItems } from "../commands/live-items.ts";
import type { LiveConfig } from "../config/live-config.ts";
import type { Config } from "../config/settings.ts";
import type { GameEvent } from "../item-event.ts";
import type { ClientWrittenItems } from "../judging/custody/client-written-items.ts";
import type { Holders } from "../judging/custody/holders.ts";
import type { EndRecorder } from "../judging/ends/end-recorder.ts";
import type { SavedAnnouncements } from "../judging/sanctioned/saved-announcements.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { LedgerMakers } from "../ledger/ledger-makers.ts";
import type { Messages } from "../messages/messages.ts";
import type { Log } from "../model/log.ts";
import type { Network } from "../network/network.ts";
import type { NetworkMakers } from "../network/network-parts.ts";
import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { RetriedWrites } from "../recording/retried-writes.ts";
import type { KnownItems } from "../rule/known-items.ts";
import type { KnownItemsCleanup } from "../rule/known-items-cleanup.ts";
import type { Store } from "../store.ts";
import type { Story } from "../story/story.ts";
import type { NewId } from "../tagging/item-tag.ts";
import type { Clock, RunLater } from "../time/clock.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { EventIntake } from "./event-intake.ts";
import type { Guard } from "./guard.ts";
import type { LookSchedule } from "./look-schedule.ts";
import type { StartupLoad } from "./startup-load.ts";

export interface DoubletakeParts {
  readonly platform: Platform;
  readonly config: Config;
  readonly messages: Messages;
  readonly log: Log;
  /** This server's name in a store that several share. Absent: it has the store to itself. */
  readonly serverName?: string | undefined;
  readonly outside: OutsideAlerts;
  /** Reads config.yml and messages.yml again, with complaints to `log`. Absent: there are no files. */
  readonly readFiles?:
    | ((inForce: Config, log: Log) => { readonly config: Config; readonly messages: Messages })
    | undefined;
  /** For `status` and `notify test`. Absent: there are no channels. */
  readonly channels?: ChannelStatus;
  readonly clock?: Clock;
  readonly newId?: NewId;
  /** Defaults to the process's own timers. */
  readonly runLater?: RunLater;
  /** Other parts for the protocol between servers, to measure it. */
  readonly networkMakers?: NetworkMakers | undefined;
  /** Other parts for the ledger to judge by, to measure it. */
  readonly ledgerMakers?: LedgerMakers | undefined;
  /** False: no event is noted, to measure what stories cost. */
  readonly notesEvents?: boolean;
}

/** What the parts ask of the running service. */
export interface ServiceHost {
  /** Returns `undefined` before the store is connected. */
  readonly connected: () => Store | undefined;
  /** Throws before the store is connected, with an error that says what to do. */
  readonly openStore: () => Store;
  readonly report: (event: GameEvent) => void;
  readonly reload: () => Reloaded | undefined;
}

/** What most parts of the service need. */
export interface CommonParts {
  readonly platform: Platform;
  readonly live: LiveConfig;
  /** The settings in force. */
  readonly config: Config;
  readonly messages: Messages;
  readonly clock: GameClock;
  readonly log: Log;
  /** For parts that may log the same failure again and again; acts are logged every time. */
  readonly quiet: Log;
  readonly newId: NewId;
  readonly recorder: Recorder;
  readonly writes: RetriedWrites;
  readonly holders: Holders;
  readonly listeners: Listeners;
  readonly guard: Guard;
}

/** The parts of the running service, connected. */
export interface Service extends CommonParts {
  readonly knownItems: KnownItems;
  /** Absent if no material is watched. */
  readonly ledger: Ledger | undefined;
  /** Absent if the server has the store to itself. */
  readonly network: Network | undefined;
  readonly story: Story | undefined;
  readonly consequences: Consequences;
  readonly schedule: LookSchedule;
  readonly liveItems: LiveItems;
  readonly api: DoubletakeApi;
  readonly commandContext: CommandContext;
  readonly intake: EventIntake;
  readonly endRecorder: EndRecorder;
  readonly clientWrittenItems: ClientWrittenItems;
  readonly notices: FirstIdNotices;
  readonly cleanup: KnownItemsCleanup;
  readonly startupLoad: StartupLoad;
  readonly savedAnnouncements: SavedAnnouncements;
}
