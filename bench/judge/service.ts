import {
  type CommandSet,
  Doubletake,
  type Location,
  type Log,
  type LookHints,
  locationOfPlace,
  type PlaceKey,
  type Platform,
  readConfig,
  type StackVisitor,
} from "../../src/core/index.ts";
import { FakeItem, type FakeStack } from "../../src/testing/fake-item.ts";
import { FakePlayer } from "../../src/testing/fake-player.ts";
import { englishMessages } from "../../src/testing/unpublished/english-messages.ts";
import { ForgetfulStore } from "../core/forgetful-store.ts";
import { benchClock } from "../core/service.ts";

interface Container {
  readonly slots: readonly FakeStack[];
  readonly location: Location;
}

/** A large world that costs next to nothing itself: every place is found by one look-up. */
export class JudgePlatform implements Platform {
  readonly name = "bench";
  readonly version = "1";
  readonly playerList: FakePlayer[] = [];
  /** How many containers were looked at. */
  looks = 0;
  readonly #holders = new Map<PlaceKey, FakePlayer | Container>();
  readonly #containers: PlaceKey[] = [];
  #onTick: () => void = () => undefined;

  addPlayer(name: string, slots: readonly FakeStack[]): void {
    const player = new FakePlayer(name, { slots: [...slots] });
    this.playerList.push(player);
    this.#holders.set(player.place, player);
  }

  addContainer(place: PlaceKey, slots: readonly FakeStack[]): void {
    this.#containers.push(place);
    this.#holders.set(place, { slots, location: locationOfPlace(place)! });
  }

  tick(): void {
    this.#onTick();
  }

  players(): Iterable<FakePlayer> {
    return this.playerList;
  }

  onTick(callback: () => void): () => void {
    this.#onTick = callback;
    return () => undefined;
  }

  places(): Iterable<PlaceKey> {
    return this.#containers;
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    const holder = (hints?.player as FakePlayer | undefined) ?? this.#holders.get(place);
    if (holder === undefined) return true;
    const unstackableOnly = hints?.unstackableOnly ?? false;
    if (holder instanceof FakePlayer) {
      holder.showSlots(see, unstackableOnly);
      return true;
    }
    this.looks++;
    const { slots, location } = holder;
    for (let slot = 0; slot < slots.length; slot++) {
      const stack = slots[slot]!;
      if (!unstackableOnly || stack.maxStackSize === 1 || stack.inside)
        see(new FakeItem(stack), SLOT_NAMES[slot]!, location);
    }
    return true;
  }

  registerCommands(_commands: CommandSet): void {
    // Nobody types commands here.
  }
}

const SLOT_NAMES = Array.from({ length: 54 }, (_, slot) => String(slot));

export const benchLog: Log = { info() {}, warn() {}, error: (text) => console.error(text) };

/** A running service. A listener to its events would cost time, so alerts are collected where they leave. */
export function judgeService(platform: JudgePlatform, configText = "", alerts: string[] = []): Doubletake {
  const doubletake = new Doubletake({
    platform,
    config: readConfig(configText).config,
    messages: englishMessages(),
    log: benchLog,
    outside: {
      isHeard: () => false,
      send: ({ type, details }) => alerts.push(`${type} ${details}`),
      sendDuplicateAlert() {},
    },
    clock: benchClock,
  });
  doubletake.start();
  doubletake.connect(new ForgetfulStore({ clock: benchClock }));
  return doubletake;
}
