import type { RenderedText } from "./message-keys.ts";
import type { Messages } from "./messages.ts";

/** Coordinates, with the server if one is named (`world:1,64,2 on lobby`); or a text that they are not known. */
export function locationText(messages: Messages, location: string, server = ""): string | RenderedText {
  const at = location === "" ? messages.rendered("places.unknown-position", {}) : location;
  return server === "" ? at : messages.rendered("places.location-on-server", { location: at, server });
}
