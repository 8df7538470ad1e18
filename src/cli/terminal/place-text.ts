/** A place in words: `with Alex`, `in the ender chest of Alex`, `in the block world:1,64,-7`. */
export function placeText(place: string, nameOf: (playerId: string) => string): string {
  const at = place.indexOf(":");
  const rest = place.slice(at + 1);
  const owner = rest.replace(/#\d+$/, "");
  switch (place.slice(0, Math.max(0, at))) {
    case "player":
      return `with ${nameOf(owner)}`;
    case "ender":
      return `in the ender chest of ${nameOf(owner)}`;
    case "window":
      return `in a window of ${nameOf(owner)}`;
    case "block":
      return `in the block ${rest}`;
    case "ground":
      return `on the ground of chunk ${rest}`;
    case "entity":
      return `on the entity ${rest}`;
    default:
      return place === "nowhere" ? "nowhere: it was gone when its place was looked at" : place;
  }
}
