import { join } from "node:path";
import { Plugin } from "@serenityjs/plugins";
import { PLUGIN_FOLDER, VERSION } from "../../index.ts";
import { doubletake } from "./plugin.ts";

/** The default export that Serenity's plugin loader expects of a plugin folder. */
export default new Plugin(PLUGIN_FOLDER, VERSION, {
  onInitialize({ serenity, path }: Plugin) {
    // The plugin's folder may have any name. Our files are always in the folder `doubletake` beside it.
    doubletake(serenity, { folder: join(path, "..", PLUGIN_FOLDER) });
  },
});
