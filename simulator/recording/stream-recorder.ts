import { type Announcement, formatLocation, type Item, type ItemEvent, type PlaceKey } from "../../src/core/index.ts";
import type { Detector, DetectorHost, DetectorVerdict, Restart } from "../detectors/detector.ts";
import { seeCopies } from "../detectors/see-copies.ts";
import type { EventNote } from "../faults/sim-event.ts";
import type { LineFile } from "./line-file.ts";

/**
 * A detector that only writes down what a detector is told and can see: events, announcements and restarts as they come, and
 * every changed place at each tick end. With these lines a run can be replayed without the simulator.
 */
export class StreamRecorder implements Detector {
  readonly #host: DetectorHost;
  readonly #file: LineFile;
  /** Numbers stacks in the order in which they were first seen, because the game compares them with `===`. */
  readonly #objects = new WeakMap<object, number>();
  #objectCount = 0;
  #lastOnline = "";

  constructor(host: DetectorHost, file: LineFile) {
    this.#host = host;
    this.#file = file;
    this.#listen();
  }

  report(event: ItemEvent, { isCancelled }: EventNote): void {
    // A detector looks while it still can.
    if (event.kind === "going-dark") this.#look(event.place);
    const { player, item, location, ...rest } = { player: undefined, item: undefined, location: undefined, ...event };
    this.#write({
      ...rest,
      ...(player && { player: player.id, name: player.name }),
      ...(item && { item: this.#shown(item) }),
      ...(location && { location: formatLocation(location) }),
      ...(isCancelled && { isCancelled }),
    });
  }

  announce(announcement: Announcement): void {
    this.#write({ kind: "announcement", ...announcement });
  }

  verdicts(): DetectorVerdict[] {
    return [];
  }

  async restart(how: Restart): Promise<void> {
    this.#write({ kind: "restart", how });
    this.#listen();
  }

  #listen(): void {
    this.#host.platform.onTick(() => this.#tickEnd());
  }

  #tickEnd(): void {
    this.#online();
    const changed = new Set(this.#host.changedPlaces());
    // A detector gives ids at a tick end. So from then on everything that can be seen has one.
    for (const place of changed) seeCopies(this.#host.platform, place, this.#host.newId);
    for (const place of changed) this.#look(place);
    this.#write({ kind: "tick-end" });
  }

  #online(): void {
    const players = [...this.#host.platform.players()].map((player) => ({
      id: player.id,
      name: player.name,
      place: player.place,
      isCreative: player.isCreative(),
    }));
    const shown = JSON.stringify(players);
    if (shown === this.#lastOnline) return;
    this.#lastOnline = shown;
    this.#write({ kind: "online", players });
  }

  #look(place: PlaceKey): void {
    const items: object[] = [];
    const isVisible = this.#host.platform.look(place, (item, slot, location) =>
      items.push({ slot, location: formatLocation(location), ...this.#shown(item) }),
    );
    this.#write(isVisible ? { kind: "state", place, items } : { kind: "dark", place });
  }

  /** What the game shows of a stack, contents included. */
  #shown(item: Item): object {
    const inside: unknown[] = [];
    const contents = item.contents();
    contents?.each((inner, slot) => inside.push({ slot, ...this.#shown(inner) }));
    const id = item.readTag();
    return {
      object: this.#numberOf(item.stack),
      material: item.material,
      count: item.count,
      ...(id !== undefined && { id }),
      ...(contents && { holds: contents.kind, inside }),
    };
  }

  #numberOf(stack: object): number {
    let number = this.#objects.get(stack);
    if (number === undefined) {
      number = ++this.#objectCount;
      this.#objects.set(stack, number);
    }
    return number;
  }

  #write(line: object): void {
    this.#file.write({ sequence: this.#file.lines + 1, tick: this.#host.tick(), ms: this.#host.clock.now(), ...line });
  }
}
