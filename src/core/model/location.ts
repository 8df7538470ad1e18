/** A block position in a world. `world` is the world's name; a dimension other than its first is `name/nether`. */
export interface Location {
  readonly world: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** The text form of section 2.3: `<world>:<x>,<y>,<z>` with integer coordinates (floor: -0.5 is -1). */
export function formatLocation({ world, x, y, z }: Location): string {
  return `${world}:${Math.floor(x)},${Math.floor(y)},${Math.floor(z)}`;
}

/** Splits at the last colon, since a world's name may hold one; `undefined` when the text has another form. */
export function parseLocation(text: string): Location | undefined {
  const colon = text.lastIndexOf(":");
  const match = colon < 1 ? null : COORDINATES.exec(text.slice(colon + 1));
  if (!match) return undefined;
  const [x, y, z] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (![x, y, z].every(fitsBlockPosition)) return undefined;
  return { world: text.slice(0, colon), x, y, z };
}

/**
 * The block that the text names, if that block is written as the same text again. "world:01,2,3" can be read as a block, but would be
 * written as another text: `undefined`, and it must stay text.
 */
export function exactBlock(text: string): Location | undefined {
  const block = parseLocation(text);
  return block && formatLocation(block) === text ? block : undefined;
}

const COORDINATES = /^(-?\d{1,10}),(-?\d{1,10}),(-?\d{1,10})$/;

/** Coordinates travel as 32-bit integers; a location that does not fit stays text. */
function fitsBlockPosition(value: number): boolean {
  return value === (value | 0) && !Object.is(value, -0);
}
