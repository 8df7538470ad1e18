import type { Config } from "../config/settings.ts";
import { withoutColours } from "../messages/colours.ts";
import type { Messages } from "../messages/messages.ts";
import { ALERT_TYPES, type Alert, type AlertType, isAtLeast, type Severity } from "../model/alert.ts";
import type { Log } from "../model/log.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import { PLUGIN_NAME } from "../model/this-plugin.ts";
import type { Platform } from "../platform.ts";
import type { Clock } from "../time/clock.ts";
import { type SharedWords, sharedWords } from "./alert-words.ts";
import type { Listeners } from "./listeners.ts";
import { tellWatchers } from "./tell-watchers.ts";

/** This server as staff know it. */
export interface ThisServer {
  /** Empty until it is known. */
  readonly name: string;
  /** True if other servers are known to use the same database: then staff are told which server something is about. */
  readonly hasOthers: boolean;
}

/** Something to tell, before it is put into words. */
export interface Finding {
  readonly type: AlertType;
  /** Defaults to the type's own severity. */
  readonly severity?: Severity;
  readonly player?: { readonly id: string; readonly name: string };
  readonly material: string;
  readonly itemId: string;
  readonly caseNumber?: number;
  readonly players: readonly string[];
  readonly locations: readonly string[];
  readonly copies?: readonly SeenCopy[];
  /** How many there are, and how many there should be. */
  readonly actual: number;
  readonly expected: number;
  /** Puts the details into words, in the language of the messages it is given. */
  details(messages: Messages, shared: SharedWords): string;
}

/** Takes alerts that staff outside the game should get, and does its own filtering and sending. */
export interface OutsideAlerts {
  /** True when an alert of this severity would be sent to some channel. */
  isHeard(severity: Severity): boolean;
  send(alert: Alert): void;
  /** Section 4.1, `sendDuplicateAlert`: one alert to the embed channel, past the same filter. */
  sendDuplicateAlert(itemId: string, players: readonly string[], locations: readonly string[]): void;
}

interface AlertsParts {
  readonly platform: Platform;
  readonly messages: Messages;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly listeners: Listeners;
  readonly outside: OutsideAlerts;
  readonly server: ThisServer;
}

/** Turns findings into alerts: to watchers and the console, to listeners, and outside the game. */
export class Alerts {
  readonly #parts: AlertsParts;
  readonly #english: Messages;

  constructor(parts: AlertsParts) {
    this.#parts = parts;
    this.#english = parts.messages.inEnglish().withConstants("as-they-are");
  }

  /** True when an alert of this severity would reach anybody. */
  isHeard(severity: Severity): boolean {
    const { config, outside, listeners } = this.#parts;
    return isAtLeast(severity, config.alerts.minSeverity) || outside.isHeard(severity) || listeners.isHeard("alert");
  }

  raise(finding: Finding): Alert {
    const { platform, messages: inGame, config, clock, log, listeners, outside, server } = this.#parts;
    const { type, material, itemId, players, locations, actual, expected } = finding;
    const known = {
      plugin: PLUGIN_NAME,
      type,
      severity: finding.severity ?? ALERT_TYPES[type],
      player: finding.player?.name ?? "",
      playerUuid: finding.player?.id ?? NIL_UUID,
      material,
      timestamp: clock.now(),
      itemId,
      caseNumber: finding.caseNumber ?? 0,
      players,
      locations,
      actual,
      expected,
      copies: finding.copies ?? [],
      server: this.#shownServer,
    };
    const detailsIn = (messages: Messages) => {
      const details = finding.details(messages, sharedWords(messages, known));
      // Copies are told with their own servers.
      if (!server.hasOthers || known.copies.length > 0) return details;
      return `${details} ${messages.text("alerts.on-server", { server: known.server })}`;
    };
    const alert: Alert = { ...known, details: detailsIn(inGame.withConstants("as-they-are")) };
    if (isAtLeast(alert.severity, config.alerts.minSeverity)) {
      tellWatchers(platform, broadcastText(inGame, alert, detailsIn(inGame)), log);
      log.warn(withoutColours(broadcastText(this.#english, alert, detailsIn(this.#english))));
    }
    outside.send(alert);
    listeners.emit("alert", alert);
    return alert;
  }

  /** Empty if there is only one server, unless the operator named it. */
  get #shownServer(): string {
    const { config, server } = this.#parts;
    return server.hasOthers || config.serverName !== "" ? server.name : "";
  }
}

function broadcastText(messages: Messages, alert: Alert, details: string): string {
  return messages.text("alerts.broadcast", { ...sharedWords(messages, alert), details: { rendered: details } });
}
