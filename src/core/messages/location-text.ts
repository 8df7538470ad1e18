import type { RenderedText } from "./message-keys.ts";
import type { Messages } from "./messages.ts";

/** Coordinates; `world:1,64,2 on lobby` where a server is named; or that they are not known. */
export function locationText(messages: Messages, location: string, server = ""): string | RenderedText {
  const at = location === "" ? messages.rendered("places.unknown-position", {}) : location;
  return server === "" ? at : messages.rendered("places.location-on-server", { location: at, server });
}
