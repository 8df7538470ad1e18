import { join } from "node:path";
import { Plugin } from "@serenityjs/plugins";
import { PLUGIN_FOLDER, VERSION } from "../../index.ts";
import { doubletake } from "./plugin.ts";

/** What Serenity's plugin loader wants as the default export of a plugin folder. */
export default new Plugin(PLUGIN_FOLDER, VERSION, {
  onInitialize({ serenity, path }: Plugin) {
    // The plugin may lie in a folder of any name; its files are always in the one of ours beside it.
    doubletake(serenity, { folder: join(path, "..", PLUGIN_FOLDER) });
  },
});
