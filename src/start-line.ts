import { allChannels, type Config, checkChannel, type Platform, VERSION } from "./core/index.ts";

/** What an operator wants to know when the server starts, in one console line. It contains no secret. */
export function startLine(config: Config, platform: Platform): string {
  const channels = allChannels(config.notifications).filter((channel) => checkChannel(channel).kind === "ready");
  const shown = channels.map(({ name }) => name).join(", ") || "none";
  return (
    `Doubletake ${VERSION} on ${platform.name} ${platform.version}: store ${config.storage.engine}, ` +
    `removal ${config.autoRemoveDuplicates ? "on" : "off"}, channels ${shown}, language ${config.language}. ` +
    "Staff are operators (/op), or have the permission doubletake.admin, doubletake.alerts or doubletake.test."
  );
}
