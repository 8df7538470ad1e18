import { ENDED, onAnotherServer, type PlaceKey, placeKind } from "../model/place.ts";
import { type SeenCopy, whereIs } from "../model/seen-copy.ts";
import type { RenderedText } from "./message-keys.ts";
import type { Messages } from "./messages.ts";

/** `inventory of Alex`, `container, last touched by Alex`. `holderName` is empty if nobody is known. */
export function placeText(messages: Messages, place: PlaceKey, holderName: string): RenderedText {
  const elsewhere = onAnotherServer(place);
  if (elsewhere !== undefined) {
    const there = placeText(messages, elsewhere.place, holderName);
    return messages.rendered("places.on-server", { place: there, server: elsewhere.server });
  }
  const holder = holderName === "" ? messages.rendered("alerts.nobody", {}) : holderName;
  if (place === ENDED) return touchedBy(messages, messages.rendered("places.ended", {}), holderName);
  switch (placeKind(place)) {
    case "player":
      return messages.rendered("places.player", { holder });
    case "ender":
      return messages.rendered("places.ender", { holder });
    case "window":
      return messages.rendered("places.window", { holder });
    case "block":
      return touchedBy(messages, messages.rendered("places.block", {}), holderName);
    case "ground":
      return touchedBy(messages, messages.rendered("places.ground", {}), holderName);
    case "entity":
      return touchedBy(messages, messages.rendered("places.entity", {}), holderName);
    default:
      return { rendered: messages.text("places.unknown-position", {}) };
  }
}

/** The same for a copy on record, with the server of a network. */
export function placeOfCopy(messages: Messages, copy: SeenCopy): RenderedText {
  const { server, place } = whereIs(copy);
  const there = placeText(messages, place, copy.holderName);
  return server === "" ? there : messages.rendered("places.on-server", { place: there, server });
}

/** `Alex at world:1,64,2`; with the server of a network, and the size of a stack that should be one item. */
export function copyText(
  messages: Messages,
  copy: Pick<SeenCopy, "holderName" | "location" | "count"> & Partial<Pick<SeenCopy, "place" | "server">>,
): string {
  const { holderName, count, place = "" } = copy;
  const location = locationText(messages, copy.location, whereIs({ ...copy, place }).server);
  const holder = holderName === "" ? messages.rendered("alerts.nobody", {}) : holderName;
  return count > 1
    ? messages.text("alerts.place-stack", { holder, location, count })
    : messages.text("alerts.place", { holder, location });
}

/** Coordinates, with the server if one is named (`world:1,64,2 on lobby`); or a text that they are not known. */
export function locationText(messages: Messages, location: string, server = ""): string | RenderedText {
  const at = location === "" ? messages.rendered("places.unknown-position", {}) : location;
  return server === "" ? at : messages.rendered("places.location-on-server", { location: at, server });
}

function touchedBy(messages: Messages, place: RenderedText, holder: string): RenderedText {
  return holder === "" ? place : messages.rendered("places.touched-by", { place, holder });
}
