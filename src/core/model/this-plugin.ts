/** As alerts carry it (section 2.6). */
export const PLUGIN_NAME = "Doubletake";

/** The folder below `plugins/` that holds config.yml, messages.yml and the store. */
export const PLUGIN_FOLDER = "doubletake";

/** Our own version, the same as in package.json; the status command shows it. */
export const VERSION = "1.0.0";
