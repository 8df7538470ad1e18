/** Hears when a pass over all players, or over all other places, begins and ends. */
export interface PassListener {
  onPassBegin(): void;
  onPassEnd(): void;
}

/** Returns a listener that tells all of these. */
export function everyListener(...listeners: readonly (PassListener | undefined)[]): PassListener {
  return {
    onPassBegin: () => listeners.forEach((listener) => void listener?.onPassBegin()),
    onPassEnd: () => listeners.forEach((listener) => void listener?.onPassEnd()),
  };
}
