/** Hears when a pass over all players, or over all other places, begins and ends. */
export interface PassListener {
  began(): void;
  ended(): void;
}
