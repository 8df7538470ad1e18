/** Hears when a pass over all players, or over all other places, begins and ends. */
export interface PassListener {
  began(): void;
  ended(): void;
}

/** Returns a listener that tells all of these. */
export function everyListener(...listeners: readonly (PassListener | undefined)[]): PassListener {
  return {
    began: () => listeners.forEach((listener) => void listener?.began()),
    ended: () => listeners.forEach((listener) => void listener?.ended()),
  };
}
