import { ROW } from "../../../core/storage-face.ts";
import type { Dictionaries } from "../writing/dictionaries.ts";
import { type ReferredBatch, unusualTexts } from "../writing/text-refs.ts";

/** The position of a row, as the tables hold it. */
export interface Where {
  readonly world: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** True if action and location are stored as text; `x` then refers to those texts. */
  readonly isUnusual: boolean;
}

/** Returns the position of a transfer or a custody row. */
export function whereAt(referred: ReferredBatch, at: number, dictionaries: Dictionaries): Where {
  const texts = unusualTexts(referred, at);
  if (texts) {
    return { world: dictionaries.unusualWorld, x: dictionaries.unusualRef(...texts) ?? 0, y: 0, z: 0, isUnusual: true };
  }
  const { rows } = referred.batch;
  return {
    world: referred.worlds[rows[at + ROW.world] as number] as number,
    x: rows[at + ROW.x] as number,
    y: rows[at + ROW.y] as number,
    z: rows[at + ROW.z] as number,
    isUnusual: false,
  };
}
