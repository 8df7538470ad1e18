import type { Say } from "./say.ts";

/**
 * A place in the words of the game: `inventory of Alex`, `container`. Parses the key itself (core's `place.ts` has its forms),
 * because the page in the browser cannot include the core.
 */
export function placeText(place: string, holderName: string, say: Say, seenBy = ""): string {
  const { server, place: there } = whereIs({ server: seenBy, place });
  if (server !== "") return say.text("places.on-server", { place: placeText(there, holderName, say), server });
  const holder = holderName || say.text("alerts.nobody", {});
  switch (place.split(":")[0]) {
    case "player":
      return say.text("places.player", { holder });
    case "ender":
      return say.text("places.ender", { holder });
    case "window":
      return say.text("places.window", { holder });
    case "block":
      return say.text("places.block", {});
    case "ground":
      return say.text("places.ground", {});
    case "entity":
      return say.text("places.entity", {});
    case "ended":
      return say.text("places.ended", {});
    default:
      return say.text("places.unknown-position", {});
  }
}

/** The server of a copy, and its place there; the server is empty if there is only one. */
export function whereIs({ server = "", place }: { readonly server?: string; readonly place: string }): {
  readonly server: string;
  readonly place: string;
} {
  const [, elsewhere, there] = /^server:(.*)\/([a-z]+:.*)$/.exec(place) ?? [];
  return elsewhere === undefined || there === undefined ? { server, place } : { server: elsewhere, place: there };
}
