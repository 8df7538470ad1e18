/** What can be wrong with a detector that is otherwise careful. Each flaw is a mutant in the self-test of the bench. */
export interface Flaws {
  /** Judges while a tick is still under way. */
  readonly judgesInMidTick?: boolean;
  /** Does not look when an event was cancelled. */
  readonly ignoresCancelled?: boolean;
  /** Takes the first look as proof. */
  readonly looksOnce?: boolean;
  /** Forgets what it knew about an id after this many ticks. */
  readonly forgetsAfterTicks?: number;
  /** Does not look at the cursor and at armour. */
  readonly skipsCursorAndArmour?: boolean;
  /** Takes previews for items. */
  readonly countsPreviews?: boolean;
  /** Takes menus for places. */
  readonly countsMenus?: boolean;
  /** Tells ground items apart only by their entity, not by the id that they carry. */
  readonly comparesEntitiesOnly?: boolean;
  /** Orders sightings by the wall clock, as one would with the times of other servers. */
  readonly trustsWallClock?: boolean;
  readonly removesOnContested?: boolean;
  readonly removesBoth?: boolean;
  readonly ignoresInnerIds?: boolean;
  /** Treats copies of a template as duplicates although they were announced. */
  readonly tagsTemplates?: boolean;
  readonly losesClaimsOnRestart?: boolean;
  /** Does not look when a place goes dark. */
  readonly skipsLastLook?: boolean;
}
