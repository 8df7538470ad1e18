/** An NBT value as plain data. Long numbers and arrays of numbers are left out, because nothing here needs them. */
export type Plain = string | number | undefined | readonly Plain[] | { readonly [key: string]: Plain };

const COMPOUND = 10;
/** Deeper than any item: data that a client wrote must not overflow the stack. */
const MAX_DEPTH = 64;

/** Reads a compound in the little-endian form of Bedrock worlds; `undefined` for anything else. */
export function readNbt(data: Uint8Array): Plain {
  if (data[0] !== COMPOUND) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const texts = new TextDecoder();
  let at = 1;
  try {
    text();
    return value(COMPOUND, 0);
  } catch {
    // Truncated or invalid.
    return undefined;
  }

  function skip(bytes: number): number {
    at += bytes;
    return at - bytes;
  }

  function text(): string {
    const length = view.getUint16(skip(2), true);
    return texts.decode(data.subarray(skip(length), at));
  }

  function value(type: number, depth: number): Plain {
    if (depth > MAX_DEPTH) throw new RangeError("too deep");
    switch (type) {
      case 1:
        return view.getInt8(skip(1));
      case 2:
        return view.getInt16(skip(2), true);
      case 3:
        return view.getInt32(skip(4), true);
      case 4:
        return void view.getBigInt64(skip(8), true);
      case 5:
        return view.getFloat32(skip(4), true);
      case 6:
        return view.getFloat64(skip(8), true);
      case 7:
        return void skip(view.getInt32(skip(4), true));
      case 8:
        return text();
      case 9:
        return list(depth);
      case COMPOUND:
        return compound(depth);
      case 11:
        return void skip(4 * view.getInt32(skip(4), true));
      case 12:
        return void skip(8 * view.getInt32(skip(4), true));
      default:
        throw new RangeError(`no tag has the type ${type}`);
    }
  }

  function list(depth: number): Plain {
    const type = view.getUint8(skip(1));
    const length = view.getInt32(skip(4), true);
    return Array.from({ length: Math.min(length, data.length) }, () => value(type, depth + 1));
  }

  function compound(depth: number): Plain {
    const entries: [string, Plain][] = [];
    for (let type = view.getUint8(skip(1)); type !== 0; type = view.getUint8(skip(1))) {
      const name = text();
      entries.push([name, value(type, depth + 1)]);
    }
    return Object.fromEntries(entries);
  }
}
