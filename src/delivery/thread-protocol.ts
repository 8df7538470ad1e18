import type {
  Alert,
  ChannelHealth,
  ChannelName,
  DeliveryFailure,
  Language,
  NotificationSettings,
  TestOutcome,
  Texts,
} from "../core/index.ts";
import type { Timing } from "./timing.ts";

/** What the delivery thread is started with. Secret. */
export interface ThreadSetup {
  readonly settings: NotificationSettings;
  readonly language: Language;
  readonly texts: Texts;
  readonly timing: Timing;
  readonly trustedCertificates: readonly string[];
}

/** An alert on its way, with the channels that the filter allows. */
export interface OutgoingAlert {
  readonly alert: Alert;
  readonly channels: readonly ChannelName[];
}

/** To the thread. */
export type Request =
  | {
      readonly kind: "alerts";
      readonly alerts: readonly OutgoingAlert[];
      /** How many alerts found no room before they were handed over. */
      readonly overflowed: ReadonlyMap<ChannelName, number>;
    }
  | { readonly kind: "test"; readonly id: number; readonly channel: ChannelName }
  | { readonly kind: "health"; readonly id: number }
  /** Send the waiting alerts, then end. */
  | { readonly kind: "close" };

/** From the thread. */
export type Reply =
  /** The last `alerts` are in their queues, and the next may come. */
  | { readonly kind: "taken" }
  | { readonly kind: "tested"; readonly id: number; readonly outcome: TestOutcome }
  | { readonly kind: "health"; readonly id: number; readonly channels: readonly ChannelHealth[] }
  | { readonly kind: "notice"; readonly notice: Notice };

/** Something the operator should read. The counts are since the last notice about the channel. */
export type Notice = { readonly channel: ChannelName; readonly host: string } & (
  | {
      readonly kind: "failing";
      readonly failure: DeliveryFailure;
      readonly lost: number;
      readonly overflowed: number;
    }
  | { readonly kind: "overflowing"; readonly overflowed: number }
  | { readonly kind: "working-again"; readonly lost: number; readonly overflowed: number }
  | { readonly kind: "unsent-at-stop"; readonly count: number }
);
