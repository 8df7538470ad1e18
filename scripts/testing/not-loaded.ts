/** Begins the line that names a test file that cannot be loaded. */
export const NOT_LOADED = "Not loaded:";
