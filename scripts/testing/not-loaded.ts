/** Begins the line that names a test file which cannot be loaded. */
export const NOT_LOADED = "Not loaded:";
