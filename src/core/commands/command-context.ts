import type { ThisServer } from "../alerts/alerts.ts";
import type { NoticeMutes } from "../alerts/notice-mutes.ts";
import type { RemovalBrake } from "../cases/removal/removal-brake.ts";
import type { StaffActs } from "../cases/staff-acts.ts";
import type { ChannelStatus } from "../channels/channel-status.ts";
import type { ConfigChange } from "../config/live-config.ts";
import type { ItemEvent } from "../item-event.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Messages } from "../messages/messages.ts";
import type { Log } from "../model/log.ts";
import type { CopiedWorlds } from "../network/copied-worlds.ts";
import type { Platform } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { KnownItems } from "../rule/known-items.ts";
import type { Store } from "../store.ts";
import type { Tricks } from "../story/tricks.ts";
import type { Clock, RunLater } from "../time/clock.ts";
import type { TickCost } from "../time/tick-cost.ts";
import type { LiveItems } from "./live-items.ts";

/** What commands and forms see of the running service. */
export interface CommandContext {
  readonly platform: Platform;
  /** The texts that the caller is answered with. */
  readonly messages: Messages;
  readonly clock: Clock;
  readonly log: Log;
  readonly runLater: RunLater;
  /** Throws while the store is still opening. */
  readonly store: Store;
  readonly hasStore: boolean;
  readonly recorder: Recorder;
  readonly knownItems: KnownItems;
  readonly mutes: NoticeMutes;
  readonly liveItems: LiveItems;
  readonly server: ThisServer;
  readonly staffActs: StaffActs;
  /** Says whether copies are taken away automatically. */
  readonly brake: RemovalBrake;
  /** Knows which cases are one trick. */
  readonly tricks: Tricks;
  /** Absent if the server has the store to itself. */
  readonly copiedWorlds: CopiedWorlds | undefined;
  /** Absent when no material is watched. */
  readonly ledger: Ledger | undefined;
  /** Absent when there are no channels. */
  readonly channels: ChannelStatus | undefined;
  readonly cost: TickCost;
  report(event: ItemEvent): void;
  /** Reads the files again; `undefined` if there are none. */
  reload(): Reloaded | undefined;
}

/** The result of a reload. */
export interface Reloaded extends ConfigChange {
  /** The number of lines about the files that the console got. */
  readonly complaints: number;
}

/** The same context with other texts. The console is answered in English, whatever the players' language is. */
export function withMessages(context: CommandContext, messages: Messages): CommandContext {
  // Not a copy: the store is asked for only when a command needs it, and is not there yet at a start.
  return Object.create(context, { messages: { value: messages } });
}
