import type { Action, ItemEvent, StoryEvent } from "../item-event.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Item, Player } from "../platform.ts";
import type { Clock } from "../time/clock.ts";
import type { EventKind, RecentEvents } from "./recent-events.ts";

/** The kind of event for each act on an item. */
const ACTS: Partial<Record<string, EventKind>> = {
  PICKUP: "pickup",
  DROP: "drop",
  CRAFTED: "craft",
  INVENTORY_CLICK: "click",
  CONTAINER_TRANSFER: "transfer",
  DEATH: "death",
  ENCHANT: "enchant",
  BLOCK_PLACE: "place",
  GIVE: "give",
  CREATIVE: "creative",
  CONSUME: "use",
  DESPAWN: "vanish",
} satisfies Partial<Record<Action, EventKind>>;

/** A tick that begins this long after the one before is late: it took three times as long as it should. */
const LATE_TICK_MS = 150;

/** The most ids noted from one look. A player who moves boxes with thousands of items must not push everything else out of the ring. */
const NOTED_A_LOOK = 16;

/** Writes down what the game reports, in a few numbers and references each. */
export class EventNotes {
  readonly #events: RecentEvents;
  readonly #clock: Clock;
  /** When the current or latest tick end began. */
  tickMs = Number.POSITIVE_INFINITY;

  constructor(events: RecentEvents, clock: Clock) {
    this.#events = events;
    this.#clock = clock;
  }

  /** A player did something with an item, which has its id by now. */
  noteAct(player: Player, item: Item, action: string, itemId: string | null, touched: readonly PlaceKey[]): void {
    const kind = ACTS[action] ?? "other";
    this.#events.add(kind, this.#clock.now(), player.place, touched[0], touched[1], itemId ?? "", item.material);
  }

  /** Everything but interactions: for these there is `noteAct`. */
  noteItemEvent(event: Exclude<ItemEvent, { kind: "interaction" }>): void {
    switch (event.kind) {
      case "sighting":
        this.#noteSighting(event.place, event.action, event.player);
        break;
      case "going-dark":
        if (event.action === "QUIT") this.#add("leave", event.player, event.place);
        else this.#add(event.action === "BLOCK_BREAK" ? "break" : "unload", event.player, event.place);
        break;
      case "item-ended":
        this.#ofItem(event.action === "DESPAWN" ? "vanish" : "use", event.player, event.item);
        break;
      case "authored-item":
        this.#ofItem("creative", event.player, event.item);
        break;
    }
  }

  noteStoryEvent({ what, player, place }: StoryEvent): void {
    this.#add(what, player, place);
  }

  /** A look found these ids where they had not been. */
  noteFound(place: PlaceKey, ids: readonly string[]): void {
    const nowMs = this.#clock.now();
    for (let at = 0; at < ids.length && at < NOTED_A_LOOK; at++)
      this.#events.add("seen", nowMs, "", place, "", ids[at]);
  }

  tick(): void {
    const nowMs = this.#clock.now();
    const tookMs = nowMs - this.tickMs;
    this.tickMs = nowMs;
    if (tookMs >= LATE_TICK_MS) this.#events.add("late", nowMs, "", "", "", "", "", tookMs);
  }

  #noteSighting(place: PlaceKey, action: Action, player: Player | undefined): void {
    if (action === "JOIN") this.#add("join", player, place);
    else if (action === "RESPAWN") this.#add("respawn", player, place);
    else if (action === "CONTAINER_OPEN" && player !== undefined) this.#add("open", player, place);
    else if (action === "BLOCK_BREAK" && player !== undefined) this.#add("break", player, place);
    else if (action === "SCAN" && player === undefined) this.#add("light", player, place);
  }

  #ofItem(kind: EventKind, player: Player | undefined, item: Item): void {
    this.#events.add(kind, this.#clock.now(), player?.place ?? "", "", "", item.readTag() ?? "", item.material);
  }

  #add(kind: EventKind, player: Player | undefined, place: PlaceKey | undefined): void {
    this.#events.add(kind, this.#clock.now(), player?.place ?? "", place);
  }
}
