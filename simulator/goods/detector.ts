import {
  type Announcement,
  builtInTexts,
  type Config,
  Doubletake,
  defaultConfig,
  type ItemEvent,
  type Log,
  Messages,
  type OutsideAlerts,
  type Platform,
} from "../../src/core/index.ts";
import type { LedgerMakers } from "../../src/core/ledger/ledger-makers.ts";
import { MemoryStore } from "../../src/testing/memory-store.ts";
import { LaggingStore } from "../detectors/lagging-store.ts";
import type { VirtualClock } from "../virtual-clock.ts";
import { ledgerName, WATCHED } from "./materials.ts";

/** What staff were told of one balance. */
export interface BalanceAlert {
  readonly tick: number;
  readonly playerId: string;
  readonly player: string;
  /** As the ledger writes it. */
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
}

/** What staff were told of several players, with their names. */
export interface SharedAlert extends BalanceAlert {
  readonly players: readonly string[];
}

const NOBODY_OUTSIDE: OutsideAlerts = {
  isHeard: () => false,
  send: () => undefined,
  sendDuplicateAlert: () => undefined,
};

/** The product itself with a ledger of the watched goods, and its store in memory. */
export class LedgerDetector {
  readonly alerts: BalanceAlert[] = [];
  /** Those that blame nobody. */
  readonly shared: SharedAlert[] = [];
  readonly errors: string[] = [];
  readonly #platform: Platform;
  readonly #clock: VirtualClock;
  readonly #tick: () => number;
  readonly #store: MemoryStore;
  readonly #config: Config;
  readonly #messages: Messages;
  readonly #makers: LedgerMakers | undefined;
  #life!: LaggingStore;
  #service!: Doubletake;
  #ids = 0;

  constructor(platform: Platform, clock: VirtualClock, scanTicks: number, tick: () => number, makers?: LedgerMakers) {
    this.#makers = makers;
    this.#platform = platform;
    this.#clock = clock;
    this.#tick = tick;
    this.#store = new MemoryStore({ clock, serverName: "simulator" });
    const materials = new Map(WATCHED.map((material) => [ledgerName(material), material.threshold]));
    const config = defaultConfig();
    this.#config = { ...config, scanInterval: scanTicks, balance: { ...config.balance, materials } };
    const english = builtInTexts("en");
    const edits = new Map([
      ["alerts.balance-discrepancy", "{actual} {expected} {excess}"],
      ["alerts.balance-unclear", "{actual} {expected} {excess} {players}"],
    ]);
    this.#messages = new Messages({ language: "en", edits, translation: english, english });
    this.#boot();
  }

  report(event: ItemEvent): void {
    this.#service.report(event);
  }

  announce(announcement: Announcement): void {
    this.#service.api.announce(announcement);
  }

  /** After every tick end. */
  commit(): void {
    this.#life.commit();
  }

  async restart(how: "clean" | "crash"): Promise<void> {
    if (how === "clean") {
      const stopped = this.#service.stop();
      this.#life.commit(0);
      for (let turn = 0; turn < 50; turn++) await undefined;
      this.#life.commit(0);
      await stopped;
    }
    this.#life.kill();
    this.#boot();
  }

  #boot(): void {
    const log: Log = { info: () => undefined, warn: () => undefined, error: (text) => this.errors.push(text) };
    this.#life = new LaggingStore(this.#store, this.#tick);
    this.#service = new Doubletake({
      platform: this.#platform,
      config: this.#config,
      messages: this.#messages,
      log,
      outside: NOBODY_OUTSIDE,
      clock: this.#clock,
      ledgerMakers: this.#makers,
      newId: () => `dddddddd-0000-4000-8000-${(++this.#ids).toString(16).padStart(12, "0")}`,
    });
    this.#service.api.on("alert", ({ type, playerUuid, player, material, details }) => {
      if (type !== "BALANCE_DISCREPANCY") return;
      const [actual, expected, excess] = details.split(" ").map(Number) as [number, number, number];
      const alert = { tick: this.#tick(), playerId: playerUuid, player, material, actual, expected, excess };
      if (player === "") this.shared.push({ ...alert, players: details.split(/,? /).slice(3) });
      else this.alerts.push(alert);
    });
    this.#service.start();
    void this.#service.connect(this.#life.face);
  }
}
