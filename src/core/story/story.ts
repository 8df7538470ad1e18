import { Births, type BirthsParts } from "./births.ts";
import { EventNotes } from "./event-notes.ts";
import { RecentEvents } from "./recent-events.ts";

/**
 * Tells how copies came to be: what the game reported lately, and which part of it belongs to suspected or proven copies. Other parts feed
 * it, and get nothing back from it but what staff are shown.
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
