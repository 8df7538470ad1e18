import { Births, type BirthsParts } from "./births.ts";
import { EventNotes } from "./event-notes.ts";
import { RecentEvents } from "./recent-events.ts";

/**
 * How it happened: what the game reported lately, and what of it belongs to copies that are suspected or proven. Everything else
 * tells it something, and learns nothing from it but what staff are shown.
 */
export class Story {
  readonly notes: EventNotes;
  readonly births: Births;

  constructor(parts: Omit<BirthsParts, "events" | "notes">) {
    const events = new RecentEvents();
    this.notes = new EventNotes(events, parts.clock);
    this.births = new Births({ ...parts, events, notes: this.notes });
  }
}
