/** As alerts carry it (section 2.6). */
export const PLUGIN_NAME = "Doubletake";

/** The folder below `plugins/` that holds config.yml, messages.yml and the store. */
export const PLUGIN_FOLDER = "doubletake";
